import { expect, test } from 'vitest'
import { createLimiter, maxInFlight, paceOf, paces } from './pace.ts'

const open = () => {
  const clock = { timeMs: 0 }
  const limiter = createLimiter(() => clock.timeMs)
  /** How many of `tries` are let in; each leaves at once. */
  const letIn = (pace: 'machine' | 'person', tries: number): number => {
    let count = 0
    for (let i = 0; i < tries; i++) {
      if (!limiter.enter(pace)) continue
      count++
      limiter.leave()
    }
    return count
  }
  return { clock, limiter, letIn }
}

test.each(['machine', 'person'] as const)('%s: a burst at once, then so many a second', (pace) => {
  const { clock, letIn } = open()
  const { burst, perSecond } = paces[pace]
  expect(letIn(pace, burst + 50)).toBe(burst)
  clock.timeMs += 1000
  expect(letIn(pace, burst + 50)).toBe(perSecond)
  clock.timeMs += 3_600_000
  expect(letIn(pace, burst + 50)).toBe(burst)
})

test('logins and approvals do not wait for reads, nor reads for them', () => {
  const { letIn } = open()
  expect(letIn('person', 50)).toBe(paces.person.burst)
  expect(letIn('machine', 1000)).toBe(paces.machine.burst)
})

test('a clock that jumps back and forth gives nothing away', () => {
  const { clock, letIn } = open()
  clock.timeMs = 10_000
  expect(letIn('person', 50)).toBe(paces.person.burst)
  for (let jump = 0; jump < 20; jump++) {
    clock.timeMs = 0
    expect(letIn('person', 1)).toBe(0)
    clock.timeMs = 10_000
    expect(letIn('person', 1)).toBe(0)
  }
  clock.timeMs = 11_000
  expect(letIn('person', 50)).toBe(paces.person.perSecond)
})

test('no more wait at the same time than there is room for, whatever the clock says', () => {
  const { clock, limiter } = open()
  for (let i = 0; i < maxInFlight; i++) expect(limiter.enter('machine')).toBe(true)
  clock.timeMs += 60_000
  expect(limiter.enter('machine')).toBe(false)
  limiter.leave()
  expect(limiter.enter('machine')).toBe(true)
})

test.each([
  ['CONNECT_EMAIL', { email: 'ada@example.org' }, 'person'],
  ['CONNECT_OTP', undefined, 'person'],
  ['GET_USER', undefined, 'machine'],
  ['RPC_REQUEST', { method: 'personal_sign' }, 'person'],
  ['RPC_REQUEST', { method: 'eth_call' }, 'machine'],
  ['RPC_REQUEST', { method: 'constructor' }, 'machine'],
  ['RPC_REQUEST', null, 'machine'],
  ['RPC_REQUEST', 'personal_sign', 'machine'],
] as const)('%s with %j goes at the pace of a %s', (name, payload, pace) => {
  expect(paceOf(name, payload)).toBe(pace)
})
