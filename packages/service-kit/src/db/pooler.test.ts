import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findPgbouncer, startPgbouncer } from '../../test/pgbouncer.ts'
import { type PostgresServer, startPostgres } from '../../test/postgres.ts'
import { type Database, type DatabaseRole, roleOf } from './database.ts'
import { openDatabase } from './openDatabase.ts'
import { openSplitDatabase } from './openSplitDatabase.ts'
import { setLogins } from './setLogins.ts'

const program = findPgbouncer()
if (program === null) console.info('Poolers are not tried: pgbouncer is missing')

const passwords = { api: 'password-of-the-api', custody: 'password-of-custody' }
const roles = ['api', 'custody'] as const
const otherRole = { api: 'custody', custody: 'api' } as const

describe.each(program === null ? [] : [program])('%s, each connection shared between transactions', (pgbouncer) => {
  let server: PostgresServer
  let pooler: Awaited<ReturnType<typeof startPgbouncer>>
  let owner: Database
  const own: Partial<Record<DatabaseRole, Database>> = {}

  beforeAll(async () => {
    server = await startPostgres()
    pooler = await startPgbouncer(pgbouncer, {
      url: server.url,
      logins: { latchkey_api: passwords.api, latchkey_custody: passwords.custody },
      poolSize: 2,
    })
    owner = await openDatabase({ url: pooler.urlOf('postgres'), poolSize: 8 })
    await setLogins(owner, passwords)
    for (const role of roles) own[role] = await openSplitDatabase(pooler.urlOf(roleOf[role]), role, { poolSize: 8 })
  })
  afterAll(async () => {
    for (const database of [owner, ...Object.values(own)]) await database?.close()
    await pooler?.[Symbol.asyncDispose]()
    await server[Symbol.asyncDispose]()
  })

  const spend = (database: Database, jti: string) =>
    database.transaction('api', async (sql) => {
      const at = new Date('2026-01-01T00:00:00.000Z')
      await sql`INSERT INTO spent_grants (jti, expires_at) VALUES (${jti}, ${at})`
      return sql<{ jti: string }>`SELECT jti, current_user::text AS who FROM spent_grants WHERE jti = ${jti}`
    })

  test('more transactions at once than connections to the server', async () => {
    const names = Array.from({ length: 60 }, (_, index) => `grant ${index}`)
    const databases = [owner, own.api as Database]
    const answers = await Promise.all(names.map((name, index) => spend(databases[index % 2] as Database, name)))
    expect(answers).toEqual(names.map((jti) => [{ jti, who: 'latchkey_api' }]))
  })

  test('statements of both authorities in turn, each in its own schema and role', async () => {
    const askers = roles.flatMap((role) => [owner, own[role] as Database].map((database) => ({ role, database })))
    const asked = Array.from({ length: 40 }, (_, index) => askers[index % askers.length] as (typeof askers)[number])
    const answers = await Promise.all(
      asked.map(({ role, database }, index) =>
        database.statement(
          role,
          (sql) => sql`SELECT ${`${index}`} AS name, current_user::text AS who, current_setting('search_path') AS path,
            current_setting('statement_timeout') AS timeout`,
        ),
      ),
    )
    expect(answers).toEqual(
      asked.map(({ role }, index) => [{ name: `${index}`, who: roleOf[role], path: roleOf[role], timeout: '5s' }]),
    )
  })

  test.each(roles)('no transaction of %s reaches the tables of the other authority', async (role) => {
    for (const database of [owner, own[role] as Database]) {
      const reach = () => database.transaction(role, (sql) => other(sql))
      const other = (sql: Parameters<Parameters<Database['transaction']>[1]>[0]) =>
        role === 'api' ? sql`SELECT * FROM latchkey_custody.people` : sql`SELECT * FROM latchkey_api.users`
      await expect(reach()).rejects.toThrow('permission denied')
    }
    await expect((own[role] as Database).transaction(otherRole[role], (sql) => sql`SELECT 1`)).rejects.toThrow(
      'permission denied',
    )
  })

  test('an authority still refuses a login that can act for both', async () => {
    await expect(openSplitDatabase(pooler.urlOf('postgres'), 'api')).rejects.toThrow('administers roles')
  })
})
