import type { EndpointRequest, EndpointResponse, IdentityProof } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import type { Kms } from '@latchkey/service-kit/kms/kms'
import type { Limits } from '@latchkey/service-kit/limits/limits'
import type { ProvenDevice } from '@latchkey/service-kit/proof/deviceProof'
import { type GrantAccessDeps, grantAccess } from '../grantAccess.ts'
import type { ProvedLogin } from './identityStore.ts'
import { makeUserId } from './makeUserId.ts'
import { type ProveIdentityDeps, proveIdentity, refusalsNoted, type SocialLogin } from './proveIdentity.ts'
import { RefusedLogin } from './refusedLogin.ts'

export type VerifyIdentityDeps = ProveIdentityDeps & GrantAccessDeps & { kms: Kms; limits: Limits }
type Verified = EndpointResponse<'socialVerify'>

/**
 * Takes a login by a provider, once. At a first login custody creates the user, whatever email the provider reports: an identity belongs to
 * no existing account. Throws SOCIAL_REFUSED for an unknown identity at a confirmation or with `isKnown`, otherwise as `proveIdentity`;
 * FROZEN.
 */
export async function verifyIdentity(
  deps: VerifyIdentityDeps,
  {
    purpose = 'login',
    isKnown,
    ...login
  }: EndpointRequest<'socialVerify'> | (EndpointRequest<'farcasterVerify'> & { isKnown?: undefined }),
  device: ProvenDevice,
): Promise<Verified> {
  const { userId, email, proved } = await refusalsNoted(deps, device, async () => {
    const proved = await proveIdentity(deps, login, purpose, device)
    return { ...(await findPerson(deps, proved, purpose === 'login' && isKnown === undefined)), proved }
  })
  deps.limits.requireActive('signIns', { userId })
  const { identity, email: loginEmail } = proved
  const granted = await grantAccess(deps, { userId, identity, purpose, ...device })
  return { userId, email: email ?? loginEmail, loginEmail, ...granted }
}

async function findPerson(
  { identities, kms }: VerifyIdentityDeps,
  proved: ProvedLogin,
  mayBeNew: boolean,
): Promise<{ userId: string; email: string | null }> {
  const { identity } = proved
  const { provider, issuer, subject } = identity
  const outcome = await (mayBeNew
    ? identities.logIn({ ...proved, newUserId: await makeUserId(kms, 'identity', provider, issuer, subject) })
    : identities.confirm(proved))
  if (outcome.is === 'spent') throw new RefusedLogin('SOCIAL_EXPIRED', 'nonce', identity)
  if (outcome.is === 'unknown') throw new RefusedLogin('SOCIAL_REFUSED', 'identity', identity)
  return { userId: outcome.userId, email: outcome.email }
}

/** Returns the account that has the verified address of a login that is linked to none. Throws what `proveIdentity` throws. */
export async function findAccount(
  deps: VerifyIdentityDeps,
  login: SocialLogin,
  device: ProvenDevice,
): Promise<EndpointResponse<'findAccount'>> {
  return refusalsNoted(deps, device, async () => {
    const proved = await proveIdentity(deps, login, 'login', device)
    return { account: await deps.identities.findAccount(proved) }
  })
}

/**
 * Links a login to the token's account; no-op if it is linked already. Throws IDENTITY_IN_USE when it is another user's, LINK_MISMATCH at a
 * sign-in with another address than the account's, what `proveIdentity` throws, and FROZEN.
 */
export async function linkIdentity(
  deps: VerifyIdentityDeps,
  login: IdentityProof,
  { device, userId }: { device: ProvenDevice; userId: string },
): Promise<EndpointResponse<'linkIdentity'>> {
  const { deviceId } = device
  deps.limits.requireActive('signIns', { userId })
  const atSignIn = 'atSignIn' in login ? login.atSignIn : undefined
  const identity = await refusalsNoted(deps, { deviceId, userId }, async () => {
    const proved = await proveIdentity(deps, login, atSignIn === undefined ? 'link' : 'login', device)
    const outcome = await (atSignIn === undefined
      ? deps.identities.link({ ...proved, userId })
      : deps.identities.linkAtSignIn({ ...proved, userId, mayKeep: atSignIn === 'keep' }))
    if (outcome.is === 'unlike') throw new RefusedLogin('LINK_MISMATCH', 'address', proved.identity)
    if (outcome.is === 'spent') throw new RefusedLogin('SOCIAL_EXPIRED', 'nonce', proved.identity)
    if (outcome.is === 'taken') throw new RefusedLogin('IDENTITY_IN_USE', 'identity', proved.identity)
    return proved.identity
  })
  const { apiGrant } = await grantAccess(deps, { userId, identity, purpose: 'link', ...device })
  return { apiGrant }
}

/** Removes a login from the token's account; another account's counts as none. Throws LAST_LOGIN. */
export async function unlinkIdentity(
  { identities, clock }: VerifyIdentityDeps,
  identity: EndpointRequest<'unlinkIdentity'>,
  whose: { deviceId: string; userId: string },
): Promise<EndpointResponse<'unlinkIdentity'>> {
  if (!(await identities.unlink({ ...whose, identity, now: clock.now() }))) throw new AppError('LAST_LOGIN')
  return {}
}
