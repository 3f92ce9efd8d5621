import { expect, test } from 'vitest'
import { createTestClock } from '../../test/testClock.ts'
import { createTestMacs } from '../../test/testMacs.ts'
import { openLimits } from '../limits/limits.ts'
import { createRateLimiter } from './createRateLimiter.ts'
import { createMemoryRateLimits } from './memoryRateLimits.ts'

const limited = (seconds: number) => expect.objectContaining({ name: 'RATE_LIMITED', details: { seconds } })
const setUp = () => {
  const clock = createTestClock()
  const limits = openLimits({ calls: true, mails: true, changes: { emailVerify: 6, rpc: 60 } })
  const limiter = createRateLimiter({ limits, rateLimits: createMemoryRateLimits(), kms: createTestMacs(), clock })
  const take = (who = 'a', name: 'emailVerify' | 'rpc' = 'emailVerify', calls = 1) =>
    limiter.take(name, { ipAddress: who, projectId: null }, calls)
  const takeRest = (calls: number) => limiter.takeRest('rpc', { ipAddress: 'a', projectId: null }, calls)
  return { clock, take, takeRest }
}

test('so many at once, then one each time that a share of the minute has passed', async () => {
  const { clock, take } = setUp()
  for (let call = 0; call < 6; call++) await take()
  await expect(take()).rejects.toEqual(limited(10))
  clock.advance(4)
  await expect(take()).rejects.toEqual(limited(6))
  clock.advance(6)
  await take()
  await expect(take()).rejects.toEqual(limited(10))
  clock.advance(3600)
  for (let call = 0; call < 6; call++) await take()
  await expect(take()).rejects.toEqual(limited(10))
})

test.each([7, 6_999, 60_001, 100_000])('of a limit of %i a minute so many pass', async (most) => {
  const limits = openLimits({ calls: true, mails: true, changes: { rpc: most } })
  const limiter = createRateLimiter({
    limits,
    rateLimits: createMemoryRateLimits(),
    kms: createTestMacs(),
    clock: createTestClock(),
  })
  const calls = Array.from({ length: 2 * most }, () => limiter.take('rpc', { ipAddress: 'a', projectId: null }))
  const passed = (await Promise.allSettled(calls)).filter(({ status }) => status === 'fulfilled').length
  // Numbers of milliseconds since 1970 have at most three decimals.
  expect(Math.abs(passed - most)).toBeLessThanOrEqual(most / 1_000)
})

test('everybody and every row has its own', async () => {
  const { take } = setUp()
  for (let call = 0; call < 6; call++) await take('a')
  await take('b')
  await take('a', 'rpc')
})

test('a batch counts as many calls; one beyond the whole allowance is refused also when all of it is there', async () => {
  const { clock, take } = setUp()
  await take('a', 'rpc', 50)
  await expect(take('a', 'rpc', 20)).rejects.toEqual(limited(10))
  await take('a', 'rpc', 10)
  clock.advance(60)
  await expect(take('a', 'rpc', 61)).rejects.toMatchObject({ name: 'TOO_LARGE' })
  await take('a', 'rpc', 60)
})

test('the rest of a batch that is refused uses up what is left', async () => {
  const { clock, take, takeRest } = setUp()
  await take('a', 'rpc', 10)
  await takeRest(20)
  await expect(takeRest(40)).rejects.toEqual(limited(10))
  await expect(take('a', 'rpc')).rejects.toEqual(limited(1))
  clock.advance(60)
  await take('a', 'rpc')
  await expect(takeRest(60)).rejects.toMatchObject({ name: 'TOO_LARGE' })
  await expect(take('a', 'rpc')).rejects.toEqual(limited(1))
})

test('without rates nothing is counted', async () => {
  const rateLimits = createMemoryRateLimits()
  const limiter = createRateLimiter({
    limits: openLimits({ calls: false, mails: false }),
    rateLimits,
    kms: createTestMacs(),
    clock: createTestClock(),
  })
  for (let call = 0; call < 1000; call++) await limiter.take('emailVerify', { ipAddress: 'a', projectId: null })
})

test('createRateLimiter stores no mailbox, and no digest of one that can be made without the key', async () => {
  const keysWith = async (secret: string) => {
    const keys: string[] = []
    const use = async (key: string) => {
      keys.push(key)
      return 0
    }
    const rateLimits = { ...createMemoryRateLimits(), use }
    const limits = openLimits({ calls: true, mails: true })
    const limiter = createRateLimiter({ limits, rateLimits, kms: createTestMacs(secret), clock: createTestClock() })
    await limiter.take('mailsPerMailboxHour', { ipAddress: 'a', projectId: null, email: 'ada+shop@example.com' })
    return keys
  }
  const one = await keysWith('one')
  expect(one).toEqual([expect.not.stringContaining('ada')])
  expect(await keysWith('one')).toEqual(one)
  expect(await keysWith('two')).not.toEqual(one)
})
