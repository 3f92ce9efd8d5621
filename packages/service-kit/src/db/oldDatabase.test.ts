import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startPostgres } from '../../test/postgres.ts'
import type { Database } from './database.ts'
import type { Migration } from './Migration.ts'
import { migrations } from './migrations.ts'
import { openDatabase } from './openDatabase.ts'
import { openPglite } from './pglite.ts'
import { openPostgres } from './postgres.ts'

const newest = migrations.at(-1)?.name ?? ''

/** A database as the version before the newest migration left it, with an account in it. */
async function makeOld(database: Database): Promise<void> {
  const statementsOf = (migration: Migration): string[] =>
    'statements' in migration
      ? [migration.statements, 'SET LOCAL search_path = public']
      : migration.indexes.map(({ schema, name, on }) => `CREATE INDEX ${name} ON ${schema}.${on}`)
  await database.migrate([
    'CREATE TABLE public.latchkey_migrations (name text PRIMARY KEY)',
    ...migrations
      .slice(0, -1)
      .flatMap((migration) => [
        ...statementsOf(migration),
        `INSERT INTO public.latchkey_migrations (name) VALUES ('${migration.name}')`,
      ]),
  ])
  await useAsBefore(database, '00000000-0000-4000-8000-000000000001')
}

/** Statements of the version before: it goes on while the new one starts. */
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
