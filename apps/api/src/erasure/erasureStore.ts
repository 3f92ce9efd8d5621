import type { Sql } from '@latchkey/service-kit/db/database'

/** Whether an address that the account had may still take it back. */
export const mayBeTakenBack = async (sql: Sql, userId: string, now: Date): Promise<boolean> => {
  const rows = await sql`SELECT 1 FROM previous_emails WHERE user_id = ${userId} AND expires_at > ${now}`
  return rows.length > 0
}

/** The id stays, so that no one gets in by it again, and what was promised to pay for keeps its limit. */
export const eraseUser = async (sql: Sql, userId: string, now: Date): Promise<void> => {
  await sql`DELETE FROM auth_shares WHERE wallet_id IN (SELECT wallet_id FROM wallets WHERE user_id = ${userId})`
  await sql`DELETE FROM recovery_auth_shares WHERE wallet_id IN (SELECT wallet_id FROM wallets WHERE user_id = ${userId})`
  await sql`DELETE FROM wallets WHERE user_id = ${userId}`
  await sql`DELETE FROM permissions WHERE user_id = ${userId}`
  await sql`
    DELETE FROM proved_identities WHERE device_id IN (SELECT device_id FROM devices WHERE user_id = ${userId})`
  await sql`DELETE FROM devices WHERE user_id = ${userId}`
  await sql`DELETE FROM known_networks WHERE user_id = ${userId}`
  await sql`DELETE FROM sessions WHERE user_id = ${userId}`
  await sql`DELETE FROM user_logins WHERE user_id = ${userId}`
  await sql`DELETE FROM email_changes WHERE user_id = ${userId}`
  await sql`DELETE FROM previous_emails WHERE user_id = ${userId}`
  await sql`DELETE FROM emails WHERE user_id = ${userId}`
  await sql`UPDATE users SET email = NULL, pending_email = NULL, erased_at = ${now} WHERE user_id = ${userId}`
}
