import { describe, expect, test } from 'vitest'
import { findRedis, startRedis } from '../../test/redis.ts'
import { silentLog } from '../log.ts'
import { createMemoryRateLimits } from './memoryRateLimits.ts'
import type { RateLimitStore } from './RateLimitStore.ts'
import { openRedisRateLimits } from './redisRateLimits.ts'

type Place = { rateLimits: RateLimitStore } & AsyncDisposable
const program = findRedis()
const inRedis = async (): Promise<Place> => {
  const server = await startRedis(program ?? '')
  const rateLimits = await openRedisRateLimits({ url: server.url, authority: 'api', log: silentLog })
  return {
    rateLimits,
    async [Symbol.asyncDispose]() {
      await rateLimits.close()
      await server[Symbol.asyncDispose]()
    },
  }
}
const inMemory = async (): Promise<Place> => ({
  rateLimits: createMemoryRateLimits(),
  async [Symbol.asyncDispose]() {},
})
if (program === null) console.info('RateLimitStore in Redis are not tried: redis-server is missing')
const places: [string, () => Promise<Place>][] = [
  ['in memory', inMemory],
  ...(program === null ? [] : [['in Redis', inRedis] satisfies [string, () => Promise<Place>]]),
]

/** The real time: Redis expires full buckets by its own clock. */
const nowMs = Date.now()
const minute = { wholeMs: 60_000, nowMs }

describe.each(places)('allowances %s', (_, open) => {
  test('are used up by parts, and say how long until there is enough; what is refused uses nothing', async () => {
    await using place = await open()
    const use = (costMs: number, later = 0) => place.rateLimits.use('a', { ...minute, costMs, nowMs: nowMs + later })
    for (const costMs of [30_000, 20_000, 10_000]) expect(await use(costMs)).toBe(0)
    expect(await use(10_000)).toBe(10_000)
    expect(await use(1)).toBe(1)
    expect(await use(10_000, 4_000)).toBe(6_000)
    expect(await use(10_000, 10_000)).toBe(0)
    expect(await use(60_000, 10_000)).toBe(60_000)
    expect(await use(60_000, 3_600_000)).toBe(0)
  })

  test('are apart by key', async () => {
    await using place = await open()
    expect(await place.rateLimits.use('a', { ...minute, costMs: 60_000 })).toBe(0)
    expect(await place.rateLimits.use('b', { ...minute, costMs: 60_000 })).toBe(0)
    expect(await place.rateLimits.use('a', { ...minute, costMs: 1 })).toBe(1)
  })

  test('of a hundred uses at once no more are granted than there are parts', async () => {
    await using place = await open()
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => place.rateLimits.use('a', { ...minute, costMs: 6_000 })),
    )
    expect(answers.filter((waitMs) => waitMs === 0)).toHaveLength(10)
  })

  test('lose nothing when the clock of a process goes back', async () => {
    await using place = await open()
    expect(await place.rateLimits.use('a', { ...minute, costMs: 60_000 })).toBe(0)
    expect(await place.rateLimits.use('a', { ...minute, costMs: 1, nowMs: nowMs - 5_000 })).toBe(5_001)
  })
})

describe('allowances in memory, with more keys than are remembered', () => {
  const minute = (costMs: number, nowMs = 0) => ({ costMs, wholeMs: 60_000, nowMs })

  test('forget a flood of keys that were used once before one that is used up', async () => {
    const rateLimits = createMemoryRateLimits(100)
    expect(await rateLimits.use('guesser', minute(60_000))).toBe(0)
    for (let key = 0; key < 1_000; key++) await rateLimits.use(`network ${key}`, minute(1_000))
    expect(await rateLimits.use('guesser', minute(1_000))).toBe(1_000)
  })

  test('forget first what is whole again', async () => {
    const rateLimits = createMemoryRateLimits(3)
    await rateLimits.use('early', minute(1_000))
    await rateLimits.use('late', minute(30_000))
    await rateLimits.use('later', minute(40_000))
    await rateLimits.use('new', minute(50_000, 2_000))
    expect(await rateLimits.use('late', minute(60_000, 2_000))).toBeGreaterThan(0)
    expect(await rateLimits.use('later', minute(60_000, 2_000))).toBeGreaterThan(0)
  })
})
