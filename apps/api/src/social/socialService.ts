import { randomInt, randomUUID } from 'node:crypto'
import { type EndpointRequest, type EndpointResponse, socialNonce } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import { type Clock, secondsLater } from '@latchkey/service-kit/clock'
import type { Database } from '@latchkey/service-kit/db/database'
import { hashSecretToken } from '@latchkey/service-kit/keys/secretToken'
import type { Kms } from '@latchkey/service-kit/kms/kms'
import type { Projects } from '@latchkey/service-kit/projects/projects'
import type { ProvenDevice } from '@latchkey/service-kit/proof/deviceProof'
import { networkMark } from '@latchkey/service-kit/rateLimits/networkOf'
import { findAttempt, insertAttempt, releaseAttempt, type StoredAttempt } from '../logins/socialAttemptStore.ts'
import { makeCallbackState } from './callbackState.ts'
import type { ProviderClients } from './providerClients.ts'

export type SocialDeps = {
  database: Database
  clock: Clock
  kms: Kms
  projects: Projects
  providerClients: ProviderClients
  walletOrigin: string
}

/** From the click to the session, including the user's time at the provider. */
const attemptLifeSeconds = 600
/** How long the outcome of an attempt can be read. */
const rememberedSeconds = 3600

/**
 * Throws PROJECT_UNKNOWN, ORIGIN_NOT_ALLOWED, NOT_ENABLED for a provider that is not configured, PROVIDER_UNAVAILABLE; INVALID_PARAMS for
 * another purpose than a login from any page but the wallet's own.
 */
export async function startSocial(
  { database, clock, kms, projects, providerClients, walletOrigin }: SocialDeps,
  { projectId, dappOrigin, provider, codeChallenge, purpose = 'login' }: EndpointRequest<'socialStart'>,
  { device: { deviceId, hpkePublicKey }, ipAddress }: { device: ProvenDevice; ipAddress: string },
): Promise<EndpointResponse<'socialStart'>> {
  projects.requireOrigin(projectId, dappOrigin)
  // On a dapp's page a user can only sign in: an account that they add or confirm there could be someone else's.
  if (purpose !== 'login' && dappOrigin !== walletOrigin) throw new AppError('INVALID_PARAMS')
  const client = providerClients[provider]
  if (client === undefined) throw new AppError('NOT_ENABLED')
  const state = await makeCallbackState(kms, ipAddress)
  const nonce = await socialNonce(deviceId, hpkePublicKey, codeChallenge)
  const uri = await client.authorizationUri({ state, nonce, codeChallenge, purpose })
  const now = clock.now()
  const attempt = {
    attemptId: randomUUID(),
    deviceId,
    projectId,
    dappOrigin,
    provider,
    purpose,
    stateHash: hashSecretToken(state),
    codeChallenge,
    nonce,
    number: randomInt(100).toString().padStart(2, '0'),
    networkMark: networkMark(ipAddress, state),
    createdAt: now,
    expiresAt: secondsLater(now, attemptLifeSeconds),
  }
  await database.transaction('api', (sql) => insertAttempt(sql, attempt, secondsLater(now, -rememberedSeconds)))
  const { attemptId, number } = attempt
  return { attemptId, uri, state, number, expiresInSeconds: attemptLifeSeconds }
}

export async function socialStatus(
  { database, clock }: SocialDeps,
  { attemptId }: EndpointRequest<'socialStatus'>,
  { device: { deviceId } }: { device: ProvenDevice },
): Promise<EndpointResponse<'socialStatus'>> {
  const found = await database.transaction('api', (sql) => findAttempt(sql, attemptId, deviceId, clock.now()))
  return { status: found === null ? 'over' : statusOf(found) }
}

function statusOf({
  failure,
  takenAt,
  releasedAt,
  arrivedAt,
}: StoredAttempt): EndpointResponse<'socialStatus'>['status'] {
  if (failure !== null) return failure === 'SOCIAL_DENIED' ? 'denied' : 'over'
  if (takenAt !== null) return 'over'
  if (releasedAt !== null) return 'released'
  return arrivedAt === null ? 'waiting' : 'arrived'
}

/**
 * Throws SOCIAL_EXPIRED for a result of no open attempt, or of one that the wallet's own page started: that page gets it without the result
 * page's user.
 */
export async function releaseSocial(
  { database, clock, walletOrigin }: SocialDeps,
  { attemptId, result }: EndpointRequest<'socialRelease'>,
): Promise<EndpointResponse<'socialRelease'>> {
  const isReleased = await database.transaction('api', (sql) =>
    releaseAttempt(sql, { attemptId, resultHash: hashSecretToken(result), notOf: walletOrigin }, clock.now()),
  )
  if (!isReleased) throw new AppError('SOCIAL_EXPIRED')
  return {}
}
