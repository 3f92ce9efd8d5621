/** Whose tables a transaction may touch: each authority has a schema and a database role of its own. */
export type DatabaseRole = 'api' | 'custody'

/** A tagged template: values travel as parameters, never as text of the statement. Answers the rows. */
export type Sql = <row extends Record<string, unknown>>(
  text: TemplateStringsArray,
  ...values: SqlValue[]
) => Promise<row[]>
/** A value that can be bound to a query parameter. */
export type SqlValue = string | number | boolean | Date | Uint8Array | null

/** Postgres, embedded or not. Every statement runs in a transaction under the role of one authority. */
export type Database = {
  /** One statement that is a transaction by itself, which spares it the way to the server for beginning and end. */
  statement<row extends Record<string, unknown>>(role: DatabaseRole, ask: (sql: Sql) => Promise<row[]>): Promise<row[]>
  transaction<result>(role: DatabaseRole, work: (sql: Sql) => Promise<result>): Promise<result>
  /** As the owner of the schema, in one transaction: migrations only. Returns the rows of the last statement. */
  migrate<row extends Record<string, unknown>>(statements: readonly string[]): Promise<row[]>
  /** As the owner of the schema, in no transaction, as `CREATE INDEX CONCURRENTLY` must be. */
  migrateOnline(statement: string): Promise<void>
  /** Runs the work while no other process runs any here. The others wait. */
  exclusively<result>(work: () => Promise<result>): Promise<result>
  /** Whether it answers. */
  check(): Promise<boolean>
  /** Its connections, and the calls that wait for one. The embedded database has none. */
  count?(): ConnectionCounts
  close(): Promise<void>
}

/** The state of a connection pool; `waiting` counts calls. */
export type ConnectionCounts = { busy: number; free: number; waiting: number }

/** The PostgreSQL schema that each authority's role can access. */
export const schemaOf = { api: 'latchkey_api', custody: 'latchkey_custody' } as const satisfies Record<
  DatabaseRole,
  string
>
/** Role and schema share a name. */
export const roleOf = schemaOf

/** Whether a statement would have broken a unique constraint (PostgreSQL, appendix A). The transaction is rolled back. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '23505'

/** The one row that a statement must answer. */
export function single<row>(rows: readonly row[]): row {
  const [row] = rows
  if (row === undefined || rows.length !== 1) throw new Error(`expected one row, not ${rows.length}`)
  return row
}
