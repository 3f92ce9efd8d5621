import { type Database, type DatabaseRole, roleOf, single } from './database.ts'
import { migrations } from './migrations.ts'
import { openPostgresAs } from './postgres.ts'

const otherOf = { api: 'custody', custody: 'api' } as const satisfies Record<DatabaseRole, DatabaseRole>

/**
 * The database of an authority that runs alone, under a login that can act for nobody else.
 *
 * Throws when the login is a superuser, owns the authority's tables or may become the other authority, and when the schema is
 * not up to date: this login may not change it.
 */
export async function openSplitDatabase(url: string, role: DatabaseRole): Promise<Database> {
  const database = await openPostgresAs(url, role)
  try {
    await requireOwnLogin(database, role)
  } catch (error) {
    await database.close()
    throw error
  }
  return database
}

async function requireOwnLogin(database: Database, role: DatabaseRole): Promise<void> {
  const { login, reach, applied } = await inspect(database, role).catch((cause: unknown) => {
    // 28P01: wrong password; 42704, 42501, 42P01: what the migrations make is not there.
    throw new Error(
      `The database cannot be used as ${roleOf[role]}: check DATABASE_URL, and that the migrations have run (packages/service-kit/src/db/main.ts)`,
      { cause },
    )
  })
  if (reach !== null)
    throw new Error(
      `The database login ${login} ${reach}: in a process of its own the ${role} needs a login that is ${roleOf[role]} and nothing else`,
    )
  const missing = migrations.filter(({ name }) => !applied.includes(name))
  if (missing.length > 0)
    throw new Error(
      `The database is not up to date: run packages/service-kit/src/db/main.ts first (${missing.map(({ name }) => name)})`,
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
    const rows = await sql<{ name: string }>`SELECT name FROM public.latchkey_migrations`
    const reach = facts.is_super
      ? 'administers roles'
      : facts.owns
        ? 'owns the tables'
        : facts.is_other
          ? `may become ${roleOf[otherOf[role]]}`
          : null
    return { login: facts.login, reach, applied: rows.map(({ name }) => name) }
  })
