import type { Sql } from '@latchkey/service-kit/db/database'
import type { LoggedApproval } from './accountTransaction.ts'

/** The most stored allowances of one account on one chain. */
export const maxApprovals = 1_000

/**
 * Stores the tokens and spenders that an account has approved. Beyond `maxApprovals`, those that the account did not log itself are dropped
 * first: a contract can log thousands in any owner's name. A reorganization does not remove them: the token reports an allowance's current
 * value.
 */
export async function insertApprovals(sql: Sql, chainId: string, found: readonly LoggedApproval[]): Promise<void> {
  if (found.length === 0) return
  const newest = new Map<string, LoggedApproval>()
  for (const approval of found) {
    const key = `${approval.address} ${approval.contract} ${approval.spender}`
    const former = newest.get(key)
    if (former !== undefined && former.block > approval.block) continue
    newest.set(key, { ...approval, isOwn: approval.isOwn || former?.isOwn === true })
  }
  // In a fixed order, so that two writers never deadlock.
  const rows = [...newest.keys()].sort().map((key) => newest.get(key))
  await sql`
    INSERT INTO account_approvals (chain_id, address, contract, spender, seen_block, seen_at, is_own)
    SELECT ${chainId}::text, address, contract, spender, block, "minedAt", "isOwn"
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) AS seen (
      address text, contract text, spender text, block bigint, "minedAt" timestamptz, "isOwn" boolean
    )
    ON CONFLICT (chain_id, address, contract, spender) DO UPDATE SET
      seen_block = greatest(account_approvals.seen_block, excluded.seen_block),
      seen_at = greatest(account_approvals.seen_at, excluded.seen_at),
      is_own = account_approvals.is_own OR excluded.is_own`
  for (const address of new Set(found.map((each) => each.address)))
    await sql`
      DELETE FROM account_approvals WHERE chain_id = ${chainId} AND address = ${address} AND (contract, spender) IN (
        SELECT contract, spender FROM account_approvals WHERE chain_id = ${chainId} AND address = ${address}
        ORDER BY is_own DESC, seen_block DESC, contract, spender OFFSET ${maxApprovals}
      )`
}
