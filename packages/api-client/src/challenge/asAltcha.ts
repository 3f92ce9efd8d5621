import type { Challenge } from './challenge.ts'

/** What is signed with a challenge and is not told with it: whom it is for. */
export type ChallengeData = { for: string; expiresAt: number }

export const challengeAlgorithm = 'PBKDF2/SHA-256'
export const keyLength = 32
export const keyPrefixLength = 8

/** A challenge as ALTCHA writes it. A solver needs no `data`. */
export const asAltcha = ({ signature, expiresAt: _, ...given }: Challenge, data?: ChallengeData) => ({
  parameters: { ...given, algorithm: challengeAlgorithm, keyLength, ...(data === undefined ? {} : { data }) },
  signature,
})
