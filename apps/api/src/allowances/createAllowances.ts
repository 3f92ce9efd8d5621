import type { EndpointResponse } from '@latchkey/api-client'
import { parseEvmAddress } from '@latchkey/chains'
import type { Database } from '@latchkey/service-kit/db/database'
import { createFirstLook } from '../history/firstLook.ts'
import { type AccountIndex, storedAddress } from '../indexer/accountIndex.ts'
import { maxApprovals } from '../indexer/approvalStore.ts'

export type AllowanceOptions = {
  database: Database
  accounts: AccountIndex
  /** Nodes by chain (CAIP-2). */
  nodes: Readonly<Record<string, readonly string[]>>
}

/** Throws ADDRESS_INVALID. */
export type ListAllowances = (address: string) => Promise<EndpointResponse<'accountAllowances'>>

/** Lists the tokens and collections, with spenders and operators, that an account has approved, out of our own index. */
export function createAllowances({ database, accounts, nodes }: AllowanceOptions): ListAllowances {
  const firstLook = createFirstLook({ accounts })

  return async (given) => {
    const address = storedAddress(parseEvmAddress(given))
    const chainIds = accounts.chainsOf(address)
    await firstLook(address, chainIds)
    await lookAgain(database, address)
    // Read before the rows: rows that the index still lacked at this moment may be missing.
    const areWhole = await Promise.all(chainIds.map((chainId) => accounts.isWhole(address, [chainId])))
    const rows = await database.statement(
      'api',
      (sql) => sql<{ chainId: string; token: string; spender: string; setAt: Date }>`
        SELECT chain_id AS "chainId", contract AS token, spender, seen_at AS "setAt" FROM account_approvals
        WHERE address = ${address}
          AND chain_id IN (SELECT jsonb_array_elements_text(${JSON.stringify(chainIds)}::text::jsonb))
        ORDER BY is_own DESC, seen_at DESC, chain_id, contract, spender`,
    )
    const isFull = (chainId: string): boolean => rows.filter((row) => row.chainId === chainId).length >= maxApprovals
    return {
      allowances: rows.map((row) => ({ ...row, setAt: row.setAt.toISOString() })),
      incomplete: chainIds.filter((chainId, index) => areWhole[index] !== true || isFull(chainId)),
      notIndexed: Object.keys(nodes).filter(
        (chainId) => chainId.startsWith('eip155:') && (nodes[chainId]?.length ?? 0) > 0 && !accounts.isIndexed(chainId),
      ),
    }
  }
}

/** Has an account's history scanned again if an earlier release did it, which looked for fewer approvals. Recorded history stays. */
const lookAgain = (database: Database, address: string) =>
  database.statement(
    'api',
    (sql) => sql`
      UPDATE tracked_accounts
      SET filled_from = NULL, walk_from = NULL, row_count = 0, is_busy = false, fill_failures = 0
      WHERE address = ${address} AND filled_from IS NOT NULL AND NOT knows_operators`,
  )
