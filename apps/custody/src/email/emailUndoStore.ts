import { appendAudit } from '@latchkey/service-kit/audit/auditStore'
import type { Sql } from '@latchkey/service-kit/db/database'

/** A change of email that can still be undone. */
export type UndoableChange = { tokenHash: Uint8Array; userId: string; oldEmail: string; createdAt: Date }

/** Restores the user's old address, and voids all later links, every device, and every login that was added since. */
export async function takeBackEmail(
  sql: Sql,
  { tokenHash, userId, oldEmail, createdAt }: UndoableChange,
  now: Date,
): Promise<void> {
  await sql`UPDATE people SET email = ${oldEmail} WHERE user_id = ${userId}`
  await sql`UPDATE email_undos SET used_at = ${now} WHERE token_hash = ${tokenHash}`
  // Later links belong to an attacker.
  await sql`
    DELETE FROM email_undos
    WHERE user_id = ${userId} AND token_hash <> ${tokenHash} AND created_at >= ${createdAt}`
  // An attacker could have added a login.
  await sql`DELETE FROM identities WHERE user_id = ${userId} AND linked_at >= ${createdAt}`
  await sql`DELETE FROM known_devices WHERE user_id = ${userId}`
}

/**
 * Undoes the last change of this email's former owner, if the api has not confirmed the new address: a change that broke off between the
 * authorities is reverted as soon as the old mailbox is proved, which is all that its link requires too. Returns the user, or null.
 */
export async function takeBackUnsettled(
  sql: Sql,
  { email, now, unsettledBefore }: { email: string; now: Date; unsettledBefore: Date },
): Promise<string | null> {
  const [row] = await sql<{ token_hash: Uint8Array; user_id: string; created_at: Date }>`
    SELECT token_hash, user_id, created_at FROM email_undos AS change
    WHERE old_email = ${email} AND used_at IS NULL AND expires_at > ${now}
      AND settled_at IS NULL AND created_at < ${unsettledBefore}
      AND NOT EXISTS (
        SELECT FROM email_undos AS later WHERE later.user_id = change.user_id AND later.created_at > change.created_at
      )
    FOR UPDATE`
  if (row === undefined) return null
  const { token_hash: tokenHash, user_id: userId, created_at: createdAt } = row
  await takeBackEmail(sql, { tokenHash, userId, oldEmail: email, createdAt }, now)
  await appendAudit(sql, { userId, at: now, event: 'email change undone', deviceId: '', dappOrigin: null })
  return userId
}
