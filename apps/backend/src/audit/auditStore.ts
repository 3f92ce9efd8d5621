import type { Sql } from '../../db/database.ts'

/** What a person can read about their account later. */
export type AuditEvent =
  | 'wallet created'
  | 'device enrolled'
  | 'recovery used'
  | 'signed in'
  | 'signed out'
  | 'session revoked after token reuse'

export type AuditEntry = { userId: string; at: Date; event: AuditEvent; deviceId: string; dappOrigin: string }

export const appendAudit = async (sql: Sql, { userId, at, event, deviceId, dappOrigin }: AuditEntry): Promise<void> => {
  await sql`
    INSERT INTO audit_log (user_id, at, event, device_id, dapp_origin)
    VALUES (${userId}, ${at}, ${event}, ${deviceId}, ${dappOrigin})`
}
