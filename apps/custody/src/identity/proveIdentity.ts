import { farcasterNonce, type SocialProof, type SocialProvider, socialNonce } from '@latchkey/api-client'
import { AppError, isAppError } from '@latchkey/protocol/errors'
import { type Clock, secondsLater } from '@latchkey/service-kit/clock'
import type { Farcaster } from '@latchkey/service-kit/farcaster/openFarcaster'
import { farcasterNonceLifeSeconds, verifyFarcaster } from '@latchkey/service-kit/farcaster/verifyFarcaster'
import type { GrantPurpose, VerifyingKeys } from '@latchkey/service-kit/keys/tokens'
import type { ProvenDevice } from '@latchkey/service-kit/proof/deviceProof'
import type { Hex } from 'viem'
import type { IdentityStore, ProvedLogin } from './identityStore.ts'
import type { IdentityJudges } from './openIdentityJudges.ts'
import { RefusedLogin } from './refusedLogin.ts'
import { idTokenNonceLifeSeconds, verifyIdToken } from './verifyIdToken.ts'
import { statementNonceLifeSeconds, verifyStatement } from './verifyStatement.ts'

export type ProveIdentityDeps = {
  identities: IdentityStore
  clock: Clock
  judges: IdentityJudges
  /** Null: no sign-in with Farcaster. */
  farcaster: Farcaster | null
  walletOrigin: string
  /** Verifies the api's statements. Throws SERVICE_UNREACHABLE while the api's key is unavailable. */
  apiKey: () => Promise<VerifyingKeys>
}

export type SocialLogin = { provider: SocialProvider; codeChallenge: string; proof: SocialProof }
export type FarcasterLogin = { attemptId: string; message: string; signature: string }

/**
 * Returns a user's identity at a provider, verified by custody itself and for this very device. A provider's signed statement is verified
 * only by its signature, whatever the api reports.
 *
 * Throws NOT_ENABLED, SOCIAL_EXPIRED, SOCIAL_REFUSED, PROVIDER_UNAVAILABLE.
 */
export async function proveIdentity(
  deps: ProveIdentityDeps,
  login: SocialLogin | FarcasterLogin,
  purpose: GrantPurpose,
  device: ProvenDevice,
): Promise<ProvedLogin> {
  const now = deps.clock.now()
  const { deviceId } = device
  const { identity, email, nonce, lifeSeconds } = await ('provider' in login
    ? proveSocial(deps, login, purpose, device)
    : proveFarcaster(deps, login, device))
  return { identity, email, nonce, nonceExpiresAt: secondsLater(now, lifeSeconds), deviceId, now }
}

async function proveSocial(
  { judges, clock, apiKey }: ProveIdentityDeps,
  { provider, codeChallenge, proof }: SocialLogin,
  purpose: GrantPurpose,
  { deviceId, hpkePublicKey }: ProvenDevice,
) {
  const judge = judges[provider]
  if (judge === undefined) throw new AppError('NOT_ENABLED')
  const nonce = await socialNonce(deviceId, hpkePublicKey, codeChallenge)
  if (judge.by === 'idToken') {
    if (proof.kind !== 'idToken') throw new RefusedLogin('SOCIAL_REFUSED', 'kind')
    const login = await verifyIdToken({ provider, ...judge }, { idToken: proof.idToken, nonce }, clock)
    return { ...login, nonce, lifeSeconds: idTokenNonceLifeSeconds }
  }
  if (proof.kind !== 'statement') throw new RefusedLogin('SOCIAL_REFUSED', 'kind')
  const { issuer } = judge
  const login = await verifyStatement(proof.statement, { provider, issuer, nonce, purpose }, { apiKey, clock })
  return { ...login, nonce, lifeSeconds: statementNonceLifeSeconds }
}

async function proveFarcaster(
  { farcaster, clock, walletOrigin }: ProveIdentityDeps,
  { attemptId, message, signature }: FarcasterLogin,
  { deviceId, hpkePublicKey }: ProvenDevice,
) {
  if (farcaster === null) throw new AppError('NOT_ENABLED')
  const { chain } = farcaster
  const nonce = await farcasterNonce(deviceId, hpkePublicKey, attemptId)
  const signed = { message, signature: signature as Hex }
  const identity = await verifyFarcaster({ chain, clock, walletOrigin }, signed, nonce)
  return { identity, email: null, nonce, lifeSeconds: farcasterNonceLifeSeconds }
}

/** Processes a login, and records a rejected one for the users concerned. */
export async function refusalsNoted<result>(
  { identities, clock }: Pick<ProveIdentityDeps, 'identities' | 'clock'>,
  whose: { deviceId: string; userId?: string },
  work: () => Promise<result>,
): Promise<result> {
  try {
    return await work()
  } catch (error) {
    const identity = error instanceof RefusedLogin ? error.identity : null
    if (identity !== null || isAppError(error, 'SOCIAL_REFUSED') || isAppError(error, 'SOCIAL_EXPIRED'))
      await identities.noteRefusal({ ...whose, identity, now: clock.now() })
    throw error
  }
}
