import type { Database, Sql } from '@latchkey/service-kit/db/database'
import type { AccountTransaction, Found } from './accountTransaction.ts'
import { insertApprovals } from './approvalStore.ts'

/** A block that was looked at. */
export type SeenBlock = { number: number; hash: string }

/** Where the index of a chain stands, for the replica that holds it. */
export type ChainState = {
  /** The first block not looked at; null while nobody is followed. */
  nextBlock: number | null
  /** The newest block looked at. */
  tip: SeenBlock | null
  /** Whether accounts are tracked, whether some of them were never looked at, and the one whose past is known the furthest. */
  hasAccounts: boolean
  hasNewcomers: boolean
}

/** Accounts whose past is filled in together, towards older blocks: `from` (included) to `to` (excluded). */
export type FillPlan = {
  from: number
  to: number
  accounts: ReadonlySet<string>
  /** Whether blocks are read whole, or events of tokens alone. */
  isWalk: boolean
  /** Blocks of this range whose hash is known. */
  known: readonly SeenBlock[]
}

/** This replica does not hold the chain any more, or somebody has moved on in its place: nothing was written. */
export class NotHeld extends Error {
  override readonly name = 'NotHeld'
}

/** How many blocks back a chain may take back what it said. */
export const keptBlocks = 64
/** An account that nobody has asked for in so many days is forgotten, and read anew when it is asked for again. */
const forgottenAfterDays = 30
/** How many rows of one account are filled in. Beyond twice as many the oldest go. */
export const mostRows = 10_000
/** At a time, for one replica's round. */
const mostNewcomers = 500
const mostForgotten = 1_000
const mostTrimmed = 10

export type IndexStoreOptions = {
  database: Database
  /** This replica. */
  holder: string
  leaseMs: number
  /**
   * How many accounts of one chain are kept. Beyond them those go that were asked for on the fewest days, and of these the ones that
   * nobody has asked for the longest: who asks for thousands within an hour pushes out none that come back day by day. Default 20,000.
   */
  mostAccounts?: number | undefined
}
export type IndexStore = ReturnType<typeof createIndexStore>

/**
 * What the indexer keeps. Each change of a chain's rows is one transaction that first locks the chain's own row and demands
 * that this replica holds it and stands where it believes to stand (`at`), so that a replica that was asleep, or a second
 * one, cannot write anything twice or out of order.
 */
export function createIndexStore({ database, holder, leaseMs, mostAccounts = 20_000 }: IndexStoreOptions) {
  const heldAt = new Map<string, number>()

  const fenced = <result>(chainId: string, at: number | null, work: (sql: Sql) => Promise<result>): Promise<result> =>
    database.transaction('api', async (sql) => {
      const [held] = await sql`
        SELECT 1 FROM indexed_chains
        WHERE chain_id = ${chainId} AND holder = ${holder} AND next_block IS NOT DISTINCT FROM ${at}::bigint
        FOR UPDATE`
      if (held === undefined) throw new NotHeld(chainId)
      return work(sql)
    })

  return {
    /** Takes the chain, or holds on to it; null while another replica has it. */
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

    /** Holds on to the chain in the middle of a long round. Throws `NotHeld`. */
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

    /** Begins to follow a chain anew, behind its newest blocks (oldest first); with none, nobody is followed there. */
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

    /** Follows newcomers from `at` on. `first`: the oldest block that is indexed. `walk`: how many blocks before `at` are read whole. */
    adopt: (chainId: string, at: number, { first, walk }: { first: number; walk: number }): Promise<void> =>
      fenced(chainId, at, async (sql) => {
        await sql`
          UPDATE tracked_accounts
          SET filled_from = ${at}, walk_from = ${Math.min(at, Math.max(first, at - walk))}, knows_approvals = true, knows_operators = true
          WHERE chain_id = ${chainId} AND address IN (
            SELECT address FROM tracked_accounts WHERE chain_id = ${chainId} AND filled_from IS NULL
            ORDER BY asked_at LIMIT ${mostNewcomers}
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

    /** Moves on from `at` behind these blocks, with what they did. */
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

    /** Goes back behind `ancestor`: what later blocks did is forgotten, except which allowances there may be. */
    goBack: (chainId: string, at: number, ancestor: number): Promise<void> =>
      fenced(chainId, at, async (sql) => {
        await sql`DELETE FROM account_transactions WHERE chain_id = ${chainId} AND block_number > ${ancestor}`
        await sql`DELETE FROM indexed_blocks WHERE chain_id = ${chainId} AND block_number > ${ancestor}`
        await sql`UPDATE tracked_accounts SET filled_from = ${ancestor + 1}
          WHERE chain_id = ${chainId} AND filled_from > ${ancestor + 1}`
        await sql`UPDATE tracked_accounts SET walk_from = filled_from WHERE chain_id = ${chainId} AND walk_from > filled_from`
        await sql`UPDATE indexed_chains SET next_block = ${ancestor + 1} WHERE chain_id = ${chainId}`
      }),

    /**
     * What to fill in next; null when all is. The newest first, but those whose past could not be read after all others, and none
     * of the busy. `walk` and `events`: how many blocks at a time.
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
        // Whoever's past begins in between comes along: rows that are there already are not written again.
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

    /** What a plan has found. */
    fill: (chainId: string, at: number, plan: FillPlan, { views, approvals }: Found): Promise<void> =>
      fenced(chainId, at, async (sql) => {
        await insertViews(sql, chainId, views)
        await insertApprovals(sql, chainId, approvals)
        await sql`UPDATE tracked_accounts
          SET filled_from = ${plan.from}, fill_failures = 0, is_busy = row_count > ${mostRows}
          WHERE chain_id = ${chainId} AND filled_from > ${plan.from}
            AND address IN (SELECT jsonb_array_elements_text(${JSON.stringify([...plan.accounts])}::text::jsonb))`
      }),

    /** These accounts are too busy for their past to be read any further. */
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

    /**
     * Forgets accounts that nobody asks for any more, or that are too many, and the oldest rows of those that have too many. True
     * when there is more to forget.
     */
    forget: (chainId: string): Promise<boolean> =>
      database.transaction('api', async (sql) => {
        await requireHeld(sql, chainId, holder)
        const gone = await sql<{ address: string }>`
          DELETE FROM tracked_accounts WHERE chain_id = ${chainId} AND address IN (
            SELECT address FROM (
              SELECT address, asked_at, row_number() OVER (
                ORDER BY least(asked_days, ${forgottenAfterDays}) DESC, asked_at DESC, address
              ) AS place
              FROM tracked_accounts WHERE chain_id = ${chainId}
            ) AS placed
            WHERE place > ${mostAccounts} OR asked_at < now() - ${forgottenAfterDays}::float8 * interval '1 day'
            ORDER BY place DESC LIMIT ${mostForgotten}
          ) RETURNING address`
        const addresses = JSON.stringify(gone.map(({ address }) => address))
        await sql`DELETE FROM account_transactions WHERE chain_id = ${chainId}
          AND address IN (SELECT jsonb_array_elements_text(${addresses}::text::jsonb))`
        await sql`DELETE FROM account_tokens WHERE chain_id = ${chainId}
          AND address IN (SELECT jsonb_array_elements_text(${addresses}::text::jsonb))`
        await sql`DELETE FROM account_approvals WHERE chain_id = ${chainId}
          AND address IN (SELECT jsonb_array_elements_text(${addresses}::text::jsonb))`
        await sql`DELETE FROM signature_ranges WHERE chain_id = ${chainId}
          AND address IN (SELECT jsonb_array_elements_text(${addresses}::text::jsonb))`
        const long = await sql<{ address: string }>`
          SELECT address FROM tracked_accounts WHERE chain_id = ${chainId} AND row_count > ${2 * mostRows}
          ORDER BY row_count DESC LIMIT ${mostTrimmed}`
        for (const { address } of long) await trim(sql, chainId, address)
        return gone.length === mostForgotten || long.length === mostTrimmed
      }),
  }
}

/** Leaves the newest rows of an account, and its past as it then is. */
async function trim(sql: Sql, chainId: string, address: string): Promise<void> {
  await sql`
    DELETE FROM account_transactions WHERE chain_id = ${chainId} AND address = ${address} AND block_number <= (
      SELECT block_number FROM account_transactions WHERE chain_id = ${chainId} AND address = ${address}
      ORDER BY block_number DESC, position DESC, hash DESC OFFSET ${mostRows} LIMIT 1
    )`
  await sql`UPDATE tracked_accounts SET row_count = ${mostRows}, is_busy = true
    WHERE chain_id = ${chainId} AND address = ${address}`
}

/** Until the transaction ends, no other replica gets the chain. Throws `NotHeld` when one has it. */
export async function requireHeld(sql: Sql, chainId: string, holder: string): Promise<void> {
  const held = await sql`SELECT 1 FROM indexed_chains WHERE chain_id = ${chainId} AND holder = ${holder} FOR UPDATE`
  if (held.length === 0) throw new NotHeld(chainId)
}

const seenBlock = (row: { block_number: string; block_hash: string }): SeenBlock => ({
  number: Number(row.block_number),
  hash: row.block_hash,
})

async function insertBlocks(sql: Sql, chainId: string, blocks: readonly SeenBlock[]): Promise<void> {
  await sql`
    INSERT INTO indexed_blocks (chain_id, block_number, block_hash)
    SELECT ${chainId}::text, number, hash FROM jsonb_to_recordset(${JSON.stringify(blocks)}::text::jsonb) AS seen (number bigint, hash text)`
}

/** Rows that are there already stay as they are: what was mined does not change. */
export async function insertViews(sql: Sql, chainId: string, views: readonly AccountTransaction[]): Promise<void> {
  if (views.length === 0) return
  await sql`
    INSERT INTO account_transactions
      (chain_id, address, block_number, position, hash, operation, mined_at, sent_from, sent_to, failed, nonce, transfers)
    SELECT ${chainId}::text, address, block, position, hash, operation, "minedAt", "sentFrom", "sentTo", failed, nonce, movements
    FROM jsonb_to_recordset(${JSON.stringify(views)}::text::jsonb) AS seen (
      address text, block bigint, position integer, hash text, operation text, "minedAt" timestamptz, "sentFrom" text,
      "sentTo" text, failed boolean, nonce bigint, movements jsonb
    )
    ON CONFLICT DO NOTHING`
  const counts = [...Map.groupBy(views, ({ address }) => address)].map(([address, { length }]) => ({ address, length }))
  await sql`
    UPDATE tracked_accounts SET row_count = row_count + counted.length
    FROM jsonb_to_recordset(${JSON.stringify(counts)}::text::jsonb) AS counted (address text, length integer)
    WHERE tracked_accounts.chain_id = ${chainId} AND tracked_accounts.address = counted.address`
  const tokens = new Map<string, { address: string; contract: string; block: number }>()
  for (const { address, block, movements } of views)
    for (const { kind, contract } of movements) {
      const key = `${address} ${contract}`
      if (kind !== 'fungible' || contract === null || (tokens.get(key)?.block ?? -1) >= block) continue
      tokens.set(key, { address, contract, block })
    }
  if (tokens.size === 0) return
  // In one order, so that two writers never wait for each other.
  const seen = [...tokens.keys()].sort().map((key) => tokens.get(key))
  await sql`
    INSERT INTO account_tokens (chain_id, address, contract, seen_block)
    SELECT ${chainId}::text, address, contract, block
    FROM jsonb_to_recordset(${JSON.stringify(seen)}::text::jsonb) AS seen (address text, contract text, block bigint)
    ON CONFLICT (chain_id, address, contract)
      DO UPDATE SET seen_block = greatest(account_tokens.seen_block, excluded.seen_block)`
}
