import { appendAuditOnce } from '@latchkey/service-kit/audit/auditStore'
import { type Clock, secondsLater } from '@latchkey/service-kit/clock'
import type { Database } from '@latchkey/service-kit/db/database'
import { findDeviceOwners } from '../devices/deviceStore.ts'

/** Rejections of one device are recorded once in so long. */
const refusalSeconds = 60

/** Records that a sign-in at a provider did not verify, for every user of this device; there may be none. */
export const noteSocialRefusal = (
  { database, clock }: { database: Database; clock: Clock },
  deviceId: string,
): Promise<void> =>
  database.transaction('api', async (sql) => {
    const at = clock.now()
    for (const userId of await findDeviceOwners(sql, deviceId)) {
      const entry = { userId, deviceId, at, event: 'social login refused', dappOrigin: null } as const
      await appendAuditOnce(sql, entry, secondsLater(at, -refusalSeconds))
    }
  })
