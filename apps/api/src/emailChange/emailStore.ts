import type { Sql } from '@latchkey/service-kit/db/database'

export type StoredEmail = { email: string | null; pendingEmail: string | null }

export const findEmail = async (sql: Sql, userId: string): Promise<StoredEmail | null> => {
  const [row] = await sql<{ email: string | null; pending_email: string | null }>`
    SELECT email, pending_email FROM users WHERE user_id = ${userId}`
  return row === undefined ? null : { email: row.email, pendingEmail: row.pending_email }
}

export const setPendingEmail = async (sql: Sql, userId: string, email: string, now: Date): Promise<void> => {
  await sql`UPDATE users SET pending_email = ${email}, pending_since = ${now} WHERE user_id = ${userId}`
}

/**
 * The account has this address from now on; the one before it may be taken back until `backUntil`. Those that may not are forgotten, and
 * so are logins that were added since the new one was prepared.
 */
export const replaceEmail = async (
  sql: Sql,
  userId: string,
  { from, to, now, backUntil }: { from: string | null; to: string; now: Date; backUntil: Date },
): Promise<void> => {
  await sql`
    DELETE FROM user_logins USING users
    WHERE user_logins.user_id = ${userId} AND users.user_id = ${userId} AND linked_at >= users.pending_since`
  await sql`UPDATE users SET email = ${to}, pending_email = NULL WHERE user_id = ${userId}`
  await sql`DELETE FROM previous_emails WHERE (user_id = ${userId} AND email = ${to}) OR expires_at < ${now}`
  if (from === null) return
  await sql`
    INSERT INTO previous_emails (user_id, email, expires_at) VALUES (${userId}, ${from}, ${backUntil})
    ON CONFLICT (user_id, email) DO UPDATE SET expires_at = excluded.expires_at`
}

/** Whether the account had this address until lately. */
export const mayTakeBack = async (sql: Sql, userId: string, email: string, now: Date): Promise<boolean> => {
  const rows = await sql`
    SELECT 1 FROM previous_emails WHERE user_id = ${userId} AND email = ${email} AND expires_at > ${now}`
  return rows.length > 0
}

/**
 * The account has this address again, which could be taken back for `backSeconds`, and what it had since is worth nothing: whoever
 * had it could have added a login of their own.
 */
export const restoreEmail = async (sql: Sql, userId: string, email: string, backSeconds: number): Promise<void> => {
  await sql`
    DELETE FROM user_logins USING previous_emails AS previous
    WHERE user_logins.user_id = ${userId} AND previous.user_id = ${userId} AND previous.email = ${email}
      AND linked_at >= previous.expires_at - make_interval(secs => ${backSeconds})`
  await sql`UPDATE users SET email = ${email}, pending_email = NULL WHERE user_id = ${userId}`
  await sql`DELETE FROM previous_emails WHERE user_id = ${userId}`
}
