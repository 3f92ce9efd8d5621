import type { AuditEvent } from '@latchkey/api-client'
import { appendAudit } from '../audit/auditStore.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'

/** Notes in custody's log of a person what one of their devices did. What cannot be noted is not done. */
export type CustodyAudit = (userId: string, deviceId: string, event: AuditEvent) => Promise<void>

export const createCustodyAudit =
  (database: Database, clock: Clock): CustodyAudit =>
  (userId, deviceId, event) =>
    database.transaction('custody', (sql) =>
      appendAudit(sql, { userId, deviceId, event, at: clock.now(), dappOrigin: null }),
    )
