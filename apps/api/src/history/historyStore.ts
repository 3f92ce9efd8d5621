import type { Database } from '@latchkey/service-kit/db/database'
import * as z from 'zod/mini'
import { movement } from '../indexer/accountTransaction.ts'
import type { HistoryPlace } from './historyCursor.ts'

const row = z.object({
  chainId: z.string(),
  block: z.coerce.number(),
  position: z.number(),
  hash: z.string(),
  operation: z.string(),
  minedAt: z.date(),
  sentFrom: z.string(),
  sentTo: z.string(),
  failed: z.boolean(),
  nonce: z.coerce.number(),
  movements: z.array(movement),
})
export type HistoryRow = z.output<typeof row>

export const historyPlace = ({ minedAt, chainId, block, position, hash }: HistoryRow): HistoryPlace => [
  minedAt.getTime(),
  chainId,
  block,
  position,
  hash,
]

/** Sorts before every position. */
export const newest: HistoryPlace = [Date.UTC(9999, 11, 31), '', Number.MAX_SAFE_INTEGER, 0, '']

/** Returns the rows of an account (as the index writes it) on some chains, newest first, after a position. */
export async function readHistory(
  database: Database,
  asked: { address: string; chainIds: readonly string[]; behind: HistoryPlace | undefined; most: number },
): Promise<HistoryRow[]> {
  const { address, chainIds, behind = newest, most } = asked
  const [minedAtMs, chainId, block, position, hash] = behind
  const [only] = chainIds
  const rows = await database.statement('api', (sql) =>
    // Each walks an index from the position on. Within one chain, block order is time order.
    chainIds.length === 1 && only !== undefined
      ? sql`
        SELECT chain_id AS "chainId", block_number AS block, position, hash, operation, mined_at AS "minedAt",
          sent_from AS "sentFrom", sent_to AS "sentTo", failed, nonce, transfers AS movements
        FROM account_transactions
        WHERE address = ${address} AND chain_id = ${only}
          AND (block_number, position, hash)
            < (${block}::bigint, ${position}::integer, ${hash}::text)
        ORDER BY block_number DESC, position DESC, hash DESC LIMIT ${most}`
      : sql`
        SELECT chain_id AS "chainId", block_number AS block, position, hash, operation, mined_at AS "minedAt",
          sent_from AS "sentFrom", sent_to AS "sentTo", failed, nonce, transfers AS movements
        FROM account_transactions
        WHERE address = ${address}
          AND chain_id IN (SELECT jsonb_array_elements_text(${JSON.stringify(chainIds)}::text::jsonb))
          AND (mined_at, chain_id, block_number, position, hash)
            < (${new Date(minedAtMs)}::timestamptz, ${chainId}::text, ${block}::bigint, ${position}::integer, ${hash}::text)
        ORDER BY mined_at DESC, chain_id DESC, block_number DESC, position DESC, hash DESC LIMIT ${most}`,
  )
  return z.parse(z.array(row), rows)
}
