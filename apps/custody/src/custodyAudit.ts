import type { AuditEvent } from '@latchkey/api-client'
import { appendAudit } from '@latchkey/service-kit/audit/auditStore'
import type { Clock } from '@latchkey/service-kit/clock'
import type { Database } from '@latchkey/service-kit/db/database'

/** Writes a device's action to custody's log of its user. If that fails, the action fails. */
export type CustodyAudit = (userId: string, deviceId: string, event: AuditEvent) => Promise<void>

export const createCustodyAudit =
  (database: Database, clock: Clock): CustodyAudit =>
  (userId, deviceId, event) =>
    database
      .statement('custody', async (sql) => {
        await appendAudit(sql, { userId, deviceId, event, at: clock.now(), dappOrigin: null })
        return []
      })
      .then(() => {})
