import type { Database } from '@latchkey/service-kit/db/database'
import type { Found } from './accountTransaction.ts'
import { insertApprovals } from './approvalStore.ts'
import type { Fenced } from './chainHold.ts'
import { insertBlocks, insertViews, type SeenBlock, seenBlock } from './indexRows.ts'

/** The deepest reorganization, in blocks, that can be undone. */
export const keptBlocks = 64
/** The most new accounts per round of one replica. */
const maxNewcomers = 500

/** Stores the progress of following a chain, block by block. */
export function createFollowStore(database: Database, fenced: Fenced) {
  return {
    /** Restarts following a chain after its newest blocks (oldest first); with none, no account is followed there. */
    restart: (chainId: string, at: number | null, newest: readonly SeenBlock[]): Promise<void> =>
      fenced(chainId, at, async (sql) => {
        const tip = newest.at(-1)
        await sql`DELETE FROM indexed_blocks WHERE chain_id = ${chainId}`
        await sql`DELETE FROM account_transactions WHERE chain_id = ${chainId}`
        await sql`DELETE FROM account_tokens WHERE chain_id = ${chainId}`
        await sql`DELETE FROM account_approvals WHERE chain_id = ${chainId}`
        await sql`UPDATE tracked_accounts SET filled_from = NULL, walk_from = NULL, row_count = 0, is_busy = false, fill_failures = 0
          WHERE chain_id = ${chainId}`
        await sql`
          UPDATE indexed_chains
          SET next_block = ${tip === undefined ? null : tip.number + 1}::bigint, head_block = ${tip?.number ?? null}::bigint
          WHERE chain_id = ${chainId}`
        await insertBlocks(sql, chainId, newest)
      }),

    /**
     * Follows new accounts from `at` on. `first`: the oldest block that is indexed. `walk`: how many blocks before `at` are read in full.
     */
    adopt: (chainId: string, at: number, { first, walk }: { first: number; walk: number }): Promise<void> =>
      fenced(chainId, at, async (sql) => {
        await sql`
          UPDATE tracked_accounts
          SET filled_from = ${at}, walk_from = ${Math.min(at, Math.max(first, at - walk))}, knows_approvals = true, knows_operators = true
          WHERE chain_id = ${chainId} AND address IN (
            SELECT address FROM tracked_accounts WHERE chain_id = ${chainId} AND filled_from IS NULL
            ORDER BY asked_at LIMIT ${maxNewcomers}
          )`
      }),

    pickTracked: async (chainId: string, addresses: readonly string[]): Promise<ReadonlySet<string>> => {
      if (addresses.length === 0) return new Set()
      const rows = await database.statement(
        'api',
        (sql) => sql<{ address: string }>`
          SELECT address FROM tracked_accounts
          WHERE chain_id = ${chainId} AND filled_from IS NOT NULL
            AND address IN (SELECT jsonb_array_elements_text(${JSON.stringify(addresses)}::text::jsonb))`,
      )
      return new Set(rows.map(({ address }) => address))
    },

    /** Moves on from `at` past these blocks, with their effects. */
    advance: (
      chainId: string,
      at: number,
      { blocks, found, head }: { blocks: readonly SeenBlock[]; found: Found; head: number },
    ): Promise<void> =>
      fenced(chainId, at, async (sql) => {
        const next = at + blocks.length
        await insertViews(sql, chainId, found.views)
        await insertApprovals(sql, chainId, found.approvals)
        await insertBlocks(sql, chainId, blocks.slice(-keptBlocks))
        await sql`DELETE FROM indexed_blocks WHERE chain_id = ${chainId} AND block_number < ${next - keptBlocks}`
        await sql`UPDATE indexed_chains SET next_block = ${next}, head_block = ${head} WHERE chain_id = ${chainId}`
      }),

    /** The kept blocks, the newest first. */
    keptBlocks: async (chainId: string): Promise<SeenBlock[]> =>
      (
        await database.statement(
          'api',
          (sql) => sql<{ block_number: string; block_hash: string }>`
            SELECT block_number, block_hash FROM indexed_blocks WHERE chain_id = ${chainId} ORDER BY block_number DESC`,
        )
      ).map(seenBlock),

    /** Returns to `ancestor`: effects of later blocks are removed, except for possible allowances. */
    goBack: (chainId: string, at: number, ancestor: number): Promise<void> =>
      fenced(chainId, at, async (sql) => {
        await sql`DELETE FROM account_transactions WHERE chain_id = ${chainId} AND block_number > ${ancestor}`
        await sql`DELETE FROM indexed_blocks WHERE chain_id = ${chainId} AND block_number > ${ancestor}`
        await sql`UPDATE tracked_accounts SET filled_from = ${ancestor + 1}
          WHERE chain_id = ${chainId} AND filled_from > ${ancestor + 1}`
        await sql`UPDATE tracked_accounts SET walk_from = filled_from WHERE chain_id = ${chainId} AND walk_from > filled_from`
        await sql`UPDATE indexed_chains SET next_block = ${ancestor + 1} WHERE chain_id = ${chainId}`
      }),
  }
}
