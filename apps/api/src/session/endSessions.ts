import type { AuditEvent } from '@latchkey/api-client'
import type { Clock } from '@latchkey/service-kit/clock'
import type { Database } from '@latchkey/service-kit/db/database'

/** Which sessions: all, one user's, or those that were opened on the pages of one project. */
export type WhoseSessions = { all: true } | { userId: string } | { projectId: string }

const event: AuditEvent = 'sessions ended by the operator'
/** Rows per statement, so that none holds the table for long. */
const most = 1_000

/**
 * Ends open sessions and notes it in each user's log. Devices stay: users who sign in again find their wallet. Resolves with the number of
 * ended sessions.
 */
export async function endSessions(
  { database, clock }: { database: Database; clock: Clock },
  whose: WhoseSessions,
): Promise<number> {
  const userId = 'userId' in whose ? whose.userId : null
  const projectId = 'projectId' in whose ? whose.projectId : null
  for (let ended = 0; ; ) {
    const now = clock.now()
    const rows = await database.statement(
      'api',
      (sql) => sql`
        WITH ended AS (
          UPDATE sessions SET revoked_at = ${now}
          WHERE session_id IN (
            SELECT session_id FROM sessions
            WHERE revoked_at IS NULL AND expires_at > ${now}
              AND (${userId}::text IS NULL OR user_id::text = ${userId})
              AND (${projectId}::text IS NULL OR project_id = ${projectId})
            LIMIT ${most}
          ) AND revoked_at IS NULL
          RETURNING user_id, device_id, dapp_origin
        )
        INSERT INTO audit_log (user_id, at, event, device_id, dapp_origin)
        SELECT user_id, ${now}, ${event}, device_id, dapp_origin FROM ended RETURNING 1`,
    )
    ended += rows.length
    if (rows.length < most) return ended
  }
}
