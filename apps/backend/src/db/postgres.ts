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

/** A PostgreSQL server. The user of `url` owns the schemas and may become both roles. Fails as `translateAway` says while it is away. */
export async function openPostgres(url: string): Promise<Database> {
  const pool = postgres(url, connection)
  const transaction: Database['transaction'] = (role, work) =>
    whileThere(
      pool.begin(async (own) => {
        await own.unsafe(`SET LOCAL ROLE ${roleOf[role]}; SET LOCAL search_path = ${schemaOf[role]}`)
        return work(rowsOf(own))
      }) as never,
    )
  return { transaction, statement: transaction, ...ownedBy(pool) }
}

/** As `openPostgres`, on connections that have the role of one authority from the start, and never another. */
export async function openPostgresAs(url: string, only: DatabaseRole): Promise<Database> {
  const pool = postgres(url, { ...connection, connection: { role: roleOf[only], search_path: schemaOf[only] } })
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
