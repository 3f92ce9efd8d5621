import { expect, test } from 'vitest'
import { createTestClock } from '../../test/testClock.ts'
import { createRateLimiter } from './createRateLimiter.ts'
import { defaultRates } from './rates.ts'

const limited = (seconds: number) => expect.objectContaining({ name: 'RATE_LIMITED', details: { seconds } })
const setUp = () => {
  const clock = createTestClock()
  const limiter = createRateLimiter({ ...defaultRates, emailVerify: 6, rpc: 60 }, clock)
  const take = (who = 'a', name: 'emailVerify' | 'rpc' = 'emailVerify', calls = 1) => limiter.take(name, who, calls)
  return { clock, take }
}

test('so many at once, then one each time that a share of the minute has passed', () => {
  const { clock, take } = setUp()
  for (let call = 0; call < 6; call++) take()
  expect(() => take()).toThrow(limited(10))
  clock.advance(4)
  expect(() => take()).toThrow(limited(6))
  clock.advance(6)
  take()
  expect(() => take()).toThrow(limited(10))
  clock.advance(3600)
  for (let call = 0; call < 6; call++) take()
  expect(() => take()).toThrow()
})

test('everybody and every row has its own', () => {
  const { take } = setUp()
  for (let call = 0; call < 6; call++) take('a')
  take('b')
  take('a', 'rpc')
})

test('a batch counts as many calls; one beyond the whole allowance is served when all of it is there', () => {
  const { clock, take } = setUp()
  take('a', 'rpc', 50)
  expect(() => take('a', 'rpc', 20)).toThrow(limited(10))
  take('a', 'rpc', 10)
  expect(() => take('a', 'rpc', 1000)).toThrow(limited(60))
  clock.advance(60)
  take('a', 'rpc', 1000)
})

test('without rates nothing is counted', () => {
  const limiter = createRateLimiter(null, createTestClock())
  for (let call = 0; call < 100_000; call++) limiter.take('emailVerify', 'a')
})
