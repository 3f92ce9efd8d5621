import { createHash, randomBytes } from 'node:crypto'
import { type EndpointRequest, type EndpointResponse, encodeBase64url, type SessionTokens } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import { type Clock, secondsLater, unixSeconds } from '../../clock.ts'
import type { Database, Sql } from '../../db/database.ts'
import { signToken, type TokenSigner, tokens, verifyToken } from '../../keys/tokens.ts'
import type { Projects } from '../../projects/projects.ts'
import type { ProvenDevice } from '../../proof/deviceProof.ts'
import { appendAudit } from '../audit/auditStore.ts'
import { findWallet } from '../wallet/walletStore.ts'
import { describeBrowser } from './describeBrowser.ts'
import {
  deleteExpired,
  findRefreshToken,
  forgetDevice,
  insertRefreshToken,
  insertSession,
  recordDevice,
  revokeSession,
  type Session,
  spendGrant,
  touchDevice,
  upsertUser,
  useRefreshToken,
} from './sessionStore.ts'

export type SessionDeps = {
  database: Database
  clock: Clock
  projects: Projects
  signer: TokenSigner
  /** Verifies what custody says about who has logged in. */
  custodyKey: () => Promise<CryptoKey>
}

const day = 86_400
/** A refresh token lives this long, a session at most that long (custody design, section 4). */
const refreshLifeSeconds = 30 * day
const sessionLifeSeconds = 90 * day
/** A used refresh token is honoured again for this long: its answer may have been lost on the way. */
export const reuseGraceMs = 10_000

const hashOf = (token: string): Uint8Array => new Uint8Array(createHash('sha256').update(token).digest())

/** Open a session on custody's word. Throws SESSION_EXPIRED for a grant that is old, used, or another device's. */
export async function startSession(
  deps: SessionDeps,
  input: EndpointRequest<'startSession'>,
  caller: { device: ProvenDevice; userAgent: string },
): Promise<EndpointResponse<'startSession'>> {
  deps.projects.requireOrigin(input.projectId, input.dappOrigin)
  const grant = await verifyToken('apiGrant', input.apiGrant, await deps.custodyKey(), deps.clock)
  const { deviceId, hpkePublicKey } = caller.device
  if (grant.cnf.jkt !== deviceId || grant.hpke !== hpkePublicKey) throw new AppError('SESSION_EXPIRED')

  const now = deps.clock.now()
  const session: Session = {
    sessionId: crypto.randomUUID(),
    userId: grant.sub,
    deviceId,
    projectId: input.projectId,
    dappOrigin: input.dappOrigin,
    authenticatedAt: new Date(grant.auth_time * 1000),
    expiresAt: secondsLater(now, sessionLifeSeconds),
  }
  return deps.database.transaction('api', async (sql) => {
    if (!(await spendGrant(sql, grant.jti, secondsLater(now, tokens.apiGrant.lifeSeconds), now)))
      throw new AppError('SESSION_EXPIRED')
    const { userId, dappOrigin } = session
    await upsertUser(sql, userId, grant.email, now)
    await recordDevice(sql, { userId, deviceId, userAgent: describeBrowser(caller.userAgent), dappOrigin, now })
    await insertSession(sql, session)
    await appendAudit(sql, { userId, at: now, event: 'signed in', deviceId, dappOrigin })
    return {
      userId,
      email: grant.email,
      tokens: await issueTokens(deps, sql, session),
      wallet: (await findWallet(sql, userId))?.record ?? null,
    }
  })
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
    const found = await findRefreshToken(sql, hashOf(refreshToken))
    if (found === null || found.revoked) return null
    const { session, tokenExpiresAt, usedAt } = found
    if (tokenExpiresAt <= now || session.expiresAt <= now) return null
    const isOwn = session.deviceId === device.deviceId
    const isReused = usedAt !== null && now.getTime() - usedAt.getTime() > reuseGraceMs
    if (isOwn && usedAt === null) await useRefreshToken(sql, hashOf(refreshToken), now)
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
    const found = await findRefreshToken(sql, hashOf(refreshToken))
    if (found === null) return
    const { userId, deviceId, dappOrigin } = found.session
    await forgetDevice(sql, userId, deviceId, now)
    if (!found.revoked) await appendAudit(sql, { userId, at: now, event: 'signed out', deviceId, dappOrigin })
  })
  return {}
}

async function issueTokens({ clock, signer }: SessionDeps, sql: Sql, session: Session): Promise<SessionTokens> {
  const refreshToken = encodeBase64url(new Uint8Array(randomBytes(32)))
  await insertRefreshToken(sql, session.sessionId, hashOf(refreshToken), secondsLater(clock.now(), refreshLifeSeconds))
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
