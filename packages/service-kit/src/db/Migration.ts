/** An index that is created while the table is in use: `CREATE INDEX CONCURRENTLY`. */
export type OnlineIndex = {
  schema: string
  name: string
  /** Table, columns and condition, as after `ON`: `sessions (expires_at)`. */
  on: string
}

/**
 * One schema change. Processes of the previous release keep running during and after it, so it only adds ("expands") and removes nothing
 * that they use. `migrations.test.ts` has the list.
 */
export type Migration = {
  name: string
  /** The name that earlier builds stored in a database's list: that row stays and is recognized. */
  formerly?: string
} & (
  | {
      statements: string
      /**
       * For a migration that removes what an earlier release used ("contracts"): the name of the first migration that every running process
       * must know. It comes at least one release after that one.
       */
      contracts?: string
    }
  | { indexes: readonly OnlineIndex[] }
)
