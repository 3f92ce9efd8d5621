import type { AuditEvent } from '@latchkey/api-client'
import type { Sql } from '../db/database.ts'

/** `dappOrigin` is null at custody, which does not know it. */
export type AuditEntry = { userId: string; at: Date; event: AuditEvent; deviceId: string; dappOrigin: string | null }

/**
 * Appends to the log of the authority in whose role the transaction runs. That authority can append and read, never change; `forget_audit`
 * removes old entries.
 */
export const appendAudit = async (sql: Sql, { userId, at, event, deviceId, dappOrigin }: AuditEntry): Promise<void> => {
  await sql`
    INSERT INTO audit_log (user_id, at, event, device_id, dapp_origin)
    VALUES (${userId}, ${at}, ${event}, ${deviceId}, ${dappOrigin})`
}

/** Returns whether a device has logged this event since `since`. */
export const wasNoted = async (
  sql: Sql,
  { userId, event, deviceId }: Pick<AuditEntry, 'userId' | 'event' | 'deviceId'>,
  since: Date,
): Promise<boolean> => {
  const noted = await sql`
    SELECT 1 FROM audit_log WHERE user_id = ${userId} AND at > ${since} AND event = ${event} AND device_id = ${deviceId} LIMIT 1`
  return noted.length > 0
}

/** Like `appendAudit`, but skips an entry that was already logged since `since`, so that repeated calls don't fill the log. */
export const appendAuditOnce = async (sql: Sql, entry: AuditEntry, since: Date): Promise<void> => {
  if (!(await wasNoted(sql, entry, since))) await appendAudit(sql, entry)
}

/** Returns the time of the `count`-th newest entry of this event, from any device; null when there are fewer. */
export const nthNewestNotedAt = async (
  sql: Sql,
  userId: string,
  event: AuditEvent,
  count: number,
): Promise<Date | null> => {
  const [row] = await sql<{ at: Date }>`
    SELECT at FROM audit_log WHERE user_id = ${userId} AND event = ${event} ORDER BY at DESC OFFSET ${count - 1} LIMIT 1`
  return row?.at ?? null
}

/** An entry as stored; `event` may be unknown to this release. */
export type StoredAuditEntry = Omit<AuditEntry, 'userId' | 'event'> & { id: number; event: string }

/** Returns a user's entries before `before`, newest first. */
export const readAudit = async (
  sql: Sql,
  userId: string,
  { before, limit }: { before: number; limit: number },
): Promise<StoredAuditEntry[]> => {
  const rows = await sql<{
    entry_id: string | number | bigint
    at: Date
    event: string
    device_id: string
    dapp_origin: string | null
  }>`
    SELECT entry_id, at, event, device_id, dapp_origin FROM audit_log
    WHERE user_id = ${userId} AND entry_id < ${before} ORDER BY entry_id DESC LIMIT ${limit}`
  return rows.map((row) => ({
    // A bigint, which each driver returns in a different form.
    id: Number(row.entry_id),
    at: row.at,
    event: row.event,
    deviceId: row.device_id,
    dappOrigin: row.dapp_origin,
  }))
}
