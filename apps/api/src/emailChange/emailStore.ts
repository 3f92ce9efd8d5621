import type { Sql } from '@latchkey/service-kit/db/database'

/** The account's address, as long as that is noted as this account's and no other's; null when it has none. */
export const findEmail = async (sql: Sql, userId: string): Promise<string | null> => {
  const [row] = await sql<{ email: string }>`
    SELECT email FROM users JOIN emails USING (user_id, email) WHERE user_id = ${userId}`
  return row?.email ?? null
}

/** Whether the account was made with an address, whosever that is. */
export const isUserWithEmail = async (sql: Sql, userId: string): Promise<boolean> => {
  const rows = await sql`SELECT FROM users WHERE user_id = ${userId} AND email IS NOT NULL`
  return rows.length > 0
}

/** Notes that an address is this account's, in place of the one before. False when it is another's, or may be taken back by another. */
export const claimEmail = async (sql: Sql, userId: string, email: string, now: Date): Promise<boolean> => {
  // The former one goes first, since an account has one; of claims that race the second one waits for the first.
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
 * The account has this address from now on; the one before it may be taken back until `backUntil`. Those that may not are forgotten, and
 * so are logins that were added since the new one was prepared.
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

/** The account, which has no address, has this one. */
export const addEmail = async (sql: Sql, userId: string, email: string): Promise<void> => {
  await sql`UPDATE users SET email = ${email} WHERE user_id = ${userId} AND email IS NULL`
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
  await sql`UPDATE users SET email = ${email} WHERE user_id = ${userId}`
  await sql`UPDATE email_changes SET is_over = true WHERE user_id = ${userId}`
  // What may be taken back from before stays: a thief who changes the address twice undoes the second change alone.
  await sql`
    DELETE FROM previous_emails WHERE user_id = ${userId} AND expires_at >= (
      SELECT expires_at FROM previous_emails WHERE user_id = ${userId} AND email = ${email}
    )`
}
