import { Redis } from 'ioredis'
import { describe, expect, test } from 'vitest'
import { freePort } from '../../test/freePort.ts'
import { findRedis, type RedisServer, startRedis } from '../../test/redis.ts'
import type { LogEntry } from '../log.ts'
import { openRedisStore } from './redisStore.ts'

const program = findRedis()
/** Uses a long timeout, for a busy machine. */
const open = async (url: string, timeoutMs = 30_000) => {
  const log: LogEntry[] = []
  let nowMs = 0
  const store = await openRedisStore({ url, log: (entry) => log.push(entry), timeoutMs, now: () => nowMs })
  const waitLong = () => {
    nowMs += 60_000
  }
  return { store, log, waitLong, events: () => log.map(({ event }) => event) }
}

test('opens without Redis, is empty then, and says so once, without a password', async () => {
  const { store, log, waitLong } = await open(`redis://api:secret@127.0.0.1:${await freePort()}`)
  for (let again = 0; again < 3; again++) {
    await store.put('a', 'text', 60_000)
    expect(await store.get('a')).toBeUndefined()
    waitLong()
  }
  expect(log).toEqual([expect.objectContaining({ level: 'error', event: 'cache lost' })])
  expect(JSON.stringify(log)).toContain('ECONNREFUSED')
  expect(JSON.stringify(log)).not.toContain('secret')
  await store.close()
})

describe.each(program === null ? [] : [program])('with %s', (path) => {
  const start = (settings: readonly string[] = []): Promise<RedisServer> => startRedis(path, settings)

  test('two processes share what is kept, none of it for longer than it lives', async () => {
    await using server = await start()
    const [one, two] = [await open(server.url), await open(server.url)]
    await one.store.put('a', 'text', 60_000)
    expect(await two.store.get('a')).toBe('text')
    const redis = new Redis(server.url)
    const left = await redis.pttl('latchkey:api:cache:a')
    expect([left > 0, left <= 60_000]).toEqual([true, true])
    redis.disconnect()
    for (const { store } of [one, two]) await store.close()
  })

  test('while Redis is away it is empty, and it is used again when it is back', async () => {
    await using server = await start()
    const { store, waitLong, events } = await open(server.url)
    await store.put('a', 'text', 60_000)
    await server.stop()
    expect(await store.get('a')).toBeUndefined()
    await store.put('a', 'text', 60_000)
    expect(events()).toEqual(['cache lost'])
    await server.start()
    const putAgain = async () => {
      waitLong()
      await store.put('a', 'again', 60_000)
      return store.get('a')
    }
    await expect.poll(putAgain, { timeout: 10_000 }).toBe('again')
    expect(events()).toEqual(['cache lost', 'cache back'])
    await store.close()
  })

  test('opened before Redis it finds it when it comes', async () => {
    await using server = await start()
    await server.stop()
    const { store, waitLong } = await open(server.url)
    await server.start()
    const put = async () => {
      waitLong()
      await store.put('a', 'text', 60_000)
      return store.get('a')
    }
    await expect.poll(put, { timeout: 10_000 }).toBe('text')
    await store.close()
  })

  test('a Redis that hangs is left alone for a while', async () => {
    await using server = await start()
    const { store, waitLong, events } = await open(server.url, 2_000)
    const redis = new Redis(server.url)
    await store.put('a', 'text', 60_000)
    await redis.client('PAUSE', 5_000)
    expect(await store.get('a')).toBeUndefined()
    await redis.ping()
    expect([await store.get('a'), events()]).toEqual([undefined, ['cache lost']])
    waitLong()
    expect([await store.get('a'), events()]).toEqual(['text', ['cache lost', 'cache back']])
    redis.disconnect()
    await store.close()
  })

  test('a value of another type that somebody has planted is none, and is replaced', async () => {
    await using server = await start()
    const { store, events } = await open(server.url)
    const redis = new Redis(server.url)
    await redis.lpush('latchkey:api:cache:a', 'text')
    expect(await store.get('a')).toBeUndefined()
    await store.put('a', 'text', 60_000)
    expect([await store.get('a'), events()]).toEqual(['text', []])
    redis.disconnect()
    await store.close()
  })

  test('a wrong password, or a login that may do nothing, is in the log, and the cache is empty', async () => {
    await using server = await start(['--user', 'default', 'off', '--user', 'api', 'on', '>secret', '+ping'])
    for (const password of ['wrong', 'secret']) {
      const { store, log } = await open(server.url.replace('//', `//api:${password}@`))
      expect(await store.get('a')).toBeUndefined()
      expect(log).toEqual([
        expect.objectContaining({ event: 'cache lost', cause: expect.stringContaining('ReplyError') }),
      ])
      await store.close()
    }
  })
})
