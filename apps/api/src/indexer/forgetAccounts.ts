import type { Database, Sql } from '@latchkey/service-kit/db/database'
import { requireHeld } from './chainHold.ts'
import { maxRows } from './indexRows.ts'

/** An account without requests for so many days is forgotten, and scanned again when it is next requested. */
const forgottenAfterDays = 30
/** The most accounts per round of one replica. */
const maxForgotten = 1_000
const maxTrimmed = 10

type ForgetAccountsOptions = { database: Database; holder: string; maxAccounts: number }

/**
 * Forgets accounts without recent requests, accounts beyond the maximum, and the oldest rows of accounts that have too many. Returns true
 * when there is more to forget.
 */
export const forgetAccounts = (
  { database, holder, maxAccounts }: ForgetAccountsOptions,
  chainId: string,
): Promise<boolean> =>
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
        WHERE place > ${maxAccounts} OR asked_at < now() - ${forgottenAfterDays}::float8 * interval '1 day'
        ORDER BY place DESC LIMIT ${maxForgotten}
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
      SELECT address FROM tracked_accounts WHERE chain_id = ${chainId} AND row_count > ${2 * maxRows}
      ORDER BY row_count DESC LIMIT ${maxTrimmed}`
    for (const { address } of long) await trim(sql, chainId, address)
    return gone.length === maxForgotten || long.length === maxTrimmed
  })

/** Keeps the newest rows of an account, and marks its past accordingly. */
async function trim(sql: Sql, chainId: string, address: string): Promise<void> {
  await sql`
    DELETE FROM account_transactions WHERE chain_id = ${chainId} AND address = ${address} AND block_number <= (
      SELECT block_number FROM account_transactions WHERE chain_id = ${chainId} AND address = ${address}
      ORDER BY block_number DESC, position DESC, hash DESC OFFSET ${maxRows} LIMIT 1
    )`
  await sql`UPDATE tracked_accounts SET row_count = ${maxRows}, is_busy = true
    WHERE chain_id = ${chainId} AND address = ${address}`
}
