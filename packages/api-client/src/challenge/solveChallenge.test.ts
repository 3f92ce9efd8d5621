import { describe, expect, test } from 'vitest'
import { keyLength, keyPrefixLength } from './asAltcha.ts'
import type { Challenge } from './challenge.ts'
import { solveChallenge } from './solveChallenge.ts'

const [nonce, salt] = ['ab'.repeat(16), 'cd'.repeat(16)]
const hex = (bytes: ArrayBuffer): string => Buffer.from(bytes).toString('hex')

/** Returns a number's key, as any implementation of PBKDF2 derives it. */
const keyOf = async (counter: number, iterations: number): Promise<string> => {
  const password = Buffer.concat([Buffer.from(nonce, 'hex'), Buffer.from([0, 0, 0, counter])])
  const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits'])
  const algorithm = { name: 'PBKDF2', hash: 'SHA-256', salt: Buffer.from(salt, 'hex'), iterations }
  return hex(await crypto.subtle.deriveBits(algorithm, key, 8 * keyLength))
}
const challengeOf = async (counter: number, cost = 10): Promise<Challenge> => ({
  ...{ nonce, salt, cost, work: 10, expiresAt: 2_000_000_000 },
  keyPrefix: (await keyOf(counter, Math.min(cost, 10))).slice(0, 2 * keyPrefixLength),
  ...{ keySignature: 'ef'.repeat(32), signature: '01'.repeat(32) },
})

describe('solveChallenge', () => {
  test('finds the number, and gives the challenge back as it was', async () => {
    const challenge = await challengeOf(7)
    expect(await solveChallenge(challenge)).toEqual({ ...challenge, counter: 7, derivedKey: await keyOf(7, 10) })
  })

  test('computes nothing for a service that asks for more rounds than a client gives', async () => {
    await expect(solveChallenge(await challengeOf(1, 10_001))).rejects.toMatchObject({ name: 'LIMIT_EXCEEDED' })
  })

  test('stops when nobody waits for it', async () => {
    const challenge = { ...(await challengeOf(1)), keyPrefix: 'ff'.repeat(keyPrefixLength) }
    const controller = new AbortController()
    const solved = solveChallenge(challenge, controller.signal)
    controller.abort()
    await expect(solved).rejects.toMatchObject({ name: 'ABORTED' })
    await expect(solveChallenge(challenge, controller.signal)).rejects.toMatchObject({ name: 'ABORTED' })
  })
})
