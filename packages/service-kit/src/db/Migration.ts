/** An index that is made while others read and write the table: `CREATE INDEX CONCURRENTLY`. */
export type OnlineIndex = {
  schema: string
  name: string
  /** Table, columns and condition, as behind `ON`: `sessions (expires_at)`. */
  on: string
}

/**
 * One change of the schema. Processes of the release before run on while it is applied and after it, so it adds and
 * removes nothing that they use (`migrations.test.ts` has the list): it expands.
 */
export type Migration = {
  name: string
  /** What builds before named it in the list of a database: that row stays there, and is known. */
  formerly?: string
} & (
  | {
      statements: string
      /**
       * Of a migration that removes what a release before used: name of the first migration that every process which still runs
       * must know. It contracts, at least one release after that one.
       */
      contracts?: string
    }
  | { indexes: readonly OnlineIndex[] }
)
