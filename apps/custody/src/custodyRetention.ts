import { secondsLater } from '@latchkey/service-kit/clock'
import { removeKnownNetworks } from '@latchkey/service-kit/mail/knownNetworks'
import { daySeconds, sharedRules } from '@latchkey/service-kit/retention/sharedRules'
import type { Retention, RetentionRule } from '@latchkey/service-kit/retention/startRetention'

/** Removes attempts that no limit counts, with the device and address of the request. */
const removeAttempts: RetentionRule = async (sql, now, maxRows) => {
  const rows = await sql`
    DELETE FROM email_attempts WHERE attempt_id IN (
      SELECT attempt_id FROM email_attempts WHERE created_at < ${secondsLater(now, -daySeconds)}
      LIMIT ${maxRows} FOR UPDATE SKIP LOCKED
    ) RETURNING 1`
  return rows.length === maxRows
}

export const custodyRetention = (retention: Retention): readonly RetentionRule[] => [
  removeAttempts,
  removeKnownNetworks(retention.networksDays),
  ...sharedRules(retention),
]
