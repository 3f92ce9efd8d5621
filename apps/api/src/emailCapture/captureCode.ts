import { randomInt } from 'node:crypto'
import type { Kms } from '@latchkey/service-kit/kms/kms'

export const captureCodeLifeSeconds = 600
export const captureCodeTries = 3

/**
 * Letters, unlike the digits of a sign-in code: so pages don't train users to enter sign-in codes, and this field accepts none. Without
 * vowels no code is a word.
 */
const letters = 'BCDFGHJKLMNPQRSTVWXZ'
const codeLength = 6

/** Returns six letters; every code is equally likely. */
export const makeCaptureCode = (): string =>
  Array.from({ length: codeLength }, () => letters.charAt(randomInt(letters.length))).join('')

/** Returns the MACs of a typed code: by the current key first, and during a rotation by another one. Spaces and case don't count. */
export async function macsOfCaptureCode(
  kms: Kms,
  attemptId: string,
  code: string,
): Promise<readonly [Uint8Array, Uint8Array]> {
  const normal = code.replaceAll(/[\s-]/gu, '').toUpperCase()
  const [mac, other = mac] = await kms.macs('email capture code', new TextEncoder().encode(`${attemptId}${normal}`))
  return [mac, other]
}
