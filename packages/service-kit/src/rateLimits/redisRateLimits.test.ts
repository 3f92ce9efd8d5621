import { randomBytes } from 'node:crypto'
import { Redis } from 'ioredis'
import { describe, expect, test } from 'vitest'
import { freePort } from '../../test/freePort.ts'
import { findRedis, type RedisServer, startRedis } from '../../test/redis.ts'
import { createTestMacs } from '../../test/testMacs.ts'
import { systemClock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { limitTable } from '../limits/limitTable.ts'
import type { LogEntry } from '../log.ts'
import { createSpentProofs } from '../proof/spentProofs.ts'
import type { RateLimitStore } from './RateLimitStore.ts'
import { openRedisRateLimits } from './redisRateLimits.ts'

const program = findRedis()
const part = { costMs: 60_000, wholeMs: 60_000, nowMs: Date.now() }
const log: LogEntry[] = []
const open = (url: string, authority: 'api' | 'custody' = 'api') =>
  openRedisRateLimits({ url, authority, log: (entry) => log.push(entry) })

/** Proofs are stored in Redis, not in the database. */
const spenderIn = (rateLimits: RateLimitStore) =>
  createSpentProofs({
    authority: 'api',
    database: {} as Database,
    rateLimits,
    kms: createTestMacs(),
    clock: systemClock,
  })

test('does not start without Redis, and says no password', async () => {
  const refused = open(`redis://api:secret@127.0.0.1:${await freePort()}`)
  await expect(refused).rejects.toThrow('check REDIS_URL, and what its login may do (ECONNREFUSED)')
  await expect(refused).rejects.not.toThrow('secret')
})

describe.each(program === null ? [] : [program])('with %s', (path) => {
  const start = (settings: readonly string[] = []): Promise<RedisServer> => startRedis(path, settings)

  test('two processes of one authority share allowances, two authorities do not; none stays for longer than it counts', async () => {
    await using server = await start()
    const [one, two, other] = [await open(server.url), await open(server.url), await open(server.url, 'custody')]
    expect(await one.use('a', part)).toBe(0)
    expect(await two.use('a', part)).toBeGreaterThan(0)
    expect(await other.use('a', part)).toBe(0)
    const redis = new Redis(server.url)
    const left = await redis.pttl('latchkey:api:a')
    expect([left > 0, left <= part.wholeMs]).toEqual([true, true])
    redis.disconnect()
    for (const each of [one, two, other]) await each.close()
  })

  test('a proof counts once for all processes, and goes with its nonce', async () => {
    await using server = await start()
    const [one, two] = [await open(server.url), await open(server.url)]
    const expiresAt = new Date(Date.now() + 600_000)
    expect(await spenderIn(one).spend('device', 'first', expiresAt)).toBe(true)
    expect(await spenderIn(two).spend('device', 'first', expiresAt)).toBe(false)
    expect(await spenderIn(two).spend('other', 'first', expiresAt)).toBe(true)

    const redis = new Redis(server.url)
    const [key = ''] = await redis.keys('latchkey:api:proofs *')
    const lifeMs = await redis.pttl(key)
    expect([lifeMs > 590_000, lifeMs <= 600_000]).toEqual([true, true])
    redis.disconnect()
    for (const each of [one, two]) await each.close()
  })

  test('all the proofs that strangers may send to both authorities leave Redis room', async () => {
    await using server = await start()
    const rateLimits = await open(server.url)
    const redis = new Redis(server.url)
    await spenderIn(rateLimits).spend('device', 'first', new Date(Date.now() + 600_000))
    const [key = ''] = await redis.keys('latchkey:api:proofs *')
    // Named after the first two bytes of a MAC.
    expect(key).toMatch(/ [0-9a-f]{4}$/)
    const sets = 2 ** 16

    const proofs = (limitTable.proofs.default ?? 0) * 10
    const name = key.replace('latchkey:api:', '')
    for (let added = 1; added < proofs / sets; added++) await rateLimits.remember?.(name, randomBytes(14), 600_000)
    const bytes = Number(await redis.call('MEMORY', 'USAGE', key)) * sets
    // For two authorities, each under two keys while its MAC key is rotated.
    expect(2 * 2 * bytes).toBeLessThan(0.75 * 512 * 1024 * 1024)
    redis.disconnect()
    await rateLimits.close()
  })

  test('while Redis is away every use fails at once, and it is logged; it works again when Redis is back', async () => {
    await using server = await start()
    const rateLimits = await open(server.url)
    await server.stop()
    await expect(rateLimits.use('a', part)).rejects.toMatchObject({ name: 'SERVICE_UNAVAILABLE' })
    await expect.poll(() => log).toContainEqual(expect.objectContaining({ level: 'error', event: 'redis lost' }))
    await server.start()
    await expect.poll(() => rateLimits.use('a', part).catch(() => 'away'), { timeout: 10_000 }).toBe(0)
    await expect.poll(() => log).toContainEqual(expect.objectContaining({ level: 'info', event: 'redis back' }))
    await rateLimits.close()
  })

  test('once Redis is back it is used by whoever tries again, not only after the next look', async () => {
    await using server = await start()
    const rateLimits = await open(server.url)
    const use = () => rateLimits.use('a', { ...part, costMs: 1 }).catch(() => 'away')
    await server.stop()
    await expect.poll(() => rateLimits.check()).toBe(false)
    await server.start()
    // The first may join a probe that was already in progress.
    await use()
    expect(await use()).toBe(0)
    await rateLimits.close()
  })

  test('does not start with a wrong password, or with a login that may not do what is needed', async () => {
    const rights = ['on', '>secret', '~latchkey:api:*', '+ping']
    await using server = await start(['--user', 'default', 'off', '--user', 'api', ...rights])
    const as = (password: string) => open(server.url.replace('//', `//api:${password}@`))
    await expect(as('wrong')).rejects.toThrow('(WRONGPASS)')
    await expect(as('secret')).rejects.toThrow('(NOPERM)')
  })
})
