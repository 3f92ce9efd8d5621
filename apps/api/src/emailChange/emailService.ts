import type { EndpointRequest, EndpointResponse } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import { appendAudit } from '@latchkey/service-kit/audit/auditStore'
import { secondsLater } from '@latchkey/service-kit/clock'
import type { Sql } from '@latchkey/service-kit/db/database'
import { verifyToken } from '@latchkey/service-kit/keys/tokens'
import { normalEmail } from '@latchkey/service-kit/mail/normalEmail'
import { forgetOtherDevices } from '../devices/deviceService.ts'
import { type InSessionDeps, inConfirmedSession, inOnlySession, type SessionCaller } from '../session/inSession.ts'
import { lockPerson } from '../session/sessionStore.ts'
import { findEmail, mayTakeBack, replaceEmail, restoreEmail, type StoredEmail, setPendingEmail } from './emailStore.ts'

export type EmailDeps = InSessionDeps & { custodyKey: () => Promise<CryptoKey> }

/** As long as custody's link. */
const backSeconds = 7 * 86_400

/** The person says which address is to come. Throws EMAIL_INVALID, SESSION_EXPIRED, STEP_UP_REQUIRED. */
export async function prepareEmailChange(
  deps: EmailDeps,
  { newEmail }: EndpointRequest<'prepareEmailChange'>,
  caller: SessionCaller,
): Promise<EndpointResponse<'prepareEmailChange'>> {
  const email = normalEmail(newEmail)
  return inConfirmedSession(deps, caller, async (sql) => {
    await setPendingEmail(sql, caller.token.sub, email, deps.clock.now())
    return {}
  })
}

/** Takes the prepared address on custody's statement. Throws SESSION_EXPIRED for a statement that does not fit. */
export async function finishEmailChange(
  deps: EmailDeps,
  { statement }: EndpointRequest<'finishEmailChange'>,
  caller: SessionCaller,
): Promise<EndpointResponse<'finishEmailChange'>> {
  const { sub, email, cnf } = await verifyToken('emailChange', statement, await deps.custodyKey(), deps.clock)
  const { deviceId } = caller.device
  if (sub !== caller.token.sub || cnf.jkt !== deviceId) throw new AppError('SESSION_EXPIRED')
  return inOnlySession(deps, caller, async (sql) => {
    if (!(await acceptEmail(sql, await findEmail(sql, sub), { userId: sub, email, deviceId, now: deps.clock.now() })))
      throw new AppError('SESSION_EXPIRED')
    return { email }
  })
}

/** Takes the old address back on custody's statement and signs out every device. Throws SESSION_EXPIRED. */
export async function applyEmailUndo(
  { database, clock, custodyKey }: EmailDeps,
  { statement }: EndpointRequest<'applyEmailUndo'>,
): Promise<EndpointResponse<'applyEmailUndo'>> {
  const { sub: userId, email } = await verifyToken('emailUndo', statement, await custodyKey(), clock)
  await database.transaction('api', async (sql) => {
    await lockPerson(sql, userId)
    if (!(await acceptEmail(sql, await findEmail(sql, userId), { userId, email, deviceId: '', now: clock.now() })))
      throw new AppError('SESSION_EXPIRED')
  })
  return {}
}

/**
 * Whether this may be the address of that person, custody says so: it is the one they have, the one they have prepared in a
 * session of their own, or one that they had until lately. In the latter cases it is theirs from now on, and every other device is
 * forgotten. Custody alone cannot give an account another address.
 */
export async function acceptEmail(
  sql: Sql,
  known: StoredEmail | null,
  { userId, email, deviceId, now }: { userId: string; email: string | null; deviceId: string; now: Date },
): Promise<boolean> {
  if (known === null || known.email === email) return known !== null
  if (email === null) return false
  if (known.pendingEmail === email) {
    await replaceEmail(sql, userId, { from: known.email, to: email, now, backUntil: secondsLater(now, backSeconds) })
    await forgetOtherDevices(sql, userId, deviceId, now)
    await appendAudit(sql, { userId, at: now, event: 'email changed', deviceId, dappOrigin: null })
    return true
  }
  if (!(await mayTakeBack(sql, userId, email, now))) return false
  await restoreEmail(sql, userId, email, backSeconds)
  await forgetOtherDevices(sql, userId, deviceId, now)
  await appendAudit(sql, { userId, at: now, event: 'email change undone', deviceId, dappOrigin: null })
  return true
}
