import type { EndpointRequest, EndpointResponse } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import { appendAudit } from '@latchkey/service-kit/audit/auditStore'
import { unixSeconds } from '@latchkey/service-kit/clock'
import { makeSecretToken } from '@latchkey/service-kit/keys/secretToken'
import type { Limits } from '@latchkey/service-kit/limits/limits'
import type { Projects } from '@latchkey/service-kit/projects/projects'
import { issuerOf } from '../idTokens/signIdToken.ts'
import { type InSessionDeps, inSession, type SessionCaller } from '../session/inSession.ts'
import { type Authorization, findAuthorization, keepDecision } from './authorizationStore.ts'
import { type FoundClient, findClient } from './oidcClients.ts'
import { decisionParameter, resumePath } from './oidcPaths.ts'

export type AuthorizationDeps = InSessionDeps & {
  projects: Projects
  limits: Pick<Limits, 'requireActive'>
  publicUrl: string
}

/** Returns the sign-in that an app has started, for the wallet's page. Throws AUTHORIZATION_EXPIRED. */
export async function readAuthorization(
  deps: AuthorizationDeps,
  { authorization: uid }: EndpointRequest<'readAuthorization'>,
): Promise<EndpointResponse<'readAuthorization'>> {
  const found = await deps.database.transaction('api', (sql) => findAuthorization(sql, uid, deps.clock.now()))
  const { authorization, project } = requireOpen(deps, found)
  return {
    clientId: authorization.clientId,
    projectName: project.name,
    ...(project.brand && { brand: project.brand }),
    origin: new URL(authorization.redirectUri).origin,
    scopes: authorization.scopes,
    mustAsk: authorization.mustAsk,
    cancelAt: resumeAt(deps, uid),
  }
}

/**
 * Records the consent of this session's user. Nothing is issued yet: the returned URL must be opened by the browser that the app started
 * in, which has the cookie. Throws AUTHORIZATION_EXPIRED, FROZEN, STEP_UP_REQUIRED, SESSION_EXPIRED.
 */
export const allowAuthorization = (
  deps: AuthorizationDeps,
  { authorization: uid }: EndpointRequest<'allowAuthorization'>,
  caller: SessionCaller,
): Promise<EndpointResponse<'allowAuthorization'>> =>
  inSession(deps, caller, async (sql, _, { authenticatedAt, provedBy }) => {
    const now = deps.clock.now()
    const { authorization, project } = requireOpen(deps, await findAuthorization(sql, uid, now))
    // The session's project, which was checked already, is the wallet's own page.
    deps.limits.requireActive('signIns', { projectId: project.id })
    if (authorization.provedAfter !== null && authenticatedAt < authorization.provedAfter)
      throw new AppError('STEP_UP_REQUIRED')
    const secret = makeSecretToken()
    const userId = caller.token.sub
    const sessionId = caller.token.sid
    await keepDecision(sql, secret, { uid, userId, sessionId, authTime: unixSeconds(authenticatedAt), provedBy }, now)
    const { deviceId } = caller.device
    const dappOrigin = new URL(authorization.redirectUri).origin
    await appendAudit(sql, { userId, at: now, event: 'signed in to an app', deviceId, dappOrigin })
    return { continueAt: `${resumeAt(deps, uid)}?${new URLSearchParams({ [decisionParameter]: secret })}` }
  })

/** Throws AUTHORIZATION_EXPIRED, also if the operator has since removed the client or its redirect URI. */
function requireOpen(
  { projects }: AuthorizationDeps,
  authorization: Authorization | null,
): FoundClient & { authorization: Authorization } {
  const found = authorization === null ? null : findClient(projects, authorization.clientId)
  if (authorization === null || found === null || !found.client.redirectUris.includes(authorization.redirectUri))
    throw new AppError('AUTHORIZATION_EXPIRED')
  return { ...found, authorization }
}

const resumeAt = ({ publicUrl }: AuthorizationDeps, uid: string): string => `${issuerOf(publicUrl)}${resumePath(uid)}`
