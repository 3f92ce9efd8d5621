import { Redis } from 'ioredis'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { findRedis, startRedis } from '../../test/redis.ts'
import { silentLog } from '../log.ts'
import { longestKept } from './cacheStore.ts'
import { createSharedCache } from './createSharedCache.ts'
import { createMemoryStore } from './memoryStore.ts'
import { openRedisStore } from './redisStore.ts'

const program = findRedis()
const inMemory = async () => {
  const store = createMemoryStore()
  return {
    cache: createSharedCache(store),
    plant: (key: string, text: string) => store.put(key, text, 60_000),
    async [Symbol.asyncDispose]() {},
  }
}
const inRedis = async (): ReturnType<typeof inMemory> => {
  const server = await startRedis(program ?? '')
  const store = await openRedisStore({ url: server.url, log: silentLog, timeoutMs: 30_000 })
  const redis = new Redis(server.url)
  return {
    cache: createSharedCache(store),
    plant: async (key: string, text: string) => void (await redis.set(`latchkey:api:cache:${key}`, text)),
    async [Symbol.asyncDispose]() {
      redis.disconnect()
      await store.close()
      await server[Symbol.asyncDispose]()
    },
  }
}
if (program === null) console.info('The cache in Redis is not tried: redis-server is missing')
const places: [string, typeof inMemory][] = [
  ['in memory', inMemory],
  ...(program === null ? [] : [['in Redis', inRedis] satisfies [string, typeof inMemory]]),
]

const price = z.object({ price: z.number() })
const parse = (kept: unknown) => z.parse(price, kept)

describe.each(places)('the cache %s', (_, open) => {
  test('gives what was put, through JSON, and nothing where nothing is', async () => {
    await using place = await open()
    const value = { text: 'ä 🗝', list: [1, null, { deep: true }], none: undefined }
    await place.cache.put('a', value, 60_000)
    expect(await place.cache.get('a')).toEqual({ text: 'ä 🗝', list: [1, null, { deep: true }] })
    expect(await place.cache.get('b')).toBeUndefined()
    await place.cache.put('a', false, 60_000)
    expect(await place.cache.get('a')).toBe(false)
  })

  test('forgets when a value’s life is over', async () => {
    await using place = await open()
    await place.cache.put('short', 1, 1)
    await place.cache.put('long', 1, 60_000)
    await expect.poll(() => place.cache.get('short')).toBeUndefined()
    expect(await place.cache.get('long')).toBe(1)
  })

  test('keeps nothing that is too long, and no undefined', async () => {
    await using place = await open()
    await place.cache.put('a', 'x'.repeat(longestKept), 60_000)
    await place.cache.put('b', undefined, 60_000)
    expect([await place.cache.get('a'), await place.cache.get('b')]).toEqual([undefined, undefined])
  })

  test('works once for all who ask at the same time, and not again while the answer lives', async () => {
    await using place = await open()
    let works = 0
    const ask = () =>
      place.cache.once('a', 60_000, parse, async () => {
        await new Promise((resolve) => setImmediate(resolve))
        return { price: ++works }
      })
    const answers = await Promise.all(Array.from({ length: 20 }, ask))
    expect(answers).toEqual(Array(20).fill({ price: 1 }))
    expect(await ask()).toEqual({ price: 1 })
  })

  test('tells a failure to all who wait for it, and keeps none', async () => {
    await using place = await open()
    const ask = () => place.cache.once('a', 60_000, parse, () => Promise.reject(new Error('away')))
    const outcomes = await Promise.allSettled([ask(), ask()])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await place.cache.once('a', 60_000, parse, async () => ({ price: 2 }))).toEqual({ price: 2 })
  })

  test.each([
    '',
    '{',
    'null',
    '[]',
    '{"price":"2"}',
    '{"cost":2}',
    '{"__proto__":{"price":2}}',
    '['.repeat(100_000),
    `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
  ])('takes what somebody has planted for nothing: %.40j', async (text) => {
    await using place = await open()
    await place.plant('a', text)
    const ask = () => place.cache.once('a', 60_000, parse, async () => ({ price: 1 }))
    expect(await ask()).toEqual({ price: 1 })
    expect(await place.cache.get('a')).toEqual({ price: 1 })
  })
})
