import { randomInt } from 'node:crypto'
import type { GrantPurpose } from '@latchkey/service-kit/keys/tokens'
import type { Kms } from '@latchkey/service-kit/kms/kms'

/** What a mailed code is good for: a grant for the api, or one of the two steps to another email. */
export type CodePurpose = Exclude<GrantPurpose, 'link'> | 'old email' | 'new email'

export const codeLifeSeconds = 600
export const codeTries = 3

/** Six decimal digits, every code equally likely. */
export const makeEmailCode = (): string => randomInt(1_000_000).toString().padStart(6, '0')

/**
 * What is stored of a code. A million codes are quickly tried, so the MAC's key is kept by the KMS, apart from the
 * database. The attempt id has one length: no two pairs make the same text.
 */
export const macOfCode = (kms: Kms, attemptId: string, code: string): Promise<Uint8Array<ArrayBuffer>> =>
  kms.mac('email code', bytesOf(attemptId, code))

/** What may be stored of it: by the key of now first, and beside a rotation by another one. */
export const macsOfCode = (kms: Kms, attemptId: string, code: string) =>
  kms.macs('email code', bytesOf(attemptId, code))

const bytesOf = (attemptId: string, code: string) => new TextEncoder().encode(`${attemptId}${code}`)
