import type { LoginProvider } from '@latchkey/api-client'
import type { Sql } from '@latchkey/service-kit/db/database'

/**
 * Returns the login providers at which the account with this verified address has it; none if the address is the account's own email. If
 * several accounts have it at a provider, the earliest counts. Null if no account has the address. Takes as long for no address.
 */
export async function findProviders(sql: Sql, email: string | null): Promise<LoginProvider[] | null> {
  const [row] = await sql<{ providers: LoginProvider[] }>`
    WITH found AS (
      SELECT user_id, true AS is_own, created_at AS since FROM people WHERE email = ${email}::text
      UNION ALL
      SELECT user_id, false, linked_at FROM identities WHERE email = ${email}::text
      ORDER BY is_own DESC, since, user_id LIMIT 1
    )
    SELECT CASE WHEN is_own THEN '[]'::jsonb ELSE (
      SELECT jsonb_agg(DISTINCT provider) FROM identities
      WHERE identities.user_id = found.user_id AND email = ${email}::text
    ) END AS providers
    FROM found`
  return row?.providers ?? null
}
