/**
 * Requirements: a solution counts once, before it expires, and only for the device, email address and endpoint that its challenge was made
 * for; challenges can't be made without our keys; a challenge costs us far less than its solver.
 *
 * Design: ALTCHA's proof of work, version 2, with a key of our choice: we draw the number that leads to it, derive its key once and sign it
 * (`keySignature`), so that checking a solution takes two HMACs and trusts nothing that the solver computed. Nothing about a challenge is
 * stored until it is solved: `signature` covers all of it, and also what it is bound to, which is not sent. The signature covers the
 * expiry, which is checked against our clock.
 */
import { createHash, randomInt } from 'node:crypto'
import type { Authority, Challenge, Solution } from '@latchkey/api-client'
import { asAltcha, challengeAlgorithm, keyLength, keyPrefixLength } from '@latchkey/api-client/challenge'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { type Clock, secondsLater, unixSeconds } from '../clock.ts'
import type { Kms } from '../kms/kms.ts'

/** The device, email address and endpoint that a challenge is valid for. */
export type ChallengeBinding = { deviceId: string; email: string; endpoint: string }
/** A solved challenge: the id by which it is remembered until it expires, and how many keys it took on average. */
export type SolvedChallenge = { id: string; expiresAt: Date; work: number }

/** Makes and checks proof-of-work challenges. They aren't stored: a MAC binds each to its request. */
export type Challenges = {
  /** `work`: how many keys a solver derives on average. */
  make(binding: ChallengeBinding, cost: { work: number; lifeSeconds: number }): Promise<Challenge>
  /** Returns null for an invalid solution: wrong, expired, changed, or for another challenge. */
  judge(binding: ChallengeBinding, solution: Solution): Promise<SolvedChallenge | null>
}

/** Rounds of PBKDF2 for each key. */
const rounds = 1_000

/** The authority that makes the challenges; its MAC key signs them. */
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
        // From zero: a solver never tries a counter that no challenge can have.
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
