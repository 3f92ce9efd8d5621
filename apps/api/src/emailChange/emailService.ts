import type { EndpointRequest, EndpointResponse } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import { appendAudit } from '@latchkey/service-kit/audit/auditStore'
import { secondsLater } from '@latchkey/service-kit/clock'
import type { Sql } from '@latchkey/service-kit/db/database'
import { signToken, type TokenSigner, type VerifyingKeys, verifyToken } from '@latchkey/service-kit/keys/tokens'
import { forgetOtherDevices } from '../devices/deviceService.ts'
import { type InSessionDeps, inOnlySession, type SessionCaller } from '../session/inSession.ts'
import { lockPerson } from '../session/sessionStore.ts'
import { claimEmail, findEmail, mayTakeBack, replaceEmail, restoreEmail } from './emailStore.ts'
import { endPrepared, findPrepared } from './preparedChangeStore.ts'

/**
 * The api's view of an account's email. Invariant: an account gets an email only by a separate proof that the api has seen (the first
 * sign-in, with its device link), or by a change that one of its sessions has prepared and finished, and that the new mailbox has approved.
 * Custody's statement is never enough to give an account another address, or an address to another account.
 */

export type EmailDeps = InSessionDeps & { custodyKey: () => Promise<VerifyingKeys>; signer: TokenSigner }

/** As long as custody's link. */
const backSeconds = 7 * 86_400

/**
 * Sets the address that this session has prepared, on custody's statement. Throws SESSION_EXPIRED for a statement that does not fit, and
 * when the new mailbox has not approved; EMAIL_IN_USE.
 */
export async function finishEmailChange(
  deps: EmailDeps,
  { statement }: EndpointRequest<'finishEmailChange'>,
  caller: SessionCaller,
): Promise<EndpointResponse<'finishEmailChange'>> {
  const { sub, email, cnf } = await verifyToken('emailChange', statement, await deps.custodyKey(), deps.clock)
  const { deviceId } = caller.device
  if (sub !== caller.token.sub || cnf.jkt !== deviceId) throw new AppError('SESSION_EXPIRED')
  const taken = { email, receipt: await signToken('emailTaken', { sub, email }, deps.signer, deps.clock) }
  return inOnlySession(deps, caller, async (sql, audit) => {
    const known = await findEmail(sql, sub)
    // A retry: the response was lost.
    if (known === email) return taken
    const now = deps.clock.now()
    const prepared = await findPrepared(sql, { userId: sub, sessionId: caller.token.sid, now })
    if (!prepared?.isApproved || prepared.newEmail !== email) throw new AppError('SESSION_EXPIRED')
    const { changeId, createdAt: preparedAt } = prepared
    const from = known
    const backUntil = secondsLater(now, backSeconds)
    await replaceEmail(sql, sub, { from, to: email, preparedAt, now, backUntil })
    await requireClaim(sql, sub, email, now)
    await endPrepared(sql, changeId)
    await forgetOtherDevices(sql, sub, deviceId, now)
    await audit('email changed')
    return taken
  })
}

/** Restores the old address on custody's statement and signs out every device. Throws SESSION_EXPIRED, EMAIL_IN_USE. */
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
 * Accepts custody's claim that this address is the user's: it is the current one, or a recent one, which becomes current again, and every
 * other device is forgotten. Both were proved to the api as this account's, so custody can't bring a user into another account. Throws
 * EMAIL_IN_USE when another account has it.
 */
export async function acceptEmail(
  sql: Sql,
  known: string | null,
  { userId, email, deviceId, now }: { userId: string; email: string; deviceId: string; now: Date },
): Promise<boolean> {
  if (known === null) return false
  if (known === email) return true
  if (!(await mayTakeBack(sql, userId, email, now))) return false
  await restoreEmail(sql, userId, email, backSeconds)
  await requireClaim(sql, userId, email, now)
  await forgetOtherDevices(sql, userId, deviceId, now)
  await appendAudit(sql, { userId, at: now, event: 'email change undone', deviceId, dappOrigin: null })
  return true
}

/** Assigns the address to this account. Throws EMAIL_IN_USE. */
export async function requireClaim(sql: Sql, userId: string, email: string, now: Date): Promise<void> {
  if (!(await claimEmail(sql, userId, email, now))) throw new AppError('EMAIL_IN_USE')
}
