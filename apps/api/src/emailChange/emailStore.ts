import type { Sql } from '@latchkey/service-kit/db/database'

/** Returns the account's address, if it is recorded as this account's and no other's; otherwise null. */
export const findEmail = async (sql: Sql, userId: string): Promise<string | null> => {
  const [row] = await sql<{ email: string }>`
    SELECT email FROM users JOIN emails USING (user_id, email) WHERE user_id = ${userId}`
  return row?.email ?? null
}

/** Returns whether the account was created with an address, whichever account has it now. */
export const isUserWithEmail = async (sql: Sql, userId: string): Promise<boolean> => {
  const rows = await sql`SELECT FROM users WHERE user_id = ${userId} AND email IS NOT NULL`
  return rows.length > 0
}

/** Assigns an address to an account, in place of the previous one. Returns false when another account has it, or may restore it. */
export const claimEmail = async (sql: Sql, userId: string, email: string, now: Date): Promise<boolean> => {
  // The previous one is removed first, since an account has one; of concurrent claims the second waits for the first.
  const rows = await sql`
    WITH former AS (DELETE FROM emails WHERE user_id = ${userId} AND email <> ${email} RETURNING 1)
    INSERT INTO emails (email, user_id)
    SELECT ${email}, ${userId}
    WHERE (SELECT count(*) FROM former) >= 0
      AND NOT EXISTS (
        SELECT FROM previous_emails WHERE email = ${email} AND user_id <> ${userId} AND expires_at > ${now}
      )
    ON CONFLICT (email) DO UPDATE SET user_id = emails.user_id WHERE emails.user_id = excluded.user_id
    RETURNING 1`
  return rows.length > 0
}

/**
 * Sets the account's address; the previous one can be restored until `backUntil`. Removes addresses that can't be restored, and logins that
 * were added since the change was prepared.
 */
export const replaceEmail = async (
  sql: Sql,
  userId: string,
  {
    from,
    to,
    preparedAt,
    now,
    backUntil,
  }: { from: string | null; to: string; preparedAt: Date; now: Date; backUntil: Date },
): Promise<void> => {
  await sql`DELETE FROM user_logins WHERE user_id = ${userId} AND linked_at >= ${preparedAt}`
  await sql`UPDATE users SET email = ${to} WHERE user_id = ${userId}`
  await sql`DELETE FROM previous_emails WHERE (user_id = ${userId} AND email = ${to}) OR expires_at < ${now}`
  if (from === null) return
  await sql`
    INSERT INTO previous_emails (user_id, email, expires_at) VALUES (${userId}, ${from}, ${backUntil})
    ON CONFLICT (user_id, email) DO UPDATE SET expires_at = excluded.expires_at`
}

/** Adds an address to an account without one. */
export const addEmail = async (sql: Sql, userId: string, email: string): Promise<void> => {
  await sql`UPDATE users SET email = ${email} WHERE user_id = ${userId} AND email IS NULL`
}

/** Returns whether the account had this address until recently. */
export const mayTakeBack = async (sql: Sql, userId: string, email: string, now: Date): Promise<boolean> => {
  const rows = await sql`
    SELECT 1 FROM previous_emails WHERE user_id = ${userId} AND email = ${email} AND expires_at > ${now}`
  return rows.length > 0
}

/**
 * Restores an address, within `backSeconds` of the change, and voids everything added since: the other mailbox's owner could have added a
 * login.
 */
export const restoreEmail = async (sql: Sql, userId: string, email: string, backSeconds: number): Promise<void> => {
  await sql`
    DELETE FROM user_logins USING previous_emails AS previous
    WHERE user_logins.user_id = ${userId} AND previous.user_id = ${userId} AND previous.email = ${email}
      AND linked_at >= previous.expires_at - make_interval(secs => ${backSeconds})`
  await sql`UPDATE users SET email = ${email} WHERE user_id = ${userId}`
  await sql`UPDATE email_changes SET is_over = true WHERE user_id = ${userId}`
  // Earlier restorable addresses stay: a thief who changes the address twice can undo only the second change.
  await sql`
    DELETE FROM previous_emails WHERE user_id = ${userId} AND expires_at >= (
      SELECT expires_at FROM previous_emails WHERE user_id = ${userId} AND email = ${email}
    )`
}
