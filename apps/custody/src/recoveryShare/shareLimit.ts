import type { AuditEvent } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import { appendAudit, nthNewestNotedAt } from '@latchkey/service-kit/audit/auditStore'
import { secondsLater } from '@latchkey/service-kit/clock'
import type { Sql } from '@latchkey/service-kit/db/database'

const hour = 3600

/**
 * Logs that a user's share was stored or released, unless the hourly limit is reached (`perHour`, null for no limit). The log itself is
 * counted: it is append-only, and every process sees it.
 *
 * Throws RATE_LIMITED `{ seconds }`; the transaction is then rolled back, and nothing is released.
 */
export async function noteWithinAllowance(
  sql: Sql,
  perHour: number | null,
  entry: { userId: string; deviceId: string; event: AuditEvent; at: Date },
): Promise<void> {
  const { userId, event, at } = entry
  const oldest = perHour === null ? null : await nthNewestNotedAt(sql, userId, event, perHour)
  const waitMs = oldest === null ? 0 : secondsLater(oldest, hour).getTime() - at.getTime()
  if (waitMs > 0) throw new AppError('RATE_LIMITED', { details: { seconds: Math.ceil(waitMs / 1000) } })
  await appendAudit(sql, { ...entry, dappOrigin: null })
}
