import { type Database, isUniqueViolation, type Sql } from '@latchkey/service-kit/db/database'
import { isReserved } from '../email/attemptStore.ts'
import { takeBackEmail } from '../email/emailUndoStore.ts'

/** A change that one device has started. */
export type EmailChange = {
  changeId: string
  deviceId: string
  projectId: string
  dappOrigin: string
  oldEmail: string
  newEmail: string
  /** The code mailed to the old address, and the one mailed to the new address once the first was right. */
  oldAttemptId: string
  newAttemptId: string | null
  userId: string | null
  createdAt: Date
  completedAt: Date | null
}

/** A link that restores an address, as stored. */
type Undo = { tokenHash: Uint8Array; expiresAt: Date }

export type EmailChangeStore = {
  /** Also removes changes from before `olderThan`. */
  insert(
    change: Pick<
      EmailChange,
      'changeId' | 'deviceId' | 'projectId' | 'dappOrigin' | 'oldEmail' | 'newEmail' | 'oldAttemptId' | 'createdAt'
    >,
    olderThan: Date,
  ): Promise<void>
  /** Returns the change of this device, started after `since`; null otherwise. */
  find(changeId: string, deviceId: string, since: Date): Promise<EmailChange | null>
  /** Records that the user has proved the old address. */
  oldProved(changeId: string, proved: { userId: string; newAttemptId: string }): Promise<void>
  /**
   * Gives the user the new address, in one transaction with `also`; removes logins that were added since the change began. `taken`: another
   * account has it, or it is reserved for one that may restore it. `moved`: the user no longer has the old address.
   */
  complete(
    change: EmailChange & { userId: string },
    undo: Undo,
    now: Date,
    also: (sql: Sql) => Promise<void>,
  ): Promise<'changed' | 'taken' | 'moved'>
  /** Records that the api has this address of the user too. */
  settle(settled: { userId: string; email: string }, now: Date): Promise<void>
  /**
   * Uses the link, as `takeBackEmail`. A link that was used after `since` returns the same; null for one that has expired, or never
   * existed.
   */
  undo(
    tokenHash: Uint8Array,
    now: Date,
    since: Date,
    also: (sql: Sql, userId: string) => Promise<void>,
  ): Promise<{ userId: string; email: string } | null>
}

export function createEmailChangeStore(database: Database): EmailChangeStore {
  const transaction = <result>(work: (sql: Sql) => Promise<result>) => database.transaction('custody', work)
  return {
    insert: (change, olderThan) =>
      transaction(async (sql) => {
        await sql`DELETE FROM email_changes WHERE created_at < ${olderThan}`
        await sql`
          INSERT INTO email_changes
            (change_id, device_id, project_id, dapp_origin, old_email, new_email, old_attempt_id, created_at)
          VALUES (${change.changeId}, ${change.deviceId}, ${change.projectId}, ${change.dappOrigin}, ${change.oldEmail},
            ${change.newEmail}, ${change.oldAttemptId}, ${change.createdAt})`
      }),
    find: (changeId, deviceId, since) =>
      transaction(async (sql) => {
        const [row] = await sql<Row>`
          SELECT * FROM email_changes
          WHERE change_id = ${changeId} AND device_id = ${deviceId} AND created_at > ${since}`
        return row === undefined ? null : changeOf(row)
      }),
    oldProved: (changeId, { userId, newAttemptId }) =>
      transaction(async (sql) => {
        await sql`
          UPDATE email_changes SET user_id = ${userId}, new_attempt_id = ${newAttemptId} WHERE change_id = ${changeId}`
      }),
    complete: (change, undo, now, also) =>
      transaction(async (sql) => {
        const { changeId, userId, deviceId, oldEmail, newEmail } = change
        const [owner] = await sql<{ user_id: string }>`SELECT user_id FROM people WHERE email = ${newEmail}`
        const isOwnOld = await sql`
          SELECT 1 FROM email_undos WHERE old_email = ${newEmail} AND user_id = ${userId} AND used_at IS NULL`
        if (owner !== undefined || (isOwnOld.length === 0 && (await isReserved(sql, newEmail, now)))) return 'taken'
        const moved = await sql`
          UPDATE people SET email = ${newEmail} WHERE user_id = ${userId} AND email = ${oldEmail} RETURNING 1`
        if (moved.length === 0) return 'moved'
        await sql`DELETE FROM email_undos WHERE expires_at < ${now}`
        await sql`
          INSERT INTO email_undos (token_hash, user_id, old_email, created_at, expires_at)
          VALUES (${undo.tokenHash}, ${userId}, ${oldEmail}, ${now}, ${undo.expiresAt})`
        await sql`DELETE FROM known_devices WHERE user_id = ${userId} AND device_id <> ${deviceId}`
        // An attacker whom the change locks out could have added a login meanwhile.
        await sql`DELETE FROM identities WHERE user_id = ${userId} AND linked_at >= ${change.createdAt}`
        await sql`UPDATE email_changes SET completed_at = ${now} WHERE change_id = ${changeId}`
        await also(sql)
        return 'changed' as const
      }).catch((error: unknown) => {
        // A concurrent first sign-in proved that address.
        if (isUniqueViolation(error)) return 'taken'
        throw error
      }),
    settle: ({ userId, email }, now) =>
      transaction(async (sql) => {
        await sql`
          UPDATE email_undos SET settled_at = ${now} WHERE user_id = ${userId} AND settled_at IS NULL
            AND EXISTS (SELECT FROM people WHERE user_id = ${userId} AND email = ${email})`
      }),
    undo: (tokenHash, now, since, also) =>
      transaction(async (sql) => {
        const [link] = await sql<{ user_id: string; old_email: string; created_at: Date; used_at: Date | null }>`
          SELECT user_id, old_email, created_at, used_at FROM email_undos
          WHERE token_hash = ${tokenHash} AND expires_at > ${now} FOR UPDATE`
        if (link === undefined) return null
        const { user_id: userId, old_email: email } = link
        if (link.used_at !== null) return link.used_at > since && link.used_at <= now ? { userId, email } : null
        await takeBackEmail(sql, { tokenHash, userId, oldEmail: email, createdAt: link.created_at }, now)
        await also(sql, userId)
        return { userId, email }
      }),
  }
}

type Row = {
  change_id: string
  device_id: string
  project_id: string
  dapp_origin: string
  old_email: string
  new_email: string
  old_attempt_id: string
  new_attempt_id: string | null
  user_id: string | null
  created_at: Date
  completed_at: Date | null
}

const changeOf = (row: Row): EmailChange => ({
  changeId: row.change_id,
  deviceId: row.device_id,
  projectId: row.project_id,
  dappOrigin: row.dapp_origin,
  oldEmail: row.old_email,
  newEmail: row.new_email,
  oldAttemptId: row.old_attempt_id,
  newAttemptId: row.new_attempt_id,
  userId: row.user_id,
  createdAt: row.created_at,
  completedAt: row.completed_at,
})
