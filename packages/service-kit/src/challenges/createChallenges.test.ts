import { solveChallenge } from '@latchkey/api-client/solveChallenge'
import { expect, test } from 'vitest'
import { createTestClock } from '../../test/testClock.ts'
import type { Kms } from '../kms/kms.ts'
import { createChallenges } from './createChallenges.ts'

test('a challenge takes what it says on average, and no number of keys can be left out', async () => {
  const kms = { mac: async (_: string, data: Uint8Array) => new Uint8Array(data) } as unknown as Kms
  const challenges = createChallenges({ authority: 'custody', kms, clock: createTestClock() })
  const binding = { deviceId: 'device', email: 'ada@example.com', endpoint: 'mail login' }
  const counters: number[] = []
  for (let challenge = 0; challenge < 64; challenge++) {
    const made = await challenges.make(binding, { work: 4, lifeSeconds: 60 })
    counters.push((await solveChallenge(made)).counter)
  }
  // Nine equally likely numbers.
  expect(Math.min(...counters)).toBeLessThan(2)
  expect(Math.max(...counters)).toBeGreaterThan(6)
})
