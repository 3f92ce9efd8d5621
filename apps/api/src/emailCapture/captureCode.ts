import { randomInt } from 'node:crypto'
import type { Kms } from '@latchkey/service-kit/kms/kms'

export const captureCodeLifeSeconds = 600
export const captureCodeTries = 3

/**
 * Letters, unlike the digits of a sign-in code: a page that asks for this code gets no user used to typing sign-in codes into pages, and
 * its field takes none. Without vowels no code is a word.
 */
const letters = 'BCDFGHJKLMNPQRSTVWXZ'
const codeLength = 6

/** Six letters, every code equally likely. */
export const makeCaptureCode = (): string =>
  Array.from({ length: codeLength }, () => letters.charAt(randomInt(letters.length))).join('')

/** What may be stored of a code that was typed: by the key in use first, and beside a rotation by another one. Gaps and case don't count. */
export async function macsOfCaptureCode(
  kms: Kms,
  attemptId: string,
  code: string,
): Promise<readonly [Uint8Array, Uint8Array]> {
  const normal = code.replaceAll(/[\s-]/gu, '').toUpperCase()
  const [mac, other = mac] = await kms.macs('email capture code', new TextEncoder().encode(`${attemptId}${normal}`))
  return [mac, other]
}
