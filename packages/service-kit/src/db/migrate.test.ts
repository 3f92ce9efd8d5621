import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type PostgresServer, startPostgres } from '../../test/postgres.ts'
import { type Database, roleOf } from './database.ts'
import type { Migration } from './Migration.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations.ts'
import { openDatabase } from './openDatabase.ts'
import { openSplitDatabase } from './openSplitDatabase.ts'
import { openPostgres } from './postgres.ts'
import { setLogins } from './setLogins.ts'

const passwords = { api: 'a password of the api!', custody: 'a password of custody' }

let server: PostgresServer
let sql: postgres.Sql
let owner: Database
const openApi = () => {
  const url = new URL(server.url)
  url.username = roleOf.api
  url.password = passwords.api
  return openSplitDatabase(url.href, 'api')
}
const appliedIn = async (): Promise<string[]> =>
  (await sql<{ name: string }[]>`SELECT name FROM public.latchkey_migrations`).map(({ name }) => name)
const upTo = (...more: Migration[]): readonly Migration[] => [...migrations, ...more]
const forget = (...names: string[]) => sql`DELETE FROM public.latchkey_migrations WHERE name IN ${sql(names)}`

beforeAll(async () => {
  server = await startPostgres()
  sql = postgres(server.url, { max: 3, onnotice: () => {} })
  owner = await openDatabase({ url: server.url })
  await setLogins(owner, passwords)
})
afterAll(async () => {
  await sql.end()
  await owner.close()
  await server[Symbol.asyncDispose]()
})

test('processes that start together on an empty server migrate once', async () => {
  await sql`CREATE DATABASE together`
  const url = new URL(server.url)
  url.pathname = '/together'
  const opened = await Promise.all([1, 2, 3].map(() => openDatabase({ url: url.href })))
  for (const database of opened) await database.close()
})

describe('an index', () => {
  const name = '9001 an index'
  const index = { schema: 'latchkey_api', name: 'users_by_age', on: 'users (created_at)' }
  const known = upTo({ name, indexes: [index] })
  const isValid = async () =>
    (
      await sql<{ indisvalid: boolean }[]>`
      SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('latchkey_api.users_by_age')`
    )[0]?.indisvalid

  test('is made while a writer has the table', async () => {
    const { promise: release, resolve } = Promise.withResolvers<void>()
    const writer = postgres(server.url, { max: 1 })
    const { promise: written, resolve: hasWritten } = Promise.withResolvers<void>()
    const writing = writer.begin(async (own) => {
      await own`INSERT INTO latchkey_api.users (user_id, created_at) VALUES (gen_random_uuid(), now())`
      hasWritten()
      await release
    })
    await written
    const migrating = migrate(owner, { known })
    // It has begun: other transactions still write.
    await expect.poll(isValid).toBe(false)
    await sql`INSERT INTO latchkey_api.users (user_id, created_at) VALUES (gen_random_uuid(), now())`
    resolve()
    await writing
    await writer.end()
    await migrating
    expect([await isValid(), await appliedIn()]).toEqual([true, expect.arrayContaining([name])])
  })

  test('of a run that broke off is made again', async () => {
    await forget(name)
    await sql`UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'latchkey_api.users_by_age'::regclass`
    await migrate(owner, { known })
    expect(await isValid()).toBe(true)
    await forget(name)
    await sql`DROP INDEX latchkey_api.users_by_age`
  })
})

describe('a table that a long transaction has', () => {
  const name = '9002 a column'
  const known = upTo({ name, statements: 'ALTER TABLE latchkey_api.settings ADD COLUMN colour text' })
  /** Locks the table until it is released. */
  const hold = async () => {
    const holder = postgres(server.url, { max: 1 })
    const [has, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holding = holder.begin(async (own) => {
      await own`SELECT * FROM latchkey_api.settings`
      has.resolve()
      await letGo.promise
    })
    await has.promise
    return async () => {
      letGo.resolve()
      await holding
      await holder.end()
    }
  }
  const isWaiting = async () =>
    (await sql`SELECT FROM pg_locks WHERE NOT granted AND relation = 'latchkey_api.settings'::regclass`).length > 0

  test('is given up after 2 s, so that calls behind the migration go on, and nothing of it is applied', async () => {
    const letGo = await hold()
    const migrating = migrate(owner, { known, maxTries: 1 })
    const failed = expect(migrating).rejects.toThrow('found its tables locked 1 times')
    await expect.poll(isWaiting).toBe(true)
    await sql`SELECT * FROM latchkey_api.settings`
    await failed
    await letGo()
    expect(await appliedIn()).not.toContain(name)
  })

  test('is waited for, again and again', async () => {
    const letGo = await hold()
    const migrating = migrate(owner, { known })
    for (const isTrying of [true, false, true]) await expect.poll(isWaiting).toBe(isTrying)
    await letGo()
    await migrating
    expect(await appliedIn()).toContain(name)
    await sql`ALTER TABLE latchkey_api.settings DROP COLUMN colour`
    await forget(name)
  })
})

describe('a schema of a later release', () => {
  const expand: Migration = {
    name: '9003 expand',
    statements: 'ALTER TABLE latchkey_api.users ADD COLUMN nickname text',
  }
  const contract: Migration = {
    name: '9004 contract',
    statements: 'ALTER TABLE latchkey_api.users DROP COLUMN nickname',
    contracts: expand.name,
  }

  test('that has only added serves processes of this one, and this one’s migrations leave it as it is', async () => {
    await migrate(owner, { known: upTo(expand) })
    await sql`GRANT SELECT ON latchkey_api.users TO PUBLIC`
    await (await openApi()).close()
    await migrate(owner)
    expect(
      await sql`SELECT has_table_privilege('latchkey_custody', 'latchkey_api.users', 'SELECT') AS is_kept`,
    ).toEqual([{ is_kept: true }])
    await migrate(owner, { known: upTo(expand) })
  })

  test('that has removed something serves no process that may need it', async () => {
    await migrate(owner, { known: upTo(expand, contract) })
    await expect(openApi()).rejects.toThrow('lost what this release needs: start a release that knows 9003 expand')
    await expect(migrate(owner)).rejects.toThrow('The schema has lost what this release needs')
    await forget(expand.name, contract.name)
    await (await openApi()).close()
  })

  test('removes nothing while services run that may be two releases older', async () => {
    const service = await openApi()
    await service.transaction('api', (own) => own`SELECT 1`)
    const jump = migrate(owner, { known: upTo(expand, contract) })
    await expect(jump).rejects.toThrow('latchkey_api may be of one that does not know 9003 expand')
    await service.close()
    await expect
      .poll(async () => (await sql`SELECT FROM pg_stat_activity WHERE usename = 'latchkey_api'`).length)
      .toBe(0)
    await migrate(owner, { known: upTo(expand, contract) })
    expect(await appliedIn()).toContain(contract.name)
    await forget(expand.name, contract.name)
  })
})

test('what is applied and what failed are apart: each migration is a transaction', async () => {
  const bare = await openPostgres(server.url)
  const known = upTo(
    { name: '9005 fine', statements: 'CREATE TABLE latchkey_api.fine (one integer)' },
    { name: '9006 wrong', statements: 'CREATE TABLE latchkey_api.half (one integer); SELECT 1 / 0' },
  )
  await expect(migrate(bare, { known })).rejects.toThrow('division by zero')
  expect(await appliedIn()).toContain('9005 fine')
  expect(await sql`SELECT to_regclass('latchkey_api.half') AS half`).toEqual([{ half: null }])
  await bare.close()
})
