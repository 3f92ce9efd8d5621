/**
 * Requirements: a solution counts once, before it expires, for the device, email address and endpoint that its challenge was made
 * for; whoever has none of our keys can make no challenge; a challenge costs us far less than its solver.
 *
 * Design: ALTCHA's proof of work, version 2, with a key of our choice: the number that leads to it is drawn, its key derived once and
 * signed (`keySignature`), so that judging a solution takes two HMACs and believes nothing that the solver has computed. Nothing is kept
 * of a challenge until it is solved: `signature` covers all of it, and what it is bound to, which is not told. Expiry is in what is
 * signed, and judged by our clock.
 */
import { createHash, randomInt } from 'node:crypto'
import type { Authority, Challenge, Solution } from '@latchkey/api-client'
import { asAltcha, challengeAlgorithm, keyLength, keyPrefixLength } from '@latchkey/api-client/challenge'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { type Clock, secondsLater, unixSeconds } from '../clock.ts'
import type { Kms } from '../kms/kms.ts'

/** What a challenge is good for. */
export type ChallengeBinding = { deviceId: string; email: string; endpoint: string }
/** A solved challenge, by which it is remembered until it has expired, and how many keys it took on average. */
export type SolvedChallenge = { id: string; expiresAt: Date; work: number }

/** Makes and checks proof-of-work challenges. They aren't stored: a MAC binds each to its request. */
export type Challenges = {
  /** `work`: how many keys a solver derives on average. */
  make(binding: ChallengeBinding, cost: { work: number; lifeSeconds: number }): Promise<Challenge>
  /** Null for what is no solution: wrong, expired, changed, or of a challenge for something else. */
  judge(binding: ChallengeBinding, solution: Solution): Promise<SolvedChallenge | null>
}

/** Rounds of PBKDF2 for each key. */
const rounds = 1_000

/** The authority whose challenges these are; its MAC key signs them. */
export type ChallengesOptions = { authority: Authority; kms: Kms; clock: Clock }

/** Creates the challenges of one authority; another authority's don't verify. */
export function createChallenges({ authority, kms, clock }: ChallengesOptions): Challenges {
  const secret = async (purpose: string): Promise<string> =>
    Buffer.from(await kms.mac(`challenge ${purpose}`, new TextEncoder().encode(authority))).toString('base64url')
  const dataOf = ({ deviceId, email, endpoint }: ChallengeBinding, cost: { expiresAt: number; work: number }) => ({
    for: createHash('sha256')
      .update(JSON.stringify([endpoint, deviceId, email]))
      .digest('base64url'),
    ...cost,
  })
  return {
    async make(binding, { work, lifeSeconds }) {
      const expiresAt = unixSeconds(secondsLater(clock.now(), lifeSeconds))
      const { parameters, signature } = await createChallenge({
        algorithm: challengeAlgorithm,
        cost: rounds,
        keyLength,
        keyPrefixLength,
        // From nought on: what no challenge needs, no solver would try.
        counter: randomInt(2 * work + 1),
        data: dataOf(binding, { expiresAt, work }),
        deriveKey,
        hmacSignatureSecret: await secret('signature'),
        hmacKeySignatureSecret: await secret('key'),
      })
      const { nonce, salt, keyPrefix, keySignature, cost } = parameters
      if (keySignature === undefined || signature === undefined) throw new TypeError('the challenge is not signed')
      return { nonce, salt, keyPrefix, cost, work, expiresAt, keySignature, signature }
    },
    async judge(binding, { counter, derivedKey, ...challenge }) {
      const { expiresAt, work, signature } = challenge
      if (expiresAt <= unixSeconds(clock.now())) return null
      const { verified } = await verifySolution({
        challenge: asAltcha(challenge, dataOf(binding, { expiresAt, work })),
        solution: { counter, derivedKey },
        deriveKey,
        hmacSignatureSecret: await secret('signature'),
        hmacKeySignatureSecret: await secret('key'),
      })
      return verified ? { id: `challenge ${signature}`, expiresAt: new Date(expiresAt * 1000), work } : null
    },
  }
}
