import { spawn } from 'node:child_process'
import postgres from 'postgres'
import { beginEpoch } from '../beginEpoch.ts'
import { type Database, single } from '../database.ts'
import { migrations } from '../migrations.ts'
import { openDatabase } from '../openDatabase.ts'
import { openPostgres } from '../postgres.ts'
import { type Applied, appliedQuery, isKnown } from '../schemaState.ts'

/** The server to restore to, and the dump to restore. */
export type RestoreOptions = {
  /** The URL of the owner, who may create databases and roles, bypassing any pooler. Its database need not exist yet. */
  url: string
  /** The file descriptor of the dump, as `pg_dump --format=custom` writes it. */
  dump: number
  now: Date
}

/** The content of the restored database, as row counts. */
export type Restored = {
  users: number
  wallets: number
  recoveryShares: number
  /** The new name of the previous database; null when it held none of our tables. */
  before: string | null
}

/**
 * Restores a backup into a new database, migrates that with roles and rights, begins an epoch (`beginEpoch`), and only then swaps it with
 * the one that `url` names. So a backup that can't be fully restored changes nothing, and a restored one deletes nothing: the previous
 * database keeps its data under another name.
 *
 * Throws when services are connected, when `pg_restore` fails, and when the backup isn't of a Latchkey database or is of a later release.
 */
export async function restoreDatabase({ url, dump, now }: RestoreOptions): Promise<Restored> {
  const name = decodeURIComponent(new URL(url).pathname.slice(1))
  const fresh = `${name}_restoring`
  const admin = postgres(databaseOf(url, 'postgres'), { max: 1, onnotice: () => {} })
  try {
    await requireUnusedBy(admin, name)
    await admin.unsafe(`DROP DATABASE IF EXISTS ${quoted(fresh)}`)
    await createLike(admin, fresh, name)
    try {
      await runRestore(databaseOf(url, fresh), dump)
      const counts = await bringUpToDate(databaseOf(url, fresh), now)
      return { ...counts, before: await swap(admin, { url, name, fresh, now }) }
    } catch (error) {
      await admin.unsafe(`DROP DATABASE IF EXISTS ${quoted(fresh)}`)
      throw error
    }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`Nothing was restored, and nothing was changed. ${reason}`, { cause })
  } finally {
    await admin.end({ timeout: 5 })
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

const databaseOf = (url: string, name: string): string => {
  const other = new URL(url)
  other.pathname = `/${encodeURIComponent(name)}`
  return other.href
}

/** Throws while any client is connected to the database that `url` names. */
export async function requireUnused(url: string): Promise<void> {
  const admin = postgres(databaseOf(url, 'postgres'), { max: 1, onnotice: () => {} })
  try {
    await requireUnusedBy(admin, decodeURIComponent(new URL(url).pathname.slice(1)))
  } finally {
    await admin.end({ timeout: 5 })
  }
}

async function requireUnusedBy(admin: postgres.Sql, name: string): Promise<void> {
  if (name === '' || name === 'postgres') throw new Error('DATABASE_URL must name a database that is ours alone.')
  const users = await admin<{ login: string }[]>`
    SELECT DISTINCT usename::text AS login FROM pg_stat_activity
    WHERE datname = ${name} AND usename IS NOT NULL`
  if (users.length > 0)
    throw new Error(
      `The database is in use by ${users.map(({ login }) => login).join(', ')}: stop api and custody first.`,
    )
}

/** Creates a database with the collation of the one that it replaces. */
async function createLike(admin: postgres.Sql, fresh: string, name: string): Promise<void> {
  const [old] = await admin<{ collate: string; ctype: string }[]>`
    SELECT datcollate AS collate, datctype AS ctype FROM pg_database WHERE datname = ${name}`
  const order = old === undefined ? '' : ` LC_COLLATE '${old.collate}' LC_CTYPE '${old.ctype}'`
  await admin.unsafe(`CREATE DATABASE ${quoted(fresh)} TEMPLATE template0 ENCODING 'UTF8'${order}`)
}

/**
 * Runs `pg_restore`. It omits owners and grants of the dump's server: the owner owns everything here, and `migrate` grants. The password is
 * passed in the environment, since other users of a machine can read arguments.
 */
async function runRestore(url: string, dump: number): Promise<void> {
  const target = new URL(url)
  const password = decodeURIComponent(target.password)
  target.password = ''
  const child = spawn('pg_restore', ['--exit-on-error', '--no-owner', '--no-privileges', `--dbname=${target.href}`], {
    stdio: [dump, 'ignore', 'pipe'],
    env: { ...process.env, PGPASSWORD: password },
  })
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', (cause) => reject(new Error('pg_restore is not installed here.', { cause })))
    child.once('close', resolve)
  })
  if (code === 0) return
  // The first line has the reason. Later ones may quote rows.
  const reason = /pg_restore: error: (.*)/.exec(said)?.[1] ?? `exit code ${code}`
  throw new Error(`The backup is damaged, or not for this server: pg_restore says "${reason}".`)
}

async function bringUpToDate(url: string, now: Date): Promise<Omit<Restored, 'before'>> {
  const bare = await openPostgres(url, { poolSize: 1 })
  try {
    await requireOurs(bare)
  } finally {
    await bare.close()
  }
  const database = await openDatabase({ url, poolSize: 2 })
  try {
    await beginEpoch(database, now)
    return single(
      await database.migrate<Omit<Restored, 'before'>>([
        `SELECT (SELECT count(*) FROM latchkey_api.users)::integer AS users,
          (SELECT count(*) FROM latchkey_api.wallets)::integer AS wallets,
          (SELECT count(*) FROM latchkey_custody.recovery_shares)::integer AS "recoveryShares"`,
      ]),
    )
  } finally {
    await database.close()
  }
}

/** Throws unless the backup holds migrations that this release knows. */
export async function requireOurs(database: Database): Promise<void> {
  const applied = await database.migrate<Applied>([appliedQuery]).catch(() => [])
  if (applied.length === 0) throw new Error('The backup holds no database of Latchkey.')
  const unknown = applied.filter(({ name }) => !isKnown(name, migrations))
  if (unknown.length > 0)
    throw new Error(
      `The backup is of a later release, with ${unknown.map(({ name }) => name).join(', ')}: restore it with that release.`,
    )
}

/** Renames both databases at once, or neither. */
async function swap(
  admin: postgres.Sql,
  { url, name, fresh, now }: { url: string; name: string; fresh: string; now: Date },
): Promise<string | null> {
  const before = `${name}_before_${now.toISOString().slice(0, 19).replace(/\D/g, '')}`
  const exists = (await admin`SELECT FROM pg_database WHERE datname = ${name}`).length > 0
  const isEmpty = exists && (await hasNothing(databaseOf(url, name)))
  await admin.begin(async (own) => {
    if (exists) await own.unsafe(`ALTER DATABASE ${quoted(name)} RENAME TO ${quoted(before)}`)
    await own.unsafe(`ALTER DATABASE ${quoted(fresh)} RENAME TO ${quoted(name)}`)
  })
  if (!isEmpty) return exists ? before : null
  await admin.unsafe(`DROP DATABASE ${quoted(before)}`)
  return null
}

async function hasNothing(url: string): Promise<boolean> {
  const client = postgres(url, { max: 1, onnotice: () => {} })
  try {
    const tables = await client`
      SELECT FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
      WHERE nspname !~ '^pg_' AND nspname <> 'information_schema' LIMIT 1`
    return tables.length === 0
  } finally {
    await client.end({ timeout: 5 })
  }
}
