import { expect, test } from 'vitest'
import { planFailures } from './planFailures.ts'
import { kinds, type Step } from './steps.ts'

const call = (name: string): Step => ({ of: 'call', name })
const write: Step = { of: 'write', name: 'vault storage' }
const walked = { make: [call('api wallet'), write, call('custody share')], look: [call('api wallet')] }

test('a seed plans the same failures every time, and another seed others', () => {
  expect(planFailures(walked, 7, 20)).toEqual(planFailures(walked, 7, 20))
  expect(planFailures(walked, 8, 20)).not.toEqual(planFailures(walked, 7, 20))
})

test('the first failures are of each journey and each kind', () => {
  const first = planFailures(walked, 1, 10).map(({ journey, kind }) => `${journey} ${kind}`)
  expect(first.toSorted()).toEqual(kinds.flatMap((kind) => [`look ${kind}`, `make ${kind}`]).toSorted())
})

test('all of them hit each moment of each step once by each kind, and no write by a lost connection', () => {
  const all = planFailures(walked, 1, 1_000)
  const told = all.map(({ journey, at, moment, kind }) => `${journey} ${at} ${moment} ${kind}`)
  expect(new Set(told).size).toBe(told.length)
  // Three calls and a write: calls have three moments, a write has two.
  expect(all).toHaveLength(3 * 3 * kinds.length + 2 * (kinds.length - 1))
  expect(all.filter(({ kind, step }) => kind === 'connection' && step.of === 'write')).toEqual([])
})

test('as many failures as there are moments hit nearly all of them, each by one kind', () => {
  const long = { long: Array.from({ length: 40 }, (_, at) => (at % 4 === 0 ? write : call(`api ${at}`))) }
  const planned = planFailures(long, 3, 'each moment')
  // Thirty calls of three moments, ten writes of two.
  expect(planned).toHaveLength(110)
  const hit = new Set(planned.map(({ at, moment }) => `${at} ${moment}`))
  expect(hit.size).toBeGreaterThan(100)
  expect(new Set(planned.map(({ at }) => at)).size).toBe(40)
})
