import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startPostgres } from '../../test/postgres.ts'
import type { Database } from './database.ts'
import type { Migration } from './Migration.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations.ts'
import { openDatabase } from './openDatabase.ts'
import { openPglite } from './pglite.ts'
import { openPostgres } from './postgres.ts'
import { requireOurs } from './restore/restoreDatabase.ts'
import { compareRights } from './rights.ts'

const newest = migrations.at(-1)?.name ?? ''

/** Creates a database with only these migrations. */
async function makeWith(database: Database, applied: readonly Migration[]): Promise<void> {
  const statementsOf = (migration: Migration): string[] =>
    'statements' in migration
      ? [migration.statements, 'SET LOCAL search_path = public']
      : migration.indexes.map(({ schema, name, on }) => `CREATE INDEX ${name} ON ${schema}.${on}`)
  await database.migrate([
    'CREATE TABLE public.latchkey_migrations (name text PRIMARY KEY)',
    ...applied.flatMap((migration) => [
      ...statementsOf(migration),
      `INSERT INTO public.latchkey_migrations (name) VALUES ('${migration.name}')`,
    ]),
  ])
}

/** Creates a database as of the version before the newest migration, with an account in it. */
async function makeOld(database: Database): Promise<void> {
  await makeWith(database, migrations.slice(0, -1))
  await useAsBefore(database, '00000000-0000-4000-8000-000000000001')
}

/** Statements of the previous version, which keeps running while the new one starts. */
const useAsBefore = (database: Database, userId: string) =>
  database.transaction('api', async (sql) => {
    const at = new Date('2026-01-01T00:00:00.000Z')
    await sql`DELETE FROM spent_grants WHERE expires_at < ${at}`
    await sql`INSERT INTO spent_grants (jti, expires_at) VALUES (${userId}, ${at})`
    await sql`INSERT INTO spent_proofs (jti_hash, expires_at) VALUES (${new TextEncoder().encode(userId)}, ${at})`
    await sql`INSERT INTO users (user_id, email, created_at) VALUES (${userId}, ${`${userId}@example.com`}, ${at})`
    await sql`
      INSERT INTO audit_log (user_id, at, event, device_id, dapp_origin) VALUES (${userId}, ${at}, 'signed in', 'one', null)`
  })

async function expectBoth(database: Database): Promise<void> {
  await useAsBefore(database, '00000000-0000-4000-8000-000000000002')
  const users = await database.transaction('api', (sql) => sql`SELECT email FROM users ORDER BY email`)
  expect(users).toHaveLength(2)
  const applied = await database.transaction('api', (sql) => sql`SELECT name FROM public.latchkey_migrations`)
  expect(applied).toContainEqual({ name: newest })
}

test('a folder of the version before opens, keeps what is in it, and takes statements of both versions', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-old-'))
  const old = await openPglite(folder)
  await makeOld(old)
  await old.close()
  const database = await openDatabase({ folder })
  await expectBoth(database)
  await database.close()
  rmSync(folder, { recursive: true })
})

test('so does a PostgreSQL database', async () => {
  await using server = await startPostgres()
  const old = await openPostgres(server.url)
  await makeOld(old)
  const database = await openDatabase({ url: server.url })
  await expectBoth(old)
  await database.close()
  await old.close()
})

/** Opens a database of builds in which the migration 0032 had this name, with or without the column `kind`. */
async function openWith0032(name: string, kind: string): Promise<Database> {
  const at = migrations.findIndex((migration) => migration.name.startsWith('0032 '))
  const row = migrations[at]
  if (row === undefined || !('statements' in row)) throw new Error('0032 is missing')
  const statements = row.statements
    .replace('kind text NOT NULL,', '')
    .replace('project_id text', `${kind} project_id text`)
  const database = await openPglite(null)
  await makeWith(database, [...migrations.slice(0, at), { name, statements }])
  return database
}

test.each([
  ['0032 purchases at providers and exchanges', 'kind text NOT NULL,'],
  ['0032 purchases at providers', ''],
])('a database whose purchases were made by "%s" takes purchases without a kind', async (name, kind) => {
  const database = await openWith0032(name, kind)
  await migrate(database)
  const found = await database.migrate([
    `SELECT is_nullable FROM information_schema.columns
      WHERE table_schema = 'latchkey_api' AND table_name = 'purchases' AND column_name = 'kind'`,
  ])
  expect(found).toEqual([{ is_nullable: 'YES' }])
  await database.close()
})

test('a database that has a migration by its former name is not taken for one of a later release', async () => {
  const database = await openWith0032('0032 purchases at providers', '')
  await migrate(database)
  await expect(requireOurs(database)).resolves.toBeUndefined()
  await database.migrate(['REVOKE INSERT ON latchkey_api.purchases FROM latchkey_api'])
  await migrate(database)
  expect(await database.transaction('api', compareRights)).toEqual({ missing: [], extra: [] })
  await database.close()
})
