import type { Sql } from '@latchkey/service-kit/db/database'
import type { AccountTransaction } from './accountTransaction.ts'

/** A block that was read. */
export type SeenBlock = { number: number; hash: string }

/** The most rows of one account to fill in. Beyond twice as many the oldest are removed. */
export const maxRows = 10_000
/** Returns a row of `indexed_blocks` as a block. */
export const seenBlock = (row: { block_number: string; block_hash: string }): SeenBlock => ({
  number: Number(row.block_number),
  hash: row.block_hash,
})

/** Stores blocks that were read. */
export async function insertBlocks(sql: Sql, chainId: string, blocks: readonly SeenBlock[]): Promise<void> {
  await sql`
    INSERT INTO indexed_blocks (chain_id, block_number, block_hash)
    SELECT ${chainId}::text, number, hash FROM jsonb_to_recordset(${JSON.stringify(blocks)}::text::jsonb) AS seen (number bigint, hash text)`
}

/** Existing rows stay: mined transactions do not change. */
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
  // In a fixed order, so that two writers never deadlock.
  const seen = [...tokens.keys()].sort().map((key) => tokens.get(key))
  await sql`
    INSERT INTO account_tokens (chain_id, address, contract, seen_block)
    SELECT ${chainId}::text, address, contract, block
    FROM jsonb_to_recordset(${JSON.stringify(seen)}::text::jsonb) AS seen (address text, contract text, block bigint)
    ON CONFLICT (chain_id, address, contract)
      DO UPDATE SET seen_block = greatest(account_tokens.seen_block, excluded.seen_block)`
}
