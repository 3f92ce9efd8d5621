import type { Challenge } from './challenge.ts'

/** Data that is signed with a challenge but not sent with it: what it is bound to. */
export type ChallengeData = { for: string; expiresAt: number; work: number }

/** The key derivation of ALTCHA proof-of-work v2 that our challenges use. */
export const challengeAlgorithm = 'PBKDF2/SHA-256'
/** Length of a derived key in bytes. */
export const keyLength = 32
/** Number of leading bytes of the derived key that a solution must match. */
export const keyPrefixLength = 8

/** Returns a challenge in ALTCHA's form. A solver needs no `data`. */
export const asAltcha = ({ signature, expiresAt: _, work: __, ...given }: Challenge, data?: ChallengeData) => ({
  parameters: { ...given, algorithm: challengeAlgorithm, keyLength, ...(data === undefined ? {} : { data }) },
  signature,
})
