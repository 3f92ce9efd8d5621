import postgres from 'postgres'
import { type Database, type DatabaseRole, roleOf, type Sql, schemaOf } from './database.ts'
import { translateAway } from './databaseAway.ts'

const connection = {
  max: 10,
  connect_timeout: 10,
  // After a loss, in seconds: the driver's own pause grows to 20, in which calls would wait for a server that is back.
  backoff: () => 0.25,
  // No array is ever sent or read. The driver's question for their types has nobody who hears that it failed.
  fetch_types: false,
  onnotice: () => {},
} as const

/**
 * A PostgreSQL server. The user of `url` owns the schemas and may become both roles. Connections are of one role from the
 * start, so that a statement costs one way to the server and back. Fails as `translateAway` says while it is away.
 */
export async function openPostgres(url: string): Promise<Database> {
  const owner = postgres(url, { ...connection, max: 1 })
  const pools = { api: openPool(url, 'api'), custody: openPool(url, 'custody') }
  return {
    transaction: (role, work) => whileThere(pools[role].begin((own) => work(rowsOf(own))) as never),
    statement: (role, ask) => whileThere(ask(rowsOf(pools[role]))),
    ...ownedBy(owner),
    close: async () => {
      await Promise.all([owner, ...Object.values(pools)].map((pool) => ownedBy(pool).close()))
    },
  }
}

/** As `openPostgres`, for one authority alone. */
export async function openPostgresAs(url: string, only: DatabaseRole): Promise<Database> {
  const pool = openPool(url, only)
  const demandOnly = (role: DatabaseRole): void => {
    if (role !== only) throw new Error(`permission denied: these connections are of ${roleOf[only]}`)
  }
  return {
    async transaction(role, work) {
      demandOnly(role)
      return whileThere(pool.begin((own) => work(rowsOf(own))) as never)
    },
    async statement(role, ask) {
      demandOnly(role)
      return whileThere(ask(rowsOf(pool)))
    },
    ...ownedBy(pool),
  }
}

/** Connections that have a role from the start, and never another. They are made when they are needed. */
const openPool = (url: string, role: DatabaseRole): postgres.Sql =>
  postgres(url, { ...connection, connection: { role: roleOf[role], search_path: schemaOf[role] } })

const whileThere = <result>(work: Promise<result>): Promise<result> =>
  work.catch((error: unknown) => {
    throw translateAway(error)
  })

const rowsOf =
  (asking: postgres.ISql): Sql =>
  async (text, ...values) => [...((await asking(text, ...values)) as never[])]

const ownedBy = (pool: postgres.Sql): Pick<Database, 'migrate' | 'close'> => ({
  migrate: async (statements) => {
    await pool.begin(async (transaction) => {
      for (const statement of statements) await transaction.unsafe(statement)
    })
  },
  close: () => pool.end({ timeout: 5 }),
})
