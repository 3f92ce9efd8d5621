import { type Database, type DatabaseRole, roleOf, single } from './database.ts'
import { migrations } from './migrations.ts'
import { openPostgresAs, type PostgresOptions } from './postgres.ts'
import { missingRights } from './rights.ts'
import { type Applied, assessSchema } from './schemaState.ts'

const otherOf = { api: 'custody', custody: 'api' } as const satisfies Record<DatabaseRole, DatabaseRole>

/**
 * Opens the database of an authority that runs separately, under a login that can act only for this authority.
 *
 * The schema may be from a later release that has removed nothing that this one needs: processes of both run side by side during an
 * upgrade.
 *
 * Throws when the login is a superuser, owns the authority's tables or may become the other authority, when it lacks a right of
 * `rights.ts`, and when the schema is outdated or too new, which this login can't change.
 */
export async function openSplitDatabase(url: string, role: DatabaseRole, options?: PostgresOptions): Promise<Database> {
  const database = await openPostgresAs(url, role, options).catch(unusableAs(role))
  try {
    await requireOwnLogin(database, role)
  } catch (error) {
    await database.close()
    throw error
  }
  return database
}

/** 28P01: wrong password; 42704, 42501, 42P01: objects that the migrations create are missing. */
const unusableAs = (role: DatabaseRole) => (cause: unknown) => {
  throw new Error(
    `The database cannot be used as ${roleOf[role]}: check DATABASE_URL, and that the migrations have run (packages/service-kit/src/db/main.ts)`,
    { cause },
  )
}

async function requireOwnLogin(database: Database, role: DatabaseRole): Promise<void> {
  const { login, reach, applied, missing } = await inspect(database, role).catch(unusableAs(role))
  if (reach !== null)
    throw new Error(
      `The database login ${login} ${reach}: in a process of its own the ${role} needs a login that is ${roleOf[role]} and nothing else`,
    )
  const state = assessSchema(applied, migrations)
  if (state.is === 'older')
    throw new Error(
      `The database is not up to date: run packages/service-kit/src/db/main.ts first (${state.missing.join(', ')})`,
    )
  if (state.is === 'too new')
    throw new Error(
      `The database has lost what this release needs: start a release that knows ${state.needs}, or restore a backup`,
    )
  if (missing.length > 0)
    throw new Error(
      `The database login ${login} lacks rights, as after half a restore: run packages/service-kit/src/db/main.ts (${missing.join(', ')})`,
    )
}

const inspect = (database: Database, role: DatabaseRole) =>
  database.transaction(role, async (sql) => {
    const facts = single(
      await sql<{ login: string; is_super: boolean; owns: boolean; is_other: boolean }>`
        SELECT session_user::text AS login,
          (SELECT rolsuper OR rolcreaterole FROM pg_roles WHERE rolname = session_user) AS is_super,
          EXISTS (
            SELECT FROM pg_namespace WHERE nspname = ${roleOf[role]} AND pg_has_role(session_user, nspowner, 'MEMBER')
          ) AS owns,
          pg_has_role(session_user, ${roleOf[otherOf[role]]}, 'MEMBER') AS is_other`,
    )
    // Also works on a list from before `needs` was added.
    const applied = await sql<Applied>`
      SELECT name, to_jsonb(latchkey_migrations) ->> 'needs' AS needs FROM public.latchkey_migrations`
    const reach = facts.is_super
      ? 'administers roles'
      : facts.owns
        ? 'owns the tables'
        : facts.is_other
          ? `may become ${roleOf[otherOf[role]]}`
          : null
    return { login: facts.login, reach, applied, missing: await missingRights(sql, role) }
  })
