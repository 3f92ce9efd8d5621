import { type EndpointRequest, type EndpointResponse, encodeBase64url, type SessionTokens } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import { appendAudit } from '@latchkey/service-kit/audit/auditStore'
import { secondsLater, unixSeconds } from '@latchkey/service-kit/clock'
import type { Database, Sql } from '@latchkey/service-kit/db/database'
import { describeBrowser } from '@latchkey/service-kit/http/describeBrowser'
import { hashSecretToken, makeSecretToken } from '@latchkey/service-kit/keys/secretToken'
import { type Identity, signToken, type TokenSigner, tokens } from '@latchkey/service-kit/keys/tokens'
import type { Kms } from '@latchkey/service-kit/kms/kms'
import type { Limits } from '@latchkey/service-kit/limits/limits'
import { networkMac, noteNetwork } from '@latchkey/service-kit/mail/knownNetworks'
import { isNormalEmail } from '@latchkey/service-kit/mail/normalEmail'
import type { Projects } from '@latchkey/service-kit/projects/projects'
import type { ProvenDevice } from '@latchkey/service-kit/proof/deviceProof'
import { type DeviceLinkPolicy, requireApproval } from '../deviceLink/deviceLinkService.ts'
import { admitDevice } from '../devices/deviceService.ts'
import { forgetDevice, touchDevice } from '../devices/deviceStore.ts'
import { acceptEmail, requireClaim } from '../emailChange/emailService.ts'
import { findEmail } from '../emailChange/emailStore.ts'
import type { ProofKind } from '../idTokens/signIdToken.ts'
import { acceptIdentity, takeIdentity } from '../logins/loginService.ts'
import { findLoginOwner } from '../logins/loginStore.ts'
import { inSession, type SessionCaller } from '../session/inSession.ts'
import { type GrantDeps, onGrant, requireUnspent } from '../session/onGrant.ts'
import {
  confirmOpenSession,
  type EnteredUser,
  enterUser,
  findRefreshToken,
  insertRefreshToken,
  insertSession,
  lockPerson,
  type NewRefreshToken,
  revokeSession,
  type Session,
  useRefreshToken,
} from '../session/sessionStore.ts'

export type SessionDeps = GrantDeps & {
  database: Database
  projects: Projects
  limits: Limits
  signer: TokenSigner
  deviceLink: DeviceLinkPolicy
  /** Stores networks in which users signed in as digests. */
  kms: Kms
}

const day = 86_400
/** The lifetimes of a refresh token and, at most, of a session (custody design, section 4). */
const refreshLifeSeconds = 30 * day
const sessionLifeSeconds = 90 * day
/** How long concurrent calls with the same refresh token get the same response, even if a newer one was used meanwhile. */
export const reuseGraceMs = 10_000

/**
 * Opens a session on custody's statement. Throws SESSION_EXPIRED for a grant that is old, used, or another device's, or of an identity that
 * this device has not proved to us; DEVICE_NOT_APPROVED; EMAIL_IN_USE; FROZEN.
 */
export async function startSession(
  deps: SessionDeps,
  { apiGrant, projectId, dappOrigin }: EndpointRequest<'startSession'>,
  { device, userAgent, ipAddress }: { device: ProvenDevice; userAgent: string; ipAddress: string },
): Promise<EndpointResponse<'startSession'>> {
  deps.projects.requireOrigin(projectId, dappOrigin)
  const { deviceId } = device
  return onGrant(deps, apiGrant, device, 'login', async (grant) => {
    const now = deps.clock.now()
    const userId = grant.sub
    deps.limits.requireActive('signIns', { userId })
    const session: Session = {
      sessionId: crypto.randomUUID(),
      userId,
      deviceId,
      projectId,
      dappOrigin,
      authenticatedAt: new Date(grant.auth_time * 1000),
      provedBy: proofKindOf(grant.identity),
      expiresAt: secondsLater(now, sessionLifeSeconds),
    }
    return deps.database.transaction('api', async (sql) => {
      await lockPerson(sql, userId)
      await requireUnspent(sql, grant, now)
      // When a user proves an identity, custody names no email, and none would be trusted.
      const known = await enterUser(sql, userId, grant.identity === undefined ? grant.email : null, now)
      const entered =
        grant.identity === undefined
          ? await enterByEmail(deps, sql, { ...session, email: grant.email, known, now })
          : await enterByIdentity(sql, { ...session, identity: grant.identity, now })
      await admitDevice(sql, { userId, deviceId, userAgent: describeBrowser(userAgent), dappOrigin, now })
      const tokens = await issueTokens(deps, session, (token) => insertSession(sql, session, token))
      if (entered.email !== null) {
        const mac = await networkMac(deps.kms, entered.email, ipAddress)
        await noteNetwork(sql, { userId, mac, now })
      }
      await appendAudit(sql, { userId, at: now, event: 'signed in', deviceId, dappOrigin })
      return {
        userId,
        ...entered,
        tokens,
        wallet: known.wallet,
      }
    })
  })
}

const proofKindOf = (identity: Identity | undefined): ProofKind =>
  identity === undefined ? 'otp' : identity.provider === 'farcaster' ? 'farcaster' : 'fed'

type Entered = Pick<EndpointResponse<'startSession'>, 'email' | 'login'>
type Entering = Pick<Session, 'userId' | 'deviceId' | 'projectId' | 'dappOrigin'> & { now: Date }

/**
 * Accepts only the account's own address, or one that it may restore: a change that a session has prepared counts only in that session.
 * Throws SESSION_EXPIRED for an email that is not the user's; DEVICE_NOT_APPROVED; EMAIL_IN_USE for another account's.
 */
async function enterByEmail(
  { deviceLink }: SessionDeps,
  sql: Sql,
  { userId, deviceId, dappOrigin, email, known, now }: Entering & { email: string | null; known: EnteredUser },
): Promise<Entered> {
  // A grant without email and identity has nothing to compare with the api's data; nor does an email that is not normalized.
  if (email === null || !isNormalEmail(email)) throw new AppError('SESSION_EXPIRED')
  if (known.isNew) await requireClaim(sql, userId, email, now)
  else if (!(await acceptEmail(sql, known.email, { userId, email, deviceId, now })))
    throw new AppError('SESSION_EXPIRED')
  const approval = await requireApproval(sql, deviceLink, { deviceId, email }, now)
  if (approval === 'approved')
    await appendAudit(sql, { userId, at: now, event: 'device approved by link', deviceId, dappOrigin })
  return { email, login: null }
}

/**
 * Needs no link: here the api has seen the proof itself. Throws SESSION_EXPIRED when it has not, or for an identity that is not the user's.
 */
async function enterByIdentity(
  sql: Sql,
  { userId, deviceId, projectId, dappOrigin, identity, now }: Entering & { identity: Identity },
): Promise<Entered> {
  const proved = await takeIdentity(sql, { deviceId, purpose: 'login', identity, now })
  if (proved.projectId !== projectId || proved.dappOrigin !== dappOrigin) throw new AppError('SESSION_EXPIRED')
  const accepted = await acceptIdentity(sql, { ...proved, userId, identity, now })
  if (accepted === null) throw new AppError('SESSION_EXPIRED')
  const own = await findEmail(sql, userId)
  return { email: own ?? proved.email, login: { provider: identity.provider, userName: accepted.userName } }
}

/** Records that this session's user has proved themselves again. Throws SESSION_EXPIRED for a grant that is not theirs, old, or used. */
export async function confirmSession(
  deps: SessionDeps,
  { apiGrant }: EndpointRequest<'confirmSession'>,
  caller: SessionCaller,
): Promise<EndpointResponse<'confirmSession'>> {
  return onGrant(deps, apiGrant, caller.device, 'confirmation', async (grant) => {
    if (grant.sub !== caller.token.sub) throw new AppError('SESSION_EXPIRED')
    return inSession(deps, caller, async (sql, audit) => {
      const now = deps.clock.now()
      await requireUnspent(sql, grant, now)
      if (grant.identity !== undefined) {
        const { deviceId } = caller.device
        await takeIdentity(sql, { deviceId, purpose: 'confirmation', identity: grant.identity, now })
        if ((await findLoginOwner(sql, grant.identity)) !== grant.sub) throw new AppError('SESSION_EXPIRED')
      }
      await confirmOpenSession(sql, caller.token.sid, {
        authenticatedAt: new Date(grant.auth_time * 1000),
        provedBy: proofKindOf(grant.identity),
      })
      await audit(grant.identity === undefined ? 'confirmed by code' : 'confirmed by login')
      return {}
    })
  })
}

/**
 * Returns new tokens for a refresh token. Its own device gets them again for a used token, as long as it has used none of the later ones:
 * the response was lost. They are the same each time, so that a session is one chain: if a thief also has the device's key, the first of
 * the two to use an outdated token ends the session. Throws SESSION_EXPIRED; a token from another device, or from its own after a newer
 * token, has leaked and ends its whole session.
 */
export async function refreshSession(
  deps: SessionDeps,
  { refreshToken }: EndpointRequest<'refreshSession'>,
  { device }: { device: ProvenDevice },
): Promise<EndpointResponse<'refreshSession'>> {
  const now = deps.clock.now()
  const issued = await deps.database.transaction('api', async (sql) => {
    const found = await findRefreshToken(sql, hashSecretToken(refreshToken))
    if (found === null || found.revoked) return null
    const { session, tokenExpiresAt, usedAt, isPassed } = found
    if (tokenExpiresAt <= now || session.expiresAt <= now) return null
    const isOwn = session.deviceId === device.deviceId
    const isReused = isPassed && usedAt !== null && now.getTime() - usedAt.getTime() > reuseGraceMs
    if (isOwn && usedAt === null) await useRefreshToken(sql, hashSecretToken(refreshToken), now)
    if (!isOwn || isReused) {
      await revokeSession(sql, session.sessionId, now)
      const { userId, deviceId, dappOrigin } = session
      await appendAudit(sql, { userId, at: now, event: 'session revoked after token reuse', deviceId, dappOrigin })
      return null
    }
    await touchDevice(sql, session.userId, session.deviceId, now)
    const next = await tokenAfter(deps, refreshToken)
    return issueTokens(deps, session, (token) => insertRefreshToken(sql, session.sessionId, token), next)
  })
  // Thrown outside the transaction: the revocation must be kept.
  if (issued === null) throw new AppError('SESSION_EXPIRED')
  return { tokens: issued }
}

/**
 * Signs a device out. Succeeds even when the session has long ended. Only the token decides which session it is: a device that signed out
 * while the api was unreachable has deleted its key, and reports it later with another one.
 */
export async function endSession(
  deps: SessionDeps,
  { refreshToken }: EndpointRequest<'endSession'>,
): Promise<EndpointResponse<'endSession'>> {
  const now = deps.clock.now()
  await deps.database.transaction('api', async (sql) => {
    const found = await findRefreshToken(sql, hashSecretToken(refreshToken))
    if (found === null) return
    const { userId, deviceId, dappOrigin } = found.session
    await forgetDevice(sql, userId, deviceId, now)
    if (!found.revoked) await appendAudit(sql, { userId, at: now, event: 'signed out', deviceId, dappOrigin })
  })
  return {}
}

/** Derives the one token that follows a refresh token. Without our key it can't be computed, even from that token. */
const tokenAfter = async ({ kms }: SessionDeps, refreshToken: string): Promise<string> =>
  encodeBase64url(await kms.mac('refresh token', new TextEncoder().encode(refreshToken)))

async function issueTokens(
  { clock, signer }: SessionDeps,
  session: Session,
  keep: (token: NewRefreshToken) => Promise<void>,
  refreshToken = makeSecretToken(),
): Promise<SessionTokens> {
  const expiresAt = secondsLater(clock.now(), refreshLifeSeconds)
  await keep({ tokenHash: hashSecretToken(refreshToken), expiresAt })
  const claims = {
    sub: session.userId,
    sid: session.sessionId,
    pid: session.projectId,
    auth_time: unixSeconds(session.authenticatedAt),
    cnf: { jkt: session.deviceId },
  }
  return {
    accessToken: await signToken('accessToken', claims, signer, clock),
    expiresInSeconds: tokens.accessToken.lifeSeconds,
    refreshToken,
  }
}
