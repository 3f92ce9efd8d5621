import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PostgresServer, startPostgres } from '../../test/postgres.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { openPostgres } from './postgres.ts'

let server: PostgresServer
let database: Database

beforeAll(async () => {
  server = await startPostgres()
  database = await openPostgres(server.url)
  await migrate(database)
})
afterAll(async () => {
  await database.close()
  await server[Symbol.asyncDispose]()
})

const ask = () => database.transaction('api', (sql) => sql`SELECT 1 AS one`)

test('while PostgreSQL is away calls say so, and go on when it is back', async () => {
  expect(await ask()).toEqual([{ one: 1 }])
  const interrupted = database.transaction('api', (sql) => sql`SELECT pg_sleep(60)`)
  const outcome = expect(interrupted).rejects.toMatchObject({ name: 'SERVICE_UNREACHABLE' })
  await untilSomebodySleeps()
  await server.crash()
  // The outcome is unknown: it may have been committed.
  await outcome
  await expect(ask()).rejects.toMatchObject({ name: 'SERVICE_UNAVAILABLE' })

  await server.start()
  await expect.poll(() => ask().catch(() => null)).toEqual([{ one: 1 }])
})

test('transactions that PostgreSQL crashes under again and again all come to an end, done or not done, and none half', async () => {
  const count = 3
  let last = 0
  const transact = async (): Promise<void> => {
    const name = `${last++}`
    await database.transaction('api', async (sql) => {
      for (let at = 0; at < count; at++) {
        await sql`INSERT INTO spent_grants (jti, expires_at) VALUES (${`${name} ${at}`}, now())`
        // As when signing a token: the connection may be lost between two statements.
        await sleep(at)
      }
    })
  }
  for (let crashes = 0; crashes < 4; crashes++) {
    let isOver = false
    const busy = Array.from({ length: 8 }, async () => {
      while (!isOver) await transact().catch(() => sleep(5))
    })
    await sleep(50)
    await server.crash()
    await server.start()
    await expect.poll(() => ask().catch(() => null)).toEqual([{ one: 1 }])
    isOver = true
    await Promise.all(busy)
  }
  // Every connection works like new.
  await Promise.all(Array.from({ length: 20 }, ask))
  const half = await database.transaction(
    'api',
    (sql) => sql`
      SELECT split_part(jti, ' ', 1) AS name FROM spent_grants GROUP BY name HAVING count(*) <> ${count}`,
  )
  expect(half).toEqual([])
})

test('a statement that is wrong is no absence', async () => {
  await expect(database.transaction('api', (sql) => sql`SELECT nothing`)).rejects.toMatchObject({ code: '42703' })
})

async function untilSomebodySleeps(): Promise<void> {
  const owner = postgres(server.url, { max: 1 })
  const sleeping = () => owner`SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep'`
  await expect.poll(sleeping).toHaveLength(1)
  await owner.end()
}
