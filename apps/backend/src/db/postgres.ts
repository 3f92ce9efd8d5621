import postgres from 'postgres'
import { type Database, roleOf, type Sql, schemaOf } from './database.ts'

/** A PostgreSQL server. The user of `url` owns the schemas and may become both roles. */
export async function openPostgres(url: string): Promise<Database> {
  const pool = postgres(url, { max: 10, connect_timeout: 10, onnotice: () => {} })
  return {
    transaction: (role, work) =>
      pool.begin(async (transaction) => {
        await transaction.unsafe(`SET LOCAL ROLE ${roleOf[role]}; SET LOCAL search_path = ${schemaOf[role]}`)
        const sql: Sql = async (text, ...values) => [...((await transaction(text, ...values)) as never[])]
        return work(sql)
      }) as never,
    migrate: async (statements) => {
      await pool.begin(async (transaction) => {
        for (const statement of statements) await transaction.unsafe(statement)
      })
    },
    close: () => pool.end({ timeout: 5 }),
  }
}
