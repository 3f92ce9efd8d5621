import { mkdirSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { type Database, roleOf, type Sql, schemaOf } from './database.ts'

/** Opens PostgreSQL in this process, with its files in `folder`, or in memory if null. Transactions are serialized. */
export async function openPglite(folder: string | null): Promise<Database> {
  if (folder !== null) mkdirSync(folder, { recursive: true, mode: 0o700 })
  return fromPglite(folder === null ? await PGlite.create() : await PGlite.create(folder))
}

/** Wraps a PGlite that is already open. */
export function fromPglite(database: PGlite): Database {
  const transaction: Database['transaction'] = (role, work) =>
    database.transaction(async (transaction) => {
      await transaction.exec(`SET LOCAL ROLE ${roleOf[role]}; SET LOCAL search_path = ${schemaOf[role]}`)
      const sql: Sql = async (text, ...values) =>
        (
          await transaction.query(
            text.reduce((left, right, i) => `${left}$${i}${right}`),
            values,
          )
        ).rows as never
      return work(sql)
    }) as never
  return {
    transaction,
    statement: transaction,
    migrate: (statements) =>
      database.transaction(async (transaction) => {
        let rows: unknown[] = []
        for (const statement of statements) rows = (await transaction.exec(statement)).at(-1)?.rows ?? []
        return rows
      }) as never,
    migrateOnline: async (statement) => void (await database.exec(statement)),
    // Only this process uses it.
    exclusively: (work) => work(),
    check: async () => true,
    close: () => database.close(),
  }
}
