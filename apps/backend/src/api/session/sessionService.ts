import type { EndpointRequest, EndpointResponse, SessionTokens } from '@latchkey/api-client'
import { AppError, isAppError } from '@latchkey/protocol/errors'
import type { NoteRefusal } from '../../audit/auditLog.ts'
import { appendAudit } from '../../audit/auditStore.ts'
import { type Clock, secondsLater, unixSeconds } from '../../clock.ts'
import type { Database, Sql } from '../../db/database.ts'
import { describeBrowser } from '../../describeBrowser.ts'
import { hashSecretToken, makeSecretToken } from '../../keys/secretToken.ts'
import { type Claims, type GrantPurpose, signToken, type TokenSigner, tokens, verifyToken } from '../../keys/tokens.ts'
import type { Projects } from '../../projects/projects.ts'
import type { ProvenDevice } from '../../proof/deviceProof.ts'
import { type DeviceLinkPolicy, requireApproval } from '../deviceLink/deviceLinkService.ts'
import { removeDisused } from '../devices/deviceService.ts'
import { forgetDevice, recordDevice, touchDevice } from '../devices/deviceStore.ts'
import { acceptEmail } from '../emailChange/emailService.ts'
import { findWallet } from '../wallet/walletStore.ts'
import { inSession, type SessionCaller } from './inSession.ts'
import {
  confirmOpenSession,
  deleteExpired,
  findRefreshToken,
  insertRefreshToken,
  insertSession,
  insertUser,
  lockPerson,
  revokeSession,
  type Session,
  spendGrant,
  useRefreshToken,
} from './sessionStore.ts'

export type SessionDeps = {
  database: Database
  clock: Clock
  projects: Projects
  signer: TokenSigner
  deviceLink: DeviceLinkPolicy
  /** Verifies what custody says about who has logged in. */
  custodyKey: () => Promise<CryptoKey>
  /** Tells a person that a grant of theirs was used in vain. */
  noteRefusal: NoteRefusal
}

const day = 86_400
/** A refresh token lives this long, a session at most that long (custody design, section 4). */
const refreshLifeSeconds = 30 * day
const sessionLifeSeconds = 90 * day
/** A used refresh token is honoured again for this long: its answer may have been lost on the way. */
export const reuseGraceMs = 10_000

/** Open a session on custody's word. Throws SESSION_EXPIRED for a grant that is old, used, or another device's; DEVICE_NOT_APPROVED. */
export async function startSession(
  deps: SessionDeps,
  { apiGrant, projectId, dappOrigin }: EndpointRequest<'startSession'>,
  { device, userAgent }: { device: ProvenDevice; userAgent: string },
): Promise<EndpointResponse<'startSession'>> {
  deps.projects.requireOrigin(projectId, dappOrigin)
  const { deviceId } = device
  return onGrant(deps, apiGrant, device, 'login', async (grant) => {
    const now = deps.clock.now()
    const userId = grant.sub
    const session: Session = {
      sessionId: crypto.randomUUID(),
      userId,
      deviceId,
      projectId,
      dappOrigin,
      authenticatedAt: new Date(grant.auth_time * 1000),
      expiresAt: secondsLater(now, sessionLifeSeconds),
    }
    return deps.database.transaction('api', async (sql) => {
      await lockPerson(sql, userId)
      await requireUnspent(sql, grant, now)
      await insertUser(sql, userId, grant.email, now)
      const { email } = grant
      if (!(await acceptEmail(sql, { userId, email, deviceId, now }))) throw new AppError('SESSION_EXPIRED')
      const approval = await requireApproval(sql, deps.deviceLink, { deviceId, email }, now)
      if (approval === 'approved')
        await appendAudit(sql, { userId, at: now, event: 'device approved by link', deviceId, dappOrigin })
      await recordDevice(sql, { userId, deviceId, userAgent: describeBrowser(userAgent), dappOrigin, now })
      await removeDisused(sql, userId, deviceId, now)
      await insertSession(sql, session)
      await appendAudit(sql, { userId, at: now, event: 'signed in', deviceId, dappOrigin })
      return {
        userId,
        email: grant.email,
        login: null,
        tokens: await issueTokens(deps, sql, session),
        wallet: await findWallet(sql, userId),
      }
    })
  })
}

/** The person of this session has entered a new code. Throws SESSION_EXPIRED for a grant that is not theirs, old, or used. */
export async function confirmSession(
  deps: SessionDeps,
  { apiGrant }: EndpointRequest<'confirmSession'>,
  caller: SessionCaller,
): Promise<EndpointResponse<'confirmSession'>> {
  return onGrant(deps, apiGrant, caller.device, 'confirmation', async (grant) => {
    if (grant.sub !== caller.token.sub) throw new AppError('SESSION_EXPIRED')
    return inSession(deps, caller, async (sql, audit) => {
      await requireUnspent(sql, grant, deps.clock.now())
      await confirmOpenSession(sql, caller.token.sid, new Date(grant.auth_time * 1000))
      await audit('confirmed by code')
      return {}
    })
  })
}

/**
 * Does what a grant is good for: custody says that this device has just proved an email for this purpose. A grant that is
 * genuine and yet refused is noted for its owner. Throws SESSION_EXPIRED.
 */
async function onGrant<result>(
  { custodyKey, clock, noteRefusal }: SessionDeps,
  apiGrant: string,
  { deviceId, hpkePublicKey }: ProvenDevice,
  purpose: GrantPurpose,
  work: (grant: Claims<'apiGrant'>) => Promise<result>,
): Promise<result> {
  const grant = await verifyToken('apiGrant', apiGrant, await custodyKey(), clock)
  try {
    if (grant.cnf.jkt !== deviceId || grant.hpke !== hpkePublicKey || grant.purpose !== purpose)
      throw new AppError('SESSION_EXPIRED')
    return await work(grant)
  } catch (error) {
    if (isAppError(error, 'SESSION_EXPIRED')) await noteRefusal({ userId: grant.sub, deviceId: grant.cnf.jkt })
    throw error
  }
}

async function requireUnspent(sql: Sql, { jti }: Claims<'apiGrant'>, now: Date): Promise<void> {
  if (!(await spendGrant(sql, jti, secondsLater(now, tokens.apiGrant.lifeSeconds), now)))
    throw new AppError('SESSION_EXPIRED')
}

/**
 * New tokens for a refresh token. Throws SESSION_EXPIRED; a token that is used twice, or by another device than its own,
 * has leaked and ends its whole session.
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
    const { session, tokenExpiresAt, usedAt } = found
    if (tokenExpiresAt <= now || session.expiresAt <= now) return null
    const isOwn = session.deviceId === device.deviceId
    const isReused = usedAt !== null && now.getTime() - usedAt.getTime() > reuseGraceMs
    if (isOwn && usedAt === null) await useRefreshToken(sql, hashSecretToken(refreshToken), now)
    if (!isOwn || isReused) {
      await revokeSession(sql, session.sessionId, now)
      const { userId, deviceId, dappOrigin } = session
      await appendAudit(sql, { userId, at: now, event: 'session revoked after token reuse', deviceId, dappOrigin })
      return null
    }
    await touchDevice(sql, session.userId, session.deviceId, now)
    await deleteExpired(sql, session, now)
    return issueTokens(deps, sql, session)
  })
  // Thrown outside the transaction: the revocation must be kept.
  if (issued === null) throw new AppError('SESSION_EXPIRED')
  return { tokens: issued }
}

/**
 * Sign a device out. Answers also when the session is long over. The token alone decides whose session it is: a device
 * that signed out while nobody answered has deleted its key, and tells us later with another one.
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

async function issueTokens({ clock, signer }: SessionDeps, sql: Sql, session: Session): Promise<SessionTokens> {
  const refreshToken = makeSecretToken()
  await insertRefreshToken(
    sql,
    session.sessionId,
    hashSecretToken(refreshToken),
    secondsLater(clock.now(), refreshLifeSeconds),
  )
  const claims = {
    sub: session.userId,
    sid: session.sessionId,
    auth_time: unixSeconds(session.authenticatedAt),
    cnf: { jkt: session.deviceId },
  }
  return {
    accessToken: await signToken('accessToken', claims, signer, clock),
    expiresInSeconds: tokens.accessToken.lifeSeconds,
    refreshToken,
  }
}
