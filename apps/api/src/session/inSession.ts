import type { AuditEvent } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import { appendAudit } from '@latchkey/service-kit/audit/auditStore'
import type { Clock } from '@latchkey/service-kit/clock'
import type { Database, Sql } from '@latchkey/service-kit/db/database'
import type { Claims } from '@latchkey/service-kit/keys/tokens'
import type { ProvenDevice } from '@latchkey/service-kit/proof/deviceProof'
import { findOpenSession, lockPerson, type OpenSession } from './sessionStore.ts'

/** The caller of a row with a token: a user, on one of their devices. */
export type SessionCaller = { device: ProvenDevice; token: Claims<'accessToken'> }
export type InSessionDeps = { database: Database; clock: Clock }

type Audit = (event: AuditEvent) => Promise<void>
type Work<result> = (sql: Sql, audit: Audit, session: OpenSession) => Promise<result>

/** How recently a user must have entered a code for actions that can't be undone (custody design, section 4). */
export const stepUpMs = 5 * 60_000

/**
 * An access token outlives its session by minutes, so every use of a token is in a transaction that holds the open session. Throws
 * SESSION_EXPIRED.
 */
export const inSession = <result>(deps: InSessionDeps, caller: SessionCaller, work: Work<result>): Promise<result> =>
  deps.database.transaction('api', (sql) => whileOpen(sql, deps.clock.now(), caller, work))

/** As `inSession`, for actions on the user's other sessions: no other such action runs meanwhile. */
export const inOnlySession = <result>(
  { database, clock }: InSessionDeps,
  caller: SessionCaller,
  work: Work<result>,
): Promise<result> =>
  database.transaction('api', async (sql) => {
    // Before the session is locked: two devices that revoke each other would deadlock.
    await lockPerson(sql, caller.token.sub)
    return whileOpen(sql, clock.now(), caller, work)
  })

/** As `inOnlySession`, when the user has entered a code within the last five minutes. Throws STEP_UP_REQUIRED otherwise. */
export const inConfirmedSession = <result>(
  deps: InSessionDeps,
  caller: SessionCaller,
  work: Work<result>,
): Promise<result> =>
  inOnlySession(deps, caller, (sql, audit, session) => {
    requireStepUp(session, deps.clock.now())
    return work(sql, audit, session)
  })

/** Throws STEP_UP_REQUIRED unless the user has entered a code within the last five minutes. */
export function requireStepUp({ authenticatedAt }: Pick<OpenSession, 'authenticatedAt'>, now: Date): void {
  if (now.getTime() - authenticatedAt.getTime() > stepUpMs) throw new AppError('STEP_UP_REQUIRED')
}

async function whileOpen<result>(
  sql: Sql,
  now: Date,
  { token, device: { deviceId } }: SessionCaller,
  work: Work<result>,
): Promise<result> {
  const session = await findOpenSession(sql, token.sid, now)
  if (session === null) throw new AppError('SESSION_EXPIRED')
  const { dappOrigin } = session
  return work(sql, (event) => appendAudit(sql, { userId: token.sub, at: now, event, deviceId, dappOrigin }), session)
}
