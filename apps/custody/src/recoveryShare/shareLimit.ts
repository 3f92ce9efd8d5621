import type { AuditEvent } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import { appendAudit, nthNewestNotedAt } from '@latchkey/service-kit/audit/auditStore'
import { secondsLater } from '@latchkey/service-kit/clock'
import type { Sql } from '@latchkey/service-kit/db/database'

const hour = 3600

/**
 * Notes in a person's log that a share was kept or released, unless that happened as often as it may within the hour (`perHour`, null for no limit). The log is
 * what is counted: it is the one list of these events that nobody can shorten, and every process sees it.
 *
 * Throws RATE_LIMITED `{ seconds }`; what the transaction did is then undone, and nothing leaves.
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
