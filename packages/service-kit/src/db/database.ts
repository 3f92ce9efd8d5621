/** The authority whose tables a transaction may access. Each has a separate schema and database role. */
export type DatabaseRole = 'api' | 'custody'

/** A tagged template: values travel as parameters, never in the statement's text. Returns the rows. */
export type Sql = <row extends Record<string, unknown>>(
  text: TemplateStringsArray,
  ...values: SqlValue[]
) => Promise<row[]>
/** A value that can be bound to a query parameter. */
export type SqlValue = string | number | boolean | Date | Uint8Array | null

/** PostgreSQL, embedded or not. Every statement runs in a transaction under the role of one authority. */
export type Database = {
  /** Runs one statement as a transaction, which saves the round trips for begin and commit. */
  statement<row extends Record<string, unknown>>(role: DatabaseRole, ask: (sql: Sql) => Promise<row[]>): Promise<row[]>
  transaction<result>(role: DatabaseRole, work: (sql: Sql) => Promise<result>): Promise<result>
  /** Runs statements as the owner of the schema, in one transaction: migrations only. Returns the rows of the last statement. */
  migrate<row extends Record<string, unknown>>(statements: readonly string[]): Promise<row[]>
  /** Runs a statement as the owner of the schema outside a transaction, which `CREATE INDEX CONCURRENTLY` requires. */
  migrateOnline(statement: string): Promise<void>
  /** Runs `work` under a lock that all processes share. The others wait. */
  exclusively<result>(work: () => Promise<result>): Promise<result>
  /** Returns whether the database responds. */
  check(): Promise<boolean>
  /** Counts the connections and the calls that wait for one. The embedded database has none. */
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

/** Returns whether a statement failed on a unique constraint (PostgreSQL, appendix A). The transaction is rolled back. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '23505'

/** Returns the single row of a result. Throws when there isn't exactly one. */
export function single<row>(rows: readonly row[]): row {
  const [row] = rows
  if (row === undefined || rows.length !== 1) throw new Error(`expected one row, not ${rows.length}`)
  return row
}
