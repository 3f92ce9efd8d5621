import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type PostgresServer, startPostgres } from '../../test/postgres.ts'
import type { Database, DatabaseRole } from './database.ts'
import { openDatabase } from './openDatabase.ts'
import { openSplitDatabase } from './openSplitDatabase.ts'
import { setLogins } from './setLogins.ts'

const roles: readonly DatabaseRole[] = ['api', 'custody']
const otherRole = { api: 'custody', custody: 'api' } as const
const passwords = { api: 'a password of the api!', custody: "custody's password \\ " } as const

let server: PostgresServer
let owner: Database
const databases: Partial<Record<DatabaseRole, Database>> = {}
const as = (role: DatabaseRole): Database => databases[role] as Database
const urlOf = (user: string, password: string): string => {
  const url = new URL(server.url)
  url.username = user
  url.password = encodeURIComponent(password)
  return url.href
}

beforeAll(async () => {
  server = await startPostgres()
  owner = await openDatabase({ url: server.url })
  await setLogins(owner, passwords)
  for (const role of roles) databases[role] = await openSplitDatabase(urlOf(`latchkey_${role}`, passwords[role]), role)
})
afterAll(async () => {
  for (const database of [owner, ...Object.values(databases)]) await database?.close()
  await server[Symbol.asyncDispose]()
})

describe.each(roles)('the login of %s', (role) => {
  test('works in its own schema', async () => {
    const rows = await as(role).transaction(role, (sql) => sql`SELECT purpose FROM authority_keys`)
    expect(rows).toEqual([])
  })

  test('cannot become the other authority, nor the owner', async () => {
    await expect(as(role).transaction(otherRole[role], (sql) => sql`SELECT 1`)).rejects.toThrow('permission denied')
    const client = postgres(urlOf(`latchkey_${role}`, passwords[role]), { max: 1, onnotice: () => {} })
    for (const name of [`latchkey_${otherRole[role]}`, 'postgres'])
      await expect(client.unsafe(`SET ROLE ${name}`)).rejects.toThrow('permission denied')
    await client.end()
  })

  test('reads and writes no table of the other authority, also outside any role of ours', async () => {
    const client = postgres(urlOf(`latchkey_${role}`, passwords[role]), { max: 1, onnotice: () => {} })
    const schema = `latchkey_${otherRole[role]}`
    const tables = await client<{ name: string }[]>`
      SELECT relname::text AS name FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
      WHERE nspname = ${schema} AND relkind = 'r'`
    expect(tables.length).toBeGreaterThanOrEqual(7)
    for (const { name } of tables)
      for (const text of ['SELECT * FROM', 'DELETE FROM', 'TRUNCATE', 'DROP TABLE'])
        await expect(client.unsafe(`${text} ${schema}.${name}`)).rejects.toThrow(/permission denied|must be owner/)
    await client.end()
  })

  test('can change neither the schema nor its own rights', async () => {
    for (const statement of [
      'CREATE TABLE mine (a int)',
      'DELETE FROM public.latchkey_migrations',
      `GRANT latchkey_${otherRole[role]} TO latchkey_${role}`,
      `ALTER ROLE latchkey_${role} SUPERUSER`,
      'CREATE ROLE friend',
    ])
      await expect(as(role).migrate([statement])).rejects.toThrow(/permission denied|must|denied/i)
  })
})

describe('an authority does not start', () => {
  test.each(roles)('as %s with the login of the other one', async (role) => {
    const url = urlOf(`latchkey_${otherRole[role]}`, passwords[otherRole[role]])
    await expect(openSplitDatabase(url, role)).rejects.toThrow('cannot be used as')
  })

  test.each(roles)('as %s with the login of the owner, who can act for both', async (role) => {
    await expect(openSplitDatabase(server.url, role)).rejects.toThrow('administers roles')
  })

  test('with a login that has both roles', async () => {
    await owner.migrate([
      "CREATE ROLE everybody LOGIN PASSWORD 'password of both'",
      'GRANT latchkey_api, latchkey_custody TO everybody',
    ])
    await expect(openSplitDatabase(urlOf('everybody', 'password of both'), 'api')).rejects.toThrow('may become')
  })

  test('with a wrong password, and repeats none', async () => {
    const url = urlOf('latchkey_api', 'not the password')
    const refused = openSplitDatabase(url, 'api')
    await expect(refused).rejects.toThrow('check DATABASE_URL')
    await expect(refused).rejects.not.toThrow('not the password')
  })

  test('before the migrations have run', async () => {
    await owner.migrate(["DELETE FROM public.latchkey_migrations WHERE name LIKE '0002%'"])
    const refused = openSplitDatabase(urlOf('latchkey_api', passwords.api), 'api')
    await expect(refused).rejects.toThrow('not up to date')
    await openDatabase({ url: server.url }).then((database) => database.close())
    await (await openSplitDatabase(urlOf('latchkey_api', passwords.api), 'api')).close()
  })
})
