import { expect, test } from 'vitest'
import { createLimiter, maxInFlight, rateClassOf, requestRates } from './rateClass.ts'

const open = () => {
  const clock = { timeMs: 0 }
  const limiter = createLimiter(() => clock.timeMs)
  /** Returns how many of `tries` are admitted; each leaves at once. */
  const letIn = (rateClass: 'background' | 'interactive', tries: number): number => {
    let count = 0
    for (let i = 0; i < tries; i++) {
      if (!limiter.enter(rateClass)) continue
      count++
      limiter.leave()
    }
    return count
  }
  return { clock, limiter, letIn }
}

test.each(['background', 'interactive'] as const)('%s: a burst at once, then so many a second', (rateClass) => {
  const { clock, letIn } = open()
  const { burst, perSecond } = requestRates[rateClass]
  expect(letIn(rateClass, burst + 50)).toBe(burst)
  clock.timeMs += 1000
  expect(letIn(rateClass, burst + 50)).toBe(perSecond)
  clock.timeMs += 3_600_000
  expect(letIn(rateClass, burst + 50)).toBe(burst)
})

test('logins and approvals do not wait for reads, nor reads for them', () => {
  const { letIn } = open()
  expect(letIn('interactive', 50)).toBe(requestRates.interactive.burst)
  expect(letIn('background', 1000)).toBe(requestRates.background.burst)
})

test('a clock that jumps back and forth gives nothing away', () => {
  const { clock, letIn } = open()
  clock.timeMs = 10_000
  expect(letIn('interactive', 50)).toBe(requestRates.interactive.burst)
  for (let jump = 0; jump < 20; jump++) {
    clock.timeMs = 0
    expect(letIn('interactive', 1)).toBe(0)
    clock.timeMs = 10_000
    expect(letIn('interactive', 1)).toBe(0)
  }
  clock.timeMs = 11_000
  expect(letIn('interactive', 50)).toBe(requestRates.interactive.perSecond)
})

test('no more wait at the same time than there is room for, whatever the clock says', () => {
  const { clock, limiter } = open()
  for (let i = 0; i < maxInFlight; i++) expect(limiter.enter('background')).toBe(true)
  clock.timeMs += 60_000
  expect(limiter.enter('background')).toBe(false)
  limiter.leave()
  expect(limiter.enter('background')).toBe(true)
})

test.each([
  ['CONNECT_EMAIL', { email: 'ada@example.org' }, 'interactive'],
  ['CONNECT_OTP', undefined, 'interactive'],
  ['GET_USER', undefined, 'background'],
  ['RPC_REQUEST', { method: 'personal_sign' }, 'interactive'],
  ['RPC_REQUEST', { method: 'eth_call' }, 'background'],
  ['RPC_REQUEST', { method: 'constructor' }, 'background'],
  ['RPC_REQUEST', null, 'background'],
  ['RPC_REQUEST', 'personal_sign', 'background'],
] as const)('%s with %j goes at the pace of a %s', (name, payload, rateClass) => {
  expect(rateClassOf(name, payload)).toBe(rateClass)
})
