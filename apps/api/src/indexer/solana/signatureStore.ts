import type { Database } from '@latchkey/service-kit/db/database'
import type { AccountTransaction } from '../accountTransaction.ts'
import { requireHeld } from '../chainHold.ts'
import { insertViews, maxRows } from '../indexRows.ts'

/** Signatures from `newest` back to `oldest` have been read, and all older ones when `isFilled`. Null: none at all. */
export type SignatureRange = { newest: string | null; oldest: string | null; isFilled: boolean }

/** The indexer's storage for a Solana cluster, beside the rows of `IndexStore`. */
export type SignatureStore = ReturnType<typeof createSignatureStore>

/** Accounts requested within so many minutes are followed. */
const followedMinutes = 10

export const createSignatureStore = ({ database, holder }: { database: Database; holder: string }) => ({
  /** Returns the followed accounts, the least recently read first: repeated requests for one account delay no other. */
  accounts: async (chainId: string, most: number): Promise<string[]> =>
    (
      await database.statement(
        'api',
        (sql) => sql<{ address: string }>`
          SELECT address FROM tracked_accounts
          WHERE chain_id = ${chainId}
            AND (looked_at IS NULL OR asked_at > now() - ${followedMinutes}::float8 * interval '1 minute')
          ORDER BY looked_at NULLS FIRST, asked_at LIMIT ${most}`,
      )
    ).map(({ address }) => address),

  /** By the account, or token account, whose signatures they are. */
  ranges: async (chainId: string, address: string): Promise<Map<string, SignatureRange>> => {
    const rows = await database.statement(
      'api',
      (sql) => sql<SignatureRange & { source: string }>`
        SELECT source, newest, oldest, is_filled AS "isFilled" FROM signature_ranges
        WHERE chain_id = ${chainId} AND address = ${address}`,
    )
    return new Map(rows.map(({ source, newest, oldest, isFilled }) => [source, { newest, oldest, isFilled }]))
  },

  /** Widens a range, with the results. Throws `NotHeld` when another replica has the chain. */
  note: (
    chainId: string,
    address: string,
    { source, range, views }: { source: string; range: SignatureRange; views: readonly AccountTransaction[] },
  ): Promise<void> =>
    database.transaction('api', async (sql) => {
      await requireHeld(sql, chainId, holder)
      await insertViews(sql, chainId, views)
      await sql`
        INSERT INTO signature_ranges (chain_id, address, source, newest, oldest, is_filled)
        VALUES (${chainId}, ${address}, ${source}, ${range.newest}, ${range.oldest}, ${range.isFilled}
          OR EXISTS (
            SELECT FROM tracked_accounts WHERE chain_id = ${chainId} AND address = ${address} AND row_count > ${maxRows}
          ))
        ON CONFLICT (chain_id, address, source) DO UPDATE
          SET newest = excluded.newest, oldest = excluded.oldest, is_filled = excluded.is_filled`
    }),

  /** Records the account's turn, whatever its outcome. */
  noteTurn: async (chainId: string, address: string): Promise<void> => {
    await database.statement(
      'api',
      (sql) => sql`
        UPDATE tracked_accounts SET looked_at = clock_timestamp() WHERE chain_id = ${chainId} AND address = ${address}`,
    )
  },

  /** Records that the account has been read. */
  noteSeen: async (chainId: string, address: string): Promise<void> => {
    await database.statement(
      'api',
      (sql) => sql`
        UPDATE tracked_accounts SET filled_from = 0, walk_from = 0
        WHERE chain_id = ${chainId} AND address = ${address} AND filled_from IS NULL`,
    )
  },
})
