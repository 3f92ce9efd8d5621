import { randomInt } from 'node:crypto'
import type { GrantPurpose } from '@latchkey/service-kit/keys/tokens'
import type { Kms } from '@latchkey/service-kit/kms/kms'

/** A code's purpose: a grant for the api, or one of the two steps of an email change. */
export type CodePurpose = Exclude<GrantPurpose, 'link'> | 'old email' | 'new email'

export const codeLifeSeconds = 600
export const codeTries = 3

/** Returns six decimal digits; every code is equally likely. */
export const makeEmailCode = (): string => randomInt(1_000_000).toString().padStart(6, '0')

/**
 * Returns the stored digest of a code. A million codes are quickly tried, so the MAC's key is in the KMS, apart from the database. The
 * attempt id has a fixed length: no two pairs make the same text.
 */
export const macOfCode = (kms: Kms, attemptId: string, code: string): Promise<Uint8Array<ArrayBuffer>> =>
  kms.mac('email code', bytesOf(attemptId, code))

/** Returns its possible digests: by the current key first, and during a rotation by another one. */
export const macsOfCode = (kms: Kms, attemptId: string, code: string) =>
  kms.macs('email code', bytesOf(attemptId, code))

const bytesOf = (attemptId: string, code: string) => new TextEncoder().encode(`${attemptId}${code}`)
