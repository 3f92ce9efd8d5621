import { expect, test } from 'vitest'
import { describeTrial } from './describeTrial.ts'
import { journeys } from './journeys.ts'
import { runChaos } from './runChaos.ts'
import { kinds } from './steps.ts'

test('whatever breaks once in what people do, every address that was shown is recovered and nothing is left behind', async () => {
  const one = Object.keys(journeys).length * kinds.length
  const trials = await runChaos({ seed: 1, count: one })
  expect(trials.filter(({ error }) => error !== null).map(describeTrial)).toEqual([])
  // A race may end in fewer steps than planned.
  expect(trials.filter(({ wasInjected }) => wasInjected).length).toBeGreaterThan(one - kinds.length)
})
