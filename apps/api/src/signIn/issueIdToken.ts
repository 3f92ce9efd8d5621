import type { EndpointRequest, EndpointResponse } from '@latchkey/api-client'
import type { Projects } from '@latchkey/service-kit/projects/projects'
import { type IdTokenSigner, signIdToken } from '../idTokens/signIdToken.ts'
import { subjectOf } from '../idTokens/subjectStore.ts'
import { type UserClaimsDeps, userClaims } from '../idTokens/userClaims.ts'
import { type InSessionDeps, inSession, type SessionCaller } from '../session/inSession.ts'

export type IssueIdTokenDeps = InSessionDeps & UserClaimsDeps & { idTokens: IdTokenSigner; projects: Projects }

/**
 * Issues an ID token of this session's user for a page's project. The wallet has proved the page's origin, and the user has agreed to the
 * scopes. Throws SESSION_EXPIRED, PROJECT_UNKNOWN, ORIGIN_NOT_ALLOWED.
 */
export async function issueIdToken(
  deps: IssueIdTokenDeps,
  { projectId, origin, scopes, nonce }: EndpointRequest<'issueIdToken'>,
  caller: SessionCaller,
): Promise<EndpointResponse<'issueIdToken'>> {
  const project = deps.projects.requireOrigin(projectId, origin)
  const userId = caller.token.sub
  const claims = await inSession(deps, caller, async (sql, _, { authenticatedAt, provedBy }) => ({
    projectId,
    subject: await subjectOf(sql, { projectId, owner: { userId }, now: deps.clock.now() }),
    authenticatedAt,
    provedBy,
    ...(await userClaims(deps, sql, { userId, project, scopes })),
  }))
  return signIdToken(deps.idTokens, { ...claims, ...(nonce !== undefined && { nonce }) })
}
