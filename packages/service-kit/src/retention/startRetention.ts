/**
 * Removes expired data in small batches every ten minutes, so that no table grows without bound and no clean-up statement takes long.
 * Several processes may do it at once: each skips rows that another is removing.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Authority } from '@latchkey/api-client'
import type { Clock } from '../clock.ts'
import type { Database, Sql } from '../db/database.ts'
import { DependencyAway } from '../dependencies/createDependency.ts'
import { describeCause, type Log } from '../log.ts'
import type { Closable } from '../process/openAll.ts'

/** Retention of expired data, in days. */
export type Retention = {
  sessionsDays: number
  devicesDays: number
  auditDays: number
  networksDays: number
  capturedEmailsDays: number
  telemetryDays: number
}
/** The default retention of each kind of data, in days. */
export const defaultRetention: Retention = {
  sessionsDays: 30,
  devicesDays: 730,
  auditDays: 730,
  networksDays: 180,
  capturedEmailsDays: 730,
  telemetryDays: 30,
}

/** Removes up to `maxRows` rows, within a transaction. Returns whether there may be more. */
export type RetentionRule = (sql: Sql, now: Date, maxRows: number) => Promise<boolean>

/** The rules of one authority, and how often they run. */
export type RetentionOptions = {
  authority: Authority
  database: Database
  rules: readonly RetentionRule[]
  clock: Clock
  log: Log
  everyMs?: number
}

const batch = 1_000
/** After this many batches, the rest waits for the next round. */
const batchesAtOnce = 100

/** Applies each rule until it has nothing more to remove. */
export async function removeExpired({
  authority,
  database,
  rules,
  clock,
}: Pick<RetentionOptions, 'authority' | 'database' | 'rules' | 'clock'>): Promise<void> {
  for (const rule of rules) {
    let mayBeMore = true
    for (let round = 0; mayBeMore && round < batchesAtOnce; round++)
      mayBeMore = await database.transaction(authority, (sql) => rule(sql, clock.now(), batch))
  }
}

/** Starts at once, and then every `everyMs`, until it is closed. A failed round is logged, and the next one continues. */
export function startRetention(options: RetentionOptions): Closable {
  const { authority, log, everyMs = 600_000 } = options
  const closing = new AbortController()
  const work = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      await removeExpired(options).catch((error: unknown) => {
        // The database logs its own line.
        if (error instanceof Error && error.cause instanceof DependencyAway) return
        if (!closing.signal.aborted)
          log({ level: 'error', event: 'clean-up failed', authority, cause: describeCause(error) })
      })
      await sleep(everyMs, undefined, { ref: false, signal: closing.signal }).catch(() => {})
    }
  }
  const done = work()
  return {
    close: () => {
      closing.abort()
      return done
    },
  }
}
