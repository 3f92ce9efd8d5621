import type { AuditEvent } from '@latchkey/api-client'
import { appendAudit } from '@latchkey/service-kit/audit/auditStore'
import type { Clock } from '@latchkey/service-kit/clock'
import type { Database } from '@latchkey/service-kit/db/database'

/** Notes in custody's log of a person what one of their devices did. What cannot be noted is not done. */
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
