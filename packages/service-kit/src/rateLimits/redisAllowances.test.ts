import { Redis } from 'ioredis'
import { describe, expect, test } from 'vitest'
import { freePort } from '../../test/freePort.ts'
import { findRedis, type RedisServer, startRedis } from '../../test/redis.ts'
import type { LogEntry } from '../log.ts'
import { openRedisAllowances } from './redisAllowances.ts'

const program = findRedis()
const part = { costMs: 60_000, wholeMs: 60_000, nowMs: Date.now() }
const log: LogEntry[] = []
const open = (url: string, authority: 'api' | 'custody' = 'api') =>
  openRedisAllowances({ url, authority, log: (entry) => log.push(entry) })

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

  test('while Redis is away every use fails at once, and it is logged; it works again when Redis is back', async () => {
    await using server = await start()
    const allowances = await open(server.url)
    await server.stop()
    await expect(allowances.use('a', part)).rejects.toMatchObject({ name: 'SERVICE_UNAVAILABLE' })
    await expect.poll(() => log).toContainEqual(expect.objectContaining({ level: 'error', event: 'redis lost' }))
    await server.start()
    await expect.poll(() => allowances.use('a', part).catch(() => 'away'), { timeout: 10_000 }).toBe(0)
    await expect.poll(() => log).toContainEqual(expect.objectContaining({ level: 'info', event: 'redis back' }))
    await allowances.close()
  })

  test('once Redis is back it is used by whoever tries again, not only after the next look', async () => {
    await using server = await start()
    const allowances = await open(server.url)
    const use = () => allowances.use('a', { ...part, costMs: 1 }).catch(() => 'away')
    await server.stop()
    await expect.poll(() => allowances.check()).toBe(false)
    await server.start()
    // The first may join a look that was under way before.
    await use()
    expect(await use()).toBe(0)
    await allowances.close()
  })

  test('does not start with a wrong password, or with a login that may not do what is needed', async () => {
    const rights = ['on', '>secret', '~latchkey:api:*', '+ping']
    await using server = await start(['--user', 'default', 'off', '--user', 'api', ...rights])
    const as = (password: string) => open(server.url.replace('//', `//api:${password}@`))
    await expect(as('wrong')).rejects.toThrow('(WRONGPASS)')
    await expect(as('secret')).rejects.toThrow('(NOPERM)')
  })
})
