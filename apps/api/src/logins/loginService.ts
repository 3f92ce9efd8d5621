import type { EndpointRequest, EndpointResponse, LoginProvider, LoginPurpose } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import { secondsLater } from '@latchkey/service-kit/clock'
import type { Sql } from '@latchkey/service-kit/db/database'
import { describeBrowser } from '@latchkey/service-kit/http/describeBrowser'
import type { Claims, Identity } from '@latchkey/service-kit/keys/tokens'
import { coarsePlace } from '@latchkey/service-kit/mail/coarsePlace'
import type { Mailer } from '@latchkey/service-kit/mail/mail'
import { isNormalEmail } from '@latchkey/service-kit/mail/normalEmail'
import { type DeviceLinkPolicy, requireApproval } from '../deviceLink/deviceLinkService.ts'
import { requireClaim } from '../emailChange/emailService.ts'
import { addEmail, findEmail, isUserWithEmail } from '../emailChange/emailStore.ts'
import { type InSessionDeps, inConfirmedSession, inSession, type SessionCaller } from '../session/inSession.ts'
import { type GrantDeps, onGrant, requireUnspent } from '../session/onGrant.ts'
import type { OpenSession } from '../session/sessionStore.ts'
import { forgetFarcasterAttempt } from './farcasterAttemptStore.ts'
import { loginLinkedMail } from './loginLinkedMail.ts'
import {
  deleteLogin,
  findLoginOwner,
  findLogins,
  insertLogin,
  insertProvedIdentity,
  type ProvedIdentity,
  renewLogin,
  type TakenIdentity,
  takeProvedIdentity,
} from './loginStore.ts'
import { forgetAttempt } from './socialAttemptStore.ts'

/** How long after an identity's proof the api accepts custody's statement about it. */
const provedLifeSeconds = 600

/** Records that the api has seen this device prove this identity: one grant of custody may follow. */
export const keepProvedIdentity = (sql: Sql, proved: ProvedIdentity): Promise<void> =>
  insertProvedIdentity(sql, proved, secondsLater(proved.provedAt, -provedLifeSeconds))

export type Taking = { deviceId: string; purpose: LoginPurpose; identity: Identity; now: Date }

/**
 * Uses up what `keepProvedIdentity` has stored, and its attempt: custody's statement is not enough for a session. Throws SESSION_EXPIRED
 * when this device has not proved it in the last ten minutes.
 */
export async function takeIdentity(sql: Sql, { now, ...asked }: Taking): Promise<TakenIdentity> {
  const taken = await takeProvedIdentity(sql, asked, secondsLater(now, -provedLifeSeconds))
  if (taken === null) throw new AppError('SESSION_EXPIRED')
  await forgetTaken(sql, asked.identity, taken)
  return taken
}

const forgetTaken = (sql: Sql, { provider }: Identity, { attemptId }: TakenIdentity): Promise<void> =>
  (provider === 'farcaster' ? forgetFarcasterAttempt : forgetAttempt)(sql, attemptId)

/**
 * Accepts custody's claim that an identity is the user's: it is one that they have, or the first thing known of them. Custody's statement
 * can't give an account another identity. Returns the user's name at the provider.
 */
export async function acceptIdentity(
  sql: Sql,
  {
    userId,
    identity,
    email,
    userName,
    now,
  }: { userId: string; identity: Identity; now: Date } & Pick<TakenIdentity, 'email' | 'userName'>,
): Promise<{ userName: string | null } | null> {
  const owner = await findLoginOwner(sql, identity)
  if (owner === userId) return { userName: await renewLogin(sql, identity, { email, userName }) }
  const isKnown = (await isUserWithEmail(sql, userId)) || (await findLogins(sql, userId)).length > 0
  if (owner !== null || isKnown) return null
  return (await insertLogin(sql, { userId, identity, email, userName, linkedAt: now })) ? { userName } : null
}

export async function listLogins(deps: InSessionDeps, caller: SessionCaller): Promise<EndpointResponse<'listLogins'>> {
  return inSession(deps, caller, async (sql) => {
    const logins = await findLogins(sql, caller.token.sub)
    return { logins: logins.map(({ linkedAt, ...login }) => ({ ...login, linkedAt: linkedAt.toISOString() })) }
  })
}

type LinkLoginDeps = InSessionDeps & GrantDeps & { mailer: Mailer; walletOrigin: string; deviceLink: DeviceLinkPolicy }
type Linking = SessionCaller & { ipAddress: string; userAgent: string }

/**
 * Adds an identity to the account of this session. Throws SESSION_EXPIRED for a grant that is not the user's, old, used, or for an identity
 * that this device has not proved; STEP_UP_REQUIRED; IDENTITY_IN_USE; LINK_MISMATCH; MAIL_FAILED: nothing is added unless the user can be
 * notified.
 */
export async function linkLogin(
  deps: LinkLoginDeps,
  { apiGrant }: EndpointRequest<'linkLogin'>,
  caller: Linking,
): Promise<EndpointResponse<'linkLogin'>> {
  const userId = caller.token.sub
  return onGrant(deps, apiGrant, caller.device, 'link', async (grant) => {
    const { identity } = grant
    if (grant.sub !== userId) throw new AppError('SESSION_EXPIRED')
    if (identity === undefined) return linkEmail(deps, grant, caller)
    return inConfirmedSession(deps, caller, async (sql, audit, session) => {
      const now = deps.clock.now()
      await requireUnspent(sql, grant, now)
      const owner = await findLoginOwner(sql, identity)
      // Also on a retry: a response may have been lost.
      if (owner === userId) return {}
      const { email, userName } = await takeLinked(sql, { ...caller, session }, identity, now)
      if (owner !== null || !(await insertLogin(sql, { userId, identity, email, userName, linkedAt: now })))
        throw new AppError('IDENTITY_IN_USE')
      await audit('login linked')
      await tellOfLogin(deps, sql, identity.provider, caller)
      return {}
    })
  })
}

/**
 * Gives this session's account the email that custody's grant names, if the account has none, one of its login providers has verified that
 * address to us, and the mailbox has approved this device. Custody's statement is not enough.
 */
async function linkEmail(
  deps: LinkLoginDeps,
  grant: Claims<'apiGrant'>,
  caller: Linking,
): Promise<Record<string, never>> {
  const { sub: userId, email } = grant
  if (email === null || !isNormalEmail(email)) throw new AppError('SESSION_EXPIRED')
  return inConfirmedSession(deps, caller, async (sql, audit) => {
    const now = deps.clock.now()
    await requireUnspent(sql, grant, now)
    // Also on a retry: a response may have been lost.
    if ((await findEmail(sql, userId)) === email) return {}
    if ((await isUserWithEmail(sql, userId)) || !(await isEmailOf(sql, userId, email)))
      throw new AppError('LINK_MISMATCH')
    await requireApproval(sql, deps.deviceLink, { deviceId: caller.device.deviceId, email }, now)
    await requireClaim(sql, userId, email, now)
    await addEmail(sql, userId, email)
    await audit('login linked')
    await tellOfLogin(deps, sql, 'email', caller)
    return {}
  })
}

/**
 * Returns this device's proof of an identity to link: made for that purpose, or, when the provider has verified the account's own address,
 * for a sign-in on the same page. Throws SESSION_EXPIRED, LINK_MISMATCH.
 */
async function takeLinked(
  sql: Sql,
  { device: { deviceId }, token, session }: SessionCaller & { session: OpenSession },
  identity: Identity,
  now: Date,
): Promise<TakenIdentity> {
  const since = secondsLater(now, -provedLifeSeconds)
  const meant = await takeProvedIdentity(sql, { deviceId, purpose: 'link', identity }, since)
  const taken = meant ?? (await takeProvedIdentity(sql, { deviceId, purpose: 'login', identity }, since))
  if (taken === null) throw new AppError('SESSION_EXPIRED')
  if (meant === null) {
    if (taken.projectId !== session.projectId || taken.dappOrigin !== session.dappOrigin)
      throw new AppError('SESSION_EXPIRED')
    if (!(await isEmailOf(sql, token.sub, taken.email))) throw new AppError('LINK_MISMATCH')
  }
  await forgetTaken(sql, identity, taken)
  return taken
}

/** Returns whether it is the account's own address, or one that another of its logins has at its provider. */
async function isEmailOf(sql: Sql, userId: string, email: string | null): Promise<boolean> {
  if (email === null) return false
  const known = [await findEmail(sql, userId), ...(await findLogins(sql, userId)).map((login) => login.email)]
  return known.some((own) => own?.toLowerCase() === email.trim().toLowerCase())
}

/** Notifies the user by mail if they have an email; it is logged in any case. */
async function tellOfLogin(
  { clock, mailer, walletOrigin: walletUrl }: LinkLoginDeps,
  sql: Sql,
  provider: LoginProvider | 'email',
  { token, userAgent, ipAddress }: Linking,
): Promise<void> {
  const to = await findEmail(sql, token.sub)
  if (to === null) return
  const [browser, place] = [describeBrowser(userAgent), coarsePlace(ipAddress)]
  mailer.send(loginLinkedMail({ to, provider, walletUrl, browser, place, at: clock.now() }))
}

/** Throws SESSION_EXPIRED, STEP_UP_REQUIRED, LAST_LOGIN. Another user's login counts as none. */
export const unlinkLogin = (
  deps: InSessionDeps,
  identity: EndpointRequest<'unlinkLogin'>,
  caller: SessionCaller,
): Promise<EndpointResponse<'unlinkLogin'>> =>
  inConfirmedSession(deps, caller, async (sql, audit) => {
    const userId = caller.token.sub
    if (!(await deleteLogin(sql, userId, identity))) return {}
    const hasEmail = (await findEmail(sql, userId)) !== null
    if (!hasEmail && (await findLogins(sql, userId)).length === 0) throw new AppError('LAST_LOGIN')
    await audit('login removed')
    return {}
  })
