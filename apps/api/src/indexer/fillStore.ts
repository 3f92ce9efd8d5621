import type { Database } from '@latchkey/service-kit/db/database'
import type { Found } from './accountTransaction.ts'
import { insertApprovals } from './approvalStore.ts'
import type { Fenced } from './chainHold.ts'
import { insertViews, maxRows, type SeenBlock, seenBlock } from './indexRows.ts'

/** Accounts whose past is filled in together, towards older blocks: `from` (included) to `to` (excluded). */
export type FillPlan = {
  from: number
  to: number
  accounts: ReadonlySet<string>
  /** Whether blocks are read in full, or only token events. */
  isWalk: boolean
  /** Blocks of this range whose hash is known. */
  known: readonly SeenBlock[]
}

/** Stores the progress of filling in accounts' pasts. */
export function createFillStore(database: Database, fenced: Fenced) {
  return {
    /**
     * Returns what to fill in next; null when all is done. Newest first; accounts whose past could not be read come last, and busy ones are
     * skipped. `walk` and `events`: how many blocks at a time.
     */
    planFill: (
      chainId: string,
      { first, walk, events, most }: { first: number; walk: number; events: number; most: number },
    ): Promise<FillPlan | null> =>
      database.transaction('api', async (sql) => {
        const [leader] = await sql<{ filled_from: string; walk_from: string; fill_failures: number }>`
          SELECT filled_from, walk_from, fill_failures FROM tracked_accounts
          WHERE chain_id = ${chainId} AND filled_from > ${first} AND NOT is_busy
          ORDER BY fill_failures, filled_from DESC, address LIMIT 1`
        if (leader === undefined) return null
        const [to, walkFrom] = [Number(leader.filled_from), Number(leader.walk_from)]
        const isWalk = to > walkFrom
        const from = isWalk ? Math.max(first, walkFrom, to - walk) : Math.max(first, to - events)
        // Includes accounts whose past begins in between: existing rows are not written again.
        const accounts = await sql<{ address: string }>`
          SELECT address FROM tracked_accounts
          WHERE chain_id = ${chainId} AND filled_from > ${from} AND filled_from <= ${to}
            AND (${isWalk}::boolean OR filled_from <= walk_from)
            AND fill_failures = ${leader.fill_failures} AND NOT is_busy
          ORDER BY filled_from DESC, address LIMIT ${most}`
        const known = await sql<{ block_number: string; block_hash: string }>`
          SELECT block_number, block_hash FROM indexed_blocks
          WHERE chain_id = ${chainId} AND block_number >= ${from} AND block_number < ${to}`
        return {
          from,
          to,
          isWalk,
          accounts: new Set(accounts.map(({ address }) => address)),
          known: known.map(seenBlock),
        }
      }),

    /** Stores the results of a plan. */
    fill: (chainId: string, at: number, plan: FillPlan, { views, approvals }: Found): Promise<void> =>
      fenced(chainId, at, async (sql) => {
        await insertViews(sql, chainId, views)
        await insertApprovals(sql, chainId, approvals)
        await sql`UPDATE tracked_accounts
          SET filled_from = ${plan.from}, fill_failures = 0, is_busy = row_count > ${maxRows}
          WHERE chain_id = ${chainId} AND filled_from > ${plan.from}
            AND address IN (SELECT jsonb_array_elements_text(${JSON.stringify([...plan.accounts])}::text::jsonb))`
      }),

    /** Marks these accounts as too busy for their past to be read any further. */
    setBusy: (chainId: string, at: number, accounts: ReadonlySet<string>): Promise<void> =>
      fenced(chainId, at, async (sql) => {
        await sql`UPDATE tracked_accounts SET is_busy = true
          WHERE chain_id = ${chainId}
            AND address IN (SELECT jsonb_array_elements_text(${JSON.stringify([...accounts])}::text::jsonb))`
      }),

    /** The past of these accounts cannot be read now: all others come first. */
    putLast: (chainId: string, at: number, accounts: ReadonlySet<string>): Promise<void> =>
      fenced(chainId, at, async (sql) => {
        await sql`UPDATE tracked_accounts SET fill_failures = fill_failures + 1
          WHERE chain_id = ${chainId}
            AND address IN (SELECT jsonb_array_elements_text(${JSON.stringify([...accounts])}::text::jsonb))`
      }),
  }
}
