import { describe, expect, test } from 'vitest'
import { freeze } from '../../test/freeze.ts'
import { startPostgres } from '../../test/postgres.ts'
import { findRedis, startRedis } from '../../test/redis.ts'
import { migrate } from '../db/migrate.ts'
import { openPostgres } from '../db/postgres.ts'
import { chosenLines, type LogEntry } from '../log.ts'
import { openRedisRateLimits } from '../rateLimits/redisRateLimits.ts'

const redisProgram = findRedis()
const namesOf = (outcomes: PromiseSettledResult<unknown>[]) => [
  ...new Set(outcomes.map((each) => (each.status === 'rejected' ? (each.reason as Error).name : 'done'))),
]

// Only on Linux can the children of a process be listed.
describe.runIf(process.platform === 'linux')('a server that is stopped where it is', () => {
  test('PostgreSQL: whoever waits is rejected, whoever comes is rejected at once; no statement is lost or half done', async () => {
    await using server = await startPostgres()
    const log: LogEntry[] = []
    const database = await openPostgres(server.url, { poolSize: 4, log: chosenLines((entry) => log.push(entry)) })
    await migrate(database)
    const events = () => log.map(({ level, event }) => `${level} ${event}`)
    const write = (name: string) =>
      database.transaction('api', async (sql) => {
        for (const half of ['one', 'two'])
          await sql`INSERT INTO spent_grants (jti, expires_at) VALUES (${`${name} ${half}`}, now())`
      })
    await Promise.all(Array.from({ length: 8 }, (_, index) => write(`before ${index}`)))

    const goOn = freeze(server.pid())
    // Four have a connection, with unknown outcome; four waited for one, and have done nothing.
    const waiting = await Promise.allSettled(Array.from({ length: 8 }, (_, index) => write(`during ${index}`)))
    expect(namesOf(waiting)).toEqual(['SERVICE_UNREACHABLE', 'SERVICE_UNAVAILABLE'])
    expect(namesOf(await Promise.allSettled([write('later')]))).toEqual(['SERVICE_UNAVAILABLE'])
    expect([await database.check(), events()]).toEqual([false, ['error database lost']])

    goOn()
    await expect.poll(() => database.check()).toBe(true)
    await write('after')
    expect(events()).toEqual(['error database lost', 'info database back'])
    const rows = await database.statement(
      'api',
      (sql) => sql<{ name: string; halves: number }>`
        SELECT regexp_replace(jti, ' (one|two)$', '') AS name, count(*)::int AS halves FROM spent_grants GROUP BY 1`,
    )
    expect(rows.filter(({ halves }) => halves !== 2)).toEqual([])
    const names = rows.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['before 7', 'after']))
    expect(names).not.toContain('later')
    await database.close()
  })

  test.each(redisProgram === null ? [] : [redisProgram])('%s: rejected the same way', async (program) => {
    await using server = await startRedis(program)
    const log: LogEntry[] = []
    const rateLimits = await openRedisRateLimits({ url: server.url, authority: 'api', log: (entry) => log.push(entry) })
    const part = { costMs: 1, wholeMs: 60_000, nowMs: Date.now() }
    const events = () => log.map(({ level, event }) => `${level} ${event}`)
    const goOn = freeze(server.pid())
    const use = () => rateLimits.use('a', part)
    await expect.poll(() => use().catch(() => rateLimits.check())).toBe(false)
    await expect(use()).rejects.toMatchObject({ name: 'SERVICE_UNAVAILABLE', cause: { name: 'DependencyAway' } })
    expect(events()).toEqual(['error redis lost'])
    goOn()
    await expect.poll(() => use().catch(() => 'away')).toBe(0)
    expect(events()).toEqual(['error redis lost', 'info redis back'])
    await rateLimits.close()
  })
})
