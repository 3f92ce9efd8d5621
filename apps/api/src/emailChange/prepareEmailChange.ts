import { randomUUID } from 'node:crypto'
import type { EndpointRequest, EndpointResponse } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import { type Clock, secondsLater } from '@latchkey/service-kit/clock'
import type { Database, Sql } from '@latchkey/service-kit/db/database'
import { hashSecretToken, makeSecretToken } from '@latchkey/service-kit/keys/secretToken'
import { mailLimits } from '@latchkey/service-kit/limits/limits'
import { requireMailAllowance } from '@latchkey/service-kit/limits/mailLimits'
import { requirePlenty, sharedMailLimits } from '@latchkey/service-kit/mail/admitMail'
import { normalEmail } from '@latchkey/service-kit/mail/normalEmail'
import { mailBrandOf } from '@latchkey/service-kit/projects/projects'
import { networkOf } from '@latchkey/service-kit/rateLimits/networkOf'
import type { DeviceLinkDeps } from '../deviceLink/deviceLinkService.ts'
import { type InSessionDeps, inConfirmedSession, inSession, type SessionCaller } from '../session/inSession.ts'
import { joinAccountMail } from './joinAccountMail.ts'
import {
  approvePrepared,
  findAsked,
  findEarlierMails,
  findPrepared,
  insertPrepared,
  lockPrepared,
  type PreparedChange,
} from './preparedChangeStore.ts'

export type PreparingCaller = SessionCaller & { ipAddress: string }

/** Two codes, one after the other, ten minutes each; as long as custody's change. */
const changeLifeSeconds = 1200

/**
 * Prepares a change to a new address and asks its mailbox to join this account. Each call sends the mail again, since a crashed process may
 * have lost it. Throws EMAIL_INVALID, SESSION_EXPIRED, STEP_UP_REQUIRED, RATE_LIMITED `{ seconds }`, and MAIL_FAILED, which prepares
 * nothing.
 */
export async function prepareEmailChange(
  deps: InSessionDeps & DeviceLinkDeps,
  { newEmail: typed }: EndpointRequest<'prepareEmailChange'>,
  caller: PreparingCaller,
): Promise<EndpointResponse<'prepareEmailChange'>> {
  const newEmail = normalEmail(typed)
  const { sub: userId, sid: sessionId } = caller.token
  return inConfirmedSession(deps, caller, async (sql, _, { dappOrigin, projectId }) => {
    const now = deps.clock.now()
    const needsLink = deps.deviceLink === 'always'
    const token = needsLink ? makeSecretToken() : null
    const change = {
      changeId: randomUUID(),
      userId,
      sessionId,
      newEmail,
      tokenHash: token === null ? null : hashSecretToken(token),
      dappOrigin,
      ipAddress: networkOf(caller.ipAddress),
      createdAt: now,
      expiresAt: secondsLater(now, changeLifeSeconds),
    }
    if (token !== null) await requireMail(deps, sql, change, { ipAddress: caller.ipAddress, projectId })
    await insertPrepared(sql, change)
    if (token === null) return { link: null }
    // After the number sign, which browsers don't send to servers. Sent last, so that a failed mail prepares nothing.
    const url = `${deps.walletOrigin}/join-account#${token}`
    const looks = mailBrandOf(deps.projects.find(projectId))
    deps.mailer.send(joinAccountMail({ to: newEmail, ...looks, url, lifeMinutes: changeLifeSeconds / 60 }))
    return { link: { changeId: change.changeId, expiresInSeconds: changeLifeSeconds } }
  })
}

async function requireMail(
  { clock, gate: { limits, limiter } }: DeviceLinkDeps,
  sql: Sql,
  change: PreparedChange,
  caller: { ipAddress: string; projectId: string },
): Promise<void> {
  const mailCaps = mailLimits(limits, caller)
  await lockPrepared(sql, change)
  requireMailAllowance(await findEarlierMails(sql, change, mailCaps), mailCaps, clock.now())
  // No challenge is due: the caller has just proved their own address, and an account may send few of these.
  await requirePlenty(limiter, caller, mailCaps)
  const counted = { ...caller, email: change.newEmail }
  for (const name of sharedMailLimits) await limiter.requireLeft(name, counted)
  for (const name of sharedMailLimits) await limiter.take(name, counted)
}

/** Throws SESSION_EXPIRED. */
export const emailChangeStatus = (
  deps: InSessionDeps,
  { changeId }: EndpointRequest<'emailChangeStatus'>,
  caller: SessionCaller,
): Promise<EndpointResponse<'emailChangeStatus'>> =>
  inSession(deps, caller, async (sql) => {
    const { sub: userId, sid: sessionId } = caller.token
    const found = await findPrepared(sql, { userId, sessionId, now: deps.clock.now() })
    if (found?.changeId !== changeId) return { status: 'over' }
    return { status: found.isApproved ? 'approved' : 'waiting' }
  })

/** Throws LINK_INVALID for a link that is not waiting for approval. */
export async function readEmailChange(
  { database, clock }: { database: Database; clock: Clock },
  { token }: EndpointRequest<'readEmailChange'>,
  { ipAddress }: { ipAddress: string },
): Promise<EndpointResponse<'readEmailChange'>> {
  const found = await database.transaction('api', (sql) => findAsked(sql, hashSecretToken(token), clock.now()))
  if (found === null) throw new AppError('LINK_INVALID')
  const { createdAt, ipAddress: network, ...asked } = found
  return { ...asked, askedAt: createdAt.toISOString(), isSameNetwork: network === networkOf(ipAddress) }
}

/** Throws LINK_INVALID, also the second time. */
export async function approveEmailChange(
  { database, clock }: { database: Database; clock: Clock },
  { token }: EndpointRequest<'approveEmailChange'>,
): Promise<EndpointResponse<'approveEmailChange'>> {
  const approved = await database.statement('api', (sql) => approvePrepared(sql, hashSecretToken(token), clock.now()))
  if (approved.length === 0) throw new AppError('LINK_INVALID')
  return {}
}
