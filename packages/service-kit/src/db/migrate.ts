import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, roleOf } from './database.ts'
import type { Migration, OnlineIndex } from './Migration.ts'
import { migrations } from './migrations.ts'
import { createRoles, setRights } from './rights.ts'
import { type Applied, appliedQuery, assessSchema } from './schemaState.ts'

/** Options of `migrate`, for tests of upgrades. */
export type MigrateOptions = {
  /** Default: those of this release. */
  known?: readonly Migration[]
  /** How often a migration is tried when it doesn't get its locks within 2 s. */
  maxTries?: number
}

/**
 * Brings a database up to date while services use it: roles, then schema, then rights. Each migration is a transaction. One that waits
 * longer than 2 s for a table's lock rolls back and retries, so that it doesn't block other calls. A database that a later release has
 * migrated stays unchanged.
 *
 * Throws when the schema is too new for this release, when a release was skipped whose processes still run, when a table stays locked, and
 * when the logins' rights can't be set.
 */
export const migrate = (
  database: Database,
  { known = migrations, maxTries = 60 }: MigrateOptions = {},
): Promise<void> =>
  database.exclusively(async () => {
    await database.migrate([
      'CREATE TABLE IF NOT EXISTS public.latchkey_migrations (name text PRIMARY KEY)',
      ...createRoles,
    ])
    const applied = await database.migrate<Applied>([appliedQuery])
    const before = assessSchema(applied, known)
    if (before.is === 'too new')
      throw new Error(
        `The schema has lost what this release needs: use a release that knows ${before.needs}, or a backup`,
      )
    if (before.is === 'newer') return

    const names = new Set(applied.map(({ name }) => name))
    for (const migration of known.filter(({ name }) => !names.has(name))) {
      if ('indexes' in migration) {
        for (const index of migration.indexes) await createOnline(database, index)
        await database.migrate([note(migration)])
      } else {
        if (names.size > 0 && migration.contracts !== undefined && !names.has(migration.contracts))
          await requireNobody(database, migration.contracts)
        const statements = ["SET LOCAL lock_timeout = '2s'", migration.statements, note(migration)]
        await steppingAside(() => database.migrate(statements), migration.name, maxTries)
      }
    }
    await setRights(database)
  })

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

const note = (migration: Migration): string =>
  'contracts' in migration && migration.contracts !== undefined
    ? `INSERT INTO public.latchkey_migrations (name, needs) VALUES (${quoted(migration.name)}, ${quoted(migration.contracts)})`
    : `INSERT INTO public.latchkey_migrations (name) VALUES (${quoted(migration.name)})`

/** PostgreSQL, appendix A: the lock wasn't acquired within `lock_timeout`. */
const isLocked = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '55P03'

async function steppingAside(work: () => Promise<unknown>, name: string, maxTries: number): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await work()
      return
    } catch (error) {
      if (!isLocked(error)) throw error
      if (tries >= maxTries)
        throw new Error(
          `Migration ${name} found its tables locked ${tries} times: end the transaction that holds them`,
          {
            cause: error,
          },
        )
      await sleep(1_000)
    }
  }
}

/** An interrupted run leaves an invalid index that is maintained but never used. */
async function createOnline(database: Database, { schema, name, on }: OnlineIndex): Promise<void> {
  const [found] = await database.migrate<{ is_valid: boolean }>([
    `SELECT indisvalid AS is_valid FROM pg_index WHERE indexrelid = to_regclass('${schema}.${name}')`,
  ])
  if (found?.is_valid === true) return
  if (found !== undefined) await database.migrateOnline(`DROP INDEX CONCURRENTLY ${schema}.${name}`)
  await database.migrateOnline(`CREATE INDEX CONCURRENTLY ${name} ON ${schema}.${on}`)
}

/** Throws while services are connected: their release may still use what this migration removes. */
async function requireNobody(database: Database, needed: string): Promise<void> {
  const connected = await database.migrate<{ login: string }>([
    `SELECT DISTINCT usename::text AS login FROM pg_stat_activity
      WHERE datname = current_database() AND usename IN (${Object.values(roleOf).map(quoted).join(', ')})`,
  ])
  if (connected.length > 0)
    throw new Error(
      `A release was left out, and ${connected.map(({ login }) => login).join(' and ')} may be of one that does not know ${needed}: upgrade to the release with it first, or stop api and custody`,
    )
}
