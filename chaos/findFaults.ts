import type { Sql } from 'postgres'

/** Returns what must not be in either database for one user, whatever crashed: one line per fault. */
export async function findFaults(sql: Sql, userId: string): Promise<string[]> {
  const rows = await sql<{ fault: string }[]>`
    WITH
      wallet AS (SELECT *, record::json AS stored FROM latchkey_api.wallets WHERE user_id = ${userId}),
      device AS (SELECT * FROM latchkey_api.devices WHERE user_id = ${userId}),
      recovery AS (SELECT * FROM latchkey_custody.recovery_shares WHERE user_id = ${userId})
    SELECT 'not one wallet but ' || count(*) AS fault FROM wallet HAVING count(*) <> 1
    UNION ALL
    SELECT 'columns of the wallet that its record does not have' FROM wallet
      WHERE (stored->>'revision')::int <> revision OR (stored->>'generation')::int <> generation
        OR stored->>'walletId' <> wallet_id::text OR stored->>'userId' <> user_id::text
    UNION ALL
    SELECT 'an email that custody does not know: ' || coalesce(u.email, 'none')
      FROM latchkey_api.users u LEFT JOIN latchkey_custody.people p USING (user_id)
      WHERE u.user_id = ${userId} AND p.email IS DISTINCT FROM u.email
    UNION ALL
    SELECT 'no recovery half at the api for the pair of the record' FROM wallet w
      LEFT JOIN latchkey_api.recovery_auth_shares r ON r.wallet_id = w.wallet_id AND r.generation = w.generation
        AND r.recovery_share_id::text = w.stored->>'recoveryShareId'
      WHERE r.wallet_id IS NULL
    UNION ALL
    SELECT 'no recovery share at custody for the pair of the record' FROM wallet w
      LEFT JOIN recovery r ON r.wallet_id = w.wallet_id AND r.generation = w.generation
        AND r.recovery_share_id::text = w.stored->>'recoveryShareId'
      WHERE r.wallet_id IS NULL
    UNION ALL
    SELECT 'a recovery share of a pair after the record''s' FROM wallet w JOIN recovery r USING (wallet_id)
      WHERE r.generation > w.generation + 1 OR r.revision > w.revision + 1
    UNION ALL
    SELECT 'an auth share of a device that is gone' FROM wallet w JOIN latchkey_api.auth_shares s USING (wallet_id)
      LEFT JOIN device d USING (device_id) WHERE d.device_id IS NULL
    UNION ALL
    SELECT 'an auth share of another vault key than the record''s' FROM wallet w
      JOIN latchkey_api.auth_shares s USING (wallet_id) WHERE s.generation <> w.generation
    UNION ALL
    SELECT 'an open session of a device that is gone' FROM latchkey_api.sessions s LEFT JOIN device d USING (device_id)
      WHERE s.user_id = ${userId} AND s.revoked_at IS NULL AND d.device_id IS NULL`
  return rows.map(({ fault }) => fault)
}

/** Returns data of the old vault key, which must be gone once a new one has been committed without a fault. */
export async function findLeftovers(sql: Sql, userId: string): Promise<string[]> {
  const [row] = await sql<{ recovery: number; auth: number; halves: number; devices: number; sessions: number }[]>`
    SELECT
      (SELECT count(*) FROM latchkey_custody.recovery_shares WHERE user_id = ${userId})::int AS recovery,
      (SELECT count(*) FROM latchkey_api.auth_shares JOIN latchkey_api.wallets USING (wallet_id) WHERE user_id = ${userId})::int AS auth,
      (SELECT count(*) FROM latchkey_api.recovery_auth_shares JOIN latchkey_api.wallets USING (wallet_id)
        WHERE user_id = ${userId})::int AS halves,
      (SELECT count(*) FROM latchkey_api.devices WHERE user_id = ${userId})::int AS devices,
      (SELECT count(*) FROM latchkey_api.sessions WHERE user_id = ${userId} AND revoked_at IS NULL)::int AS sessions`
  return Object.entries(row ?? {})
    .filter(([, count]) => count !== 1)
    .map(([name, count]) => `not one but ${count} of: ${name}`)
}
