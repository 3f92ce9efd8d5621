import type { AuditEvent } from '@latchkey/api-client'
import type { Sql } from '../db/database.ts'

/** `dappOrigin` is null at custody, which does not know it. */
export type AuditEntry = { userId: string; at: Date; event: AuditEvent; deviceId: string; dappOrigin: string | null }

/** The log of the authority in whose role the transaction runs. Its code may append and read, never change; `forget_audit` removes what is old. */
export const appendAudit = async (sql: Sql, { userId, at, event, deviceId, dappOrigin }: AuditEntry): Promise<void> => {
  await sql`
    INSERT INTO audit_log (user_id, at, event, device_id, dapp_origin)
    VALUES (${userId}, ${at}, ${event}, ${deviceId}, ${dappOrigin})`
}

/** Whether a device's entry of this event is in the log since `since`. */
export const wasNoted = async (
  sql: Sql,
  { userId, event, deviceId }: Pick<AuditEntry, 'userId' | 'event' | 'deviceId'>,
  since: Date,
): Promise<boolean> => {
  const noted = await sql`
    SELECT 1 FROM audit_log WHERE user_id = ${userId} AND at > ${since} AND event = ${event} AND device_id = ${deviceId} LIMIT 1`
  return noted.length > 0
}

/** As `appendAudit`, unless the same was noted since `since`: whoever can repeat something must not fill the log with it. */
export const appendAuditOnce = async (sql: Sql, entry: AuditEntry, since: Date): Promise<void> => {
  if (!(await wasNoted(sql, entry, since))) await appendAudit(sql, entry)
}

/** When the `count`-th newest entry of this event was made, by whatever device; null when there are fewer. */
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

/** An entry as the database has it; `event` may be one that this release doesn't know. */
export type StoredAuditEntry = Omit<AuditEntry, 'userId' | 'event'> & { id: number; event: string }

/** A person's entries before `before`, newest first. */
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
    // A bigint, which drivers give in forms of their own.
    id: Number(row.entry_id),
    at: row.at,
    event: row.event,
    deviceId: row.device_id,
    dappOrigin: row.dapp_origin,
  }))
}
