import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '@latchkey/protocol/errors'
import postgres from 'postgres'
import { type Log, silentLog } from '../log.ts'
import { createConnections } from './createConnections.ts'
import { type ConnectionCounts, type Database, type DatabaseRole, roleOf, type Sql, schemaOf } from './database.ts'

/** Maximum number of connections from a process to a database. */
export const defaultPoolSize = 10

/** The session settings of a role. None is a startup parameter, which poolers refuse. */
export const sessionOf = (role: DatabaseRole) => ({
  search_path: schemaOf[role],
  // Longer than any of our statements takes, and no longer than a caller waits.
  statement_timeout: '5s',
  lock_timeout: '4s',
  idle_in_transaction_session_timeout: '15s',
})

const connection = {
  connect_timeout: 10,
  // Pause after a lost connection, in seconds. The driver's own pause grows to 20 s, in which calls would wait for a server that is back.
  backoff: () => 0.25,
  // Arrays are never sent or read. If the driver's query for their types failed, its rejection would be unhandled.
  fetch_types: false,
  onnotice: () => {},
} as const

/** Options of one process's connection pool. `maxCallMs`: see `createConnections`. */
export type PostgresOptions = { poolSize?: number | undefined; log?: Log | undefined; maxCallMs?: number }

type Found = { login: string; path: string; timeout: string; isPooled: boolean }

/**
 * Opens a PostgreSQL server, or a pooler in front of it. The user of `url` owns the schemas and may become both roles, and becomes one for
 * each transaction. Fails as `translateAway` describes while it is unavailable.
 */
export async function openPostgres(url: string, options?: PostgresOptions): Promise<Database> {
  const pool = await openPool(url, options)
  const transaction = transactionOf(pool, becomeThen)
  return { transaction, statement: transaction, ...ownedBy(pool) }
}

/**
 * Like `openPostgres`, for one authority. A login that already is its role, with the settings of `setLogins`, needs no further statements,
 * so that a statement costs one round trip. Any other login becomes the role for each transaction.
 */
export async function openPostgresAs(url: string, only: DatabaseRole, options?: PostgresOptions): Promise<Database> {
  const pool = await openPool(url, options)
  const { login, path, timeout } = pool.found
  const isReady = login === roleOf[only] && path === schemaOf[only] && timeout !== '0'
  const transact = transactionOf(pool, isReady ? (_, own, work) => work(rowsOf(own)) : becomeThen)
  const requireOnly = (role: DatabaseRole): void => {
    if (role !== only) throw new Error(`permission denied: these connections are of ${roleOf[only]}`)
  }
  const transaction: Database['transaction'] = async (role, work) => {
    requireOnly(role)
    return transact(role, work)
  }
  const statement: Database['statement'] = async (role, ask) => {
    requireOnly(role)
    return pool.use((sql) => ask(rowsOf(sql)))
  }
  return { transaction, statement: isReady ? statement : transaction, ...ownedBy(pool) }
}

type Pool = {
  found: Found
  /** For calls; rejects when the server doesn't respond. */
  use<result>(work: (sql: postgres.Sql) => Promise<result>): Promise<result>
  /** For migrations, which may take long. */
  sql(): postgres.Sql
  /** Opens a connection outside the pool. */
  open(): postgres.Sql
  check(): Promise<boolean>
  count(): ConnectionCounts
  close(): Promise<void>
}

/** Opens a pool whose connections are created on demand. */
async function openPool(
  url: string,
  { poolSize = defaultPoolSize, log = silentLog, maxCallMs }: PostgresOptions = {},
): Promise<Pool> {
  const found = await look(url)
  /** Commits for which the server stopped waiting for archiving. It reports this in a notice and treats them as done. */
  let unarchived = 0
  const onnotice = ({ routine }: postgres.Notice): void => {
    if (routine === 'SyncRepWaitForLSN') unarchived++
  }
  // Named statements belong to one server connection, and a pooler shares connections between clients.
  const open = (max = poolSize) => postgres(url, { ...connection, onnotice, max, prepare: !found.isPooled })
  /** Data on only one disk may be lost, so the call must not report it as stored. */
  const archived = async <result>(work: (sql: postgres.Sql) => Promise<result>): Promise<result> => {
    const before = unarchived
    const result = await work(sql)
    if (unarchived !== before) throw new AppError('SERVICE_UNREACHABLE', { cause: new Error('commit not archived') })
    return result
  }
  let sql = open()
  const connections = createConnections({
    size: poolSize,
    look: () => look(url),
    reset: () => {
      const old = sql
      sql = open()
      void old.end({ timeout: 0 })
    },
    log,
    ...(maxCallMs !== undefined && { maxCallMs }),
  })
  return {
    found,
    sql: () => sql,
    open: () => open(1),
    use: (work) => connections.use(() => archived(work)),
    check: connections.check,
    count: connections.count,
    close: async () => {
      connections.close()
      await sql.end({ timeout: 5 })
    },
  }
}

async function look(url: string): Promise<Found> {
  const client = postgres(url, { ...connection, max: 1, prepare: false, connect_timeout: 2 })
  try {
    const rows = await client<{ pid: number; login: string; path: string; timeout: string }[]>`
      SELECT pg_backend_pid() AS pid, session_user::text AS login, current_setting('search_path') AS path,
        current_setting('statement_timeout') AS timeout`
    const [row] = rows
    if (row === undefined) throw new Error('the database does not know its own settings')
    // A pooler has different numbers for its connections.
    return { ...row, isPooled: row.pid !== rows.state.pid }
  } finally {
    void client.end({ timeout: 0 })
  }
}

type Begin = <result>(
  role: DatabaseRole,
  own: postgres.TransactionSql,
  work: (sql: Sql) => Promise<result>,
) => Promise<result>

const transactionOf =
  (pool: Pool, begin: Begin): Database['transaction'] =>
  (role, work) =>
    pool.use((sql) => sql.begin((own) => begin(role, own, work)) as never)

/** Sent with the first statement. If it fails, so does every statement after it. */
const becomeThen: Begin = (role, own, work) => {
  const settings = Object.entries(sessionOf(role)).map(([name, value]) => `SET LOCAL ${name} = '${value}'`)
  own.unsafe([`SET LOCAL ROLE ${roleOf[role]}`, ...settings].join('; ')).execute()
  return work(rowsOf(own))
}

const rowsOf =
  (asking: postgres.ISql): Sql =>
  async (text, ...values) => [...((await asking(text, ...values)) as never[])]

/** The arbitrary number identifies this lock among those of one database. */
const migrationLock = 7235671

type Owned = Pick<Database, 'migrate' | 'migrateOnline' | 'exclusively' | 'check' | 'count' | 'close'>

const ownedBy = ({ sql, open, check, count, close }: Pool): Owned => ({
  migrate: (statements) =>
    sql().begin(async (transaction) => {
      let rows: Iterable<unknown> = []
      for (const statement of statements) rows = await transaction.unsafe(statement)
      return [...rows]
    }) as never,
  migrateOnline: async (statement) => void (await sql().unsafe(statement)),
  async exclusively(work) {
    const holder = open()
    try {
      // Uses a transaction, since a pooler may assign a different connection to each one. It reads no data, or an online index build would
      // wait for it to end. For the same reason, a process that waits for the lock polls instead of blocking.
      return (await holder.begin('ISOLATION LEVEL READ COMMITTED', async (own) => {
        await own.unsafe('SET LOCAL idle_in_transaction_session_timeout = 0')
        const ask = () =>
          own.unsafe<{ is_mine: boolean }[]>(`SELECT pg_try_advisory_xact_lock(${migrationLock}) AS is_mine`)
        while (!(await ask()).some(({ is_mine }) => is_mine)) await sleep(100)
        return work()
      })) as never
    } finally {
      await holder.end({ timeout: 5 })
    }
  },
  check,
  count,
  close,
})
