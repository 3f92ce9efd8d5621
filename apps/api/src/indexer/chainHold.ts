import type { Database, Sql } from '@latchkey/service-kit/db/database'
import { type SeenBlock, seenBlock } from './indexRows.ts'

/** The state of a chain's index, for the replica that holds it. */
type ChainState = {
  /** The first unread block; null while no account is followed. */
  nextBlock: number | null
  /** The newest block read. */
  tip: SeenBlock | null
  /** Whether accounts are tracked, whether some of them were never read, and the one whose past is known the furthest. */
  hasAccounts: boolean
  hasNewcomers: boolean
}

/** This replica no longer holds the chain, or another one has moved on in its place: nothing was written. */
export class NotHeld extends Error {
  override readonly name = 'NotHeld'
}

export type ChainHoldOptions = {
  database: Database
  /** This replica. */
  holder: string
  leaseMs: number
}

/** Changes a chain's rows if this replica holds it and is at the expected position (`at`). Throws `NotHeld`. */
export type Fenced = <result>(
  chainId: string,
  at: number | null,
  work: (sql: Sql) => Promise<result>,
) => Promise<result>

/** Returns the fence for this replica's changes: each is one transaction that first locks the chain's own row. */
export const createFenced =
  ({ database, holder }: Pick<ChainHoldOptions, 'database' | 'holder'>): Fenced =>
  (chainId, at, work) =>
    database.transaction('api', async (sql) => {
      const [held] = await sql`
        SELECT 1 FROM indexed_chains
        WHERE chain_id = ${chainId} AND holder = ${holder} AND next_block IS NOT DISTINCT FROM ${at}::bigint
        FOR UPDATE`
      if (held === undefined) throw new NotHeld(chainId)
      return work(sql)
    })

/** Decides which replica follows a chain: one at a time, for as long as it renews its lease. */
export function createChainHold({ database, holder, leaseMs }: ChainHoldOptions) {
  const heldAt = new Map<string, number>()
  return {
    /** Takes the chain, or renews its lease; null while another replica has it. */
    hold: (chainId: string): Promise<ChainState | null> =>
      database.transaction('api', async (sql) => {
        await sql`INSERT INTO indexed_chains (chain_id) VALUES (${chainId}) ON CONFLICT DO NOTHING`
        const [chain] = await sql<{ next_block: string | null }>`
          UPDATE indexed_chains
          SET holder = ${holder}, held_until = now() + ${leaseMs}::float8 * interval '1 millisecond'
          WHERE chain_id = ${chainId} AND (holder = ${holder} OR held_until IS NULL OR held_until <= now())
          RETURNING next_block`
        if (chain === undefined) return null
        heldAt.set(chainId, Date.now())
        const [tip] = await sql<{ block_number: string; block_hash: string }>`
          SELECT block_number, block_hash FROM indexed_blocks WHERE chain_id = ${chainId}
          ORDER BY block_number DESC LIMIT 1`
        const [has] = await sql<{ accounts: boolean; newcomers: boolean }>`
          SELECT EXISTS (SELECT FROM tracked_accounts WHERE chain_id = ${chainId}) AS accounts,
            EXISTS (SELECT FROM tracked_accounts WHERE chain_id = ${chainId} AND filled_from IS NULL) AS newcomers`
        return {
          nextBlock: chain.next_block === null ? null : Number(chain.next_block),
          tip: tip === undefined ? null : seenBlock(tip),
          hasAccounts: has?.accounts === true,
          hasNewcomers: has?.newcomers === true,
        }
      }),

    /** Renews the lease in the middle of a long round. Throws `NotHeld`. */
    renew: async (chainId: string): Promise<void> => {
      if (Date.now() - (heldAt.get(chainId) ?? 0) < leaseMs / 5) return
      const held = await database.statement(
        'api',
        (sql) => sql`
          UPDATE indexed_chains SET held_until = now() + ${leaseMs}::float8 * interval '1 millisecond'
          WHERE chain_id = ${chainId} AND holder = ${holder} RETURNING 1`,
      )
      if (held.length === 0) throw new NotHeld(chainId)
      heldAt.set(chainId, Date.now())
    },

    /** Gives the chain up, so that another replica need not wait. */
    release: async (chainId: string): Promise<void> => {
      await database.statement(
        'api',
        (sql) => sql`UPDATE indexed_chains SET holder = NULL, held_until = NULL
          WHERE chain_id = ${chainId} AND holder = ${holder}`,
      )
    },
  }
}

/** Until the transaction ends, no other replica gets the chain. Throws `NotHeld` when one has it. */
export async function requireHeld(sql: Sql, chainId: string, holder: string): Promise<void> {
  const held = await sql`SELECT 1 FROM indexed_chains WHERE chain_id = ${chainId} AND holder = ${holder} FOR UPDATE`
  if (held.length === 0) throw new NotHeld(chainId)
}
