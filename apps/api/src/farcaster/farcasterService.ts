import { randomUUID } from 'node:crypto'
import { type EndpointRequest, type EndpointResponse, farcasterNonce } from '@latchkey/api-client'
import { AppError, isAppError } from '@latchkey/protocol/errors'
import { type Clock, secondsLater } from '@latchkey/service-kit/clock'
import type { Database, Sql } from '@latchkey/service-kit/db/database'
import type { FarcasterRelay } from '@latchkey/service-kit/farcaster/farcasterRelay'
import type { Farcaster } from '@latchkey/service-kit/farcaster/openFarcaster'
import { verifyFarcaster } from '@latchkey/service-kit/farcaster/verifyFarcaster'
import { decryptValue, encryptValue } from '@latchkey/service-kit/kms/envelope'
import type { EncryptionContext, Kms } from '@latchkey/service-kit/kms/kms'
import { timeoutSeconds } from '@latchkey/service-kit/loginProviders/providerFetch'
import type { Projects } from '@latchkey/service-kit/projects/projects'
import type { ProvenDevice } from '@latchkey/service-kit/proof/deviceProof'
import type { Hex } from 'viem'
import {
  beginAsking,
  endAsking,
  type FarcasterFailure,
  failFarcasterAttempt,
  findFarcasterAttempt,
  insertFarcasterAttempt,
  keepSigned,
  noteVerified,
  type StoredFarcasterAttempt,
} from '../logins/farcasterAttemptStore.ts'
import { keepProvedIdentity } from '../logins/loginService.ts'
import { noteSocialRefusal } from '../social/noteSocialRefusal.ts'

export type FarcasterDeps = {
  database: Database
  clock: Clock
  projects: Projects
  /** Encrypts channel tokens at rest. They live for minutes, so a key rotation leaves them under the previous key. */
  kms: Kms
  walletOrigin: string
  /** Null: no sign-in with Farcaster. */
  farcaster: Farcaster | null
}
type EnabledDeps = FarcasterDeps & { farcaster: Farcaster }
type Status = EndpointResponse<'farcasterStatus'>
type Signed = NonNullable<StoredFarcasterAttempt['signed']>

/** From showing the code to the session, including the user's time with their phone. */
const attemptLifeSeconds = 600
/** How long the outcome of an attempt can be read. */
const rememberedSeconds = 3600
/** A relay call has its response by then, or its process has ended. */
const askingSeconds = timeoutSeconds + 5

const channelContext = (attemptId: string): EncryptionContext => ({ purpose: 'farcaster channel', attemptId })

/**
 * Throws PROJECT_UNKNOWN, ORIGIN_NOT_ALLOWED, NOT_ENABLED, and PROVIDER_UNAVAILABLE while the relay is away; INVALID_PARAMS for another
 * purpose than a login from any page but the wallet's own.
 */
export async function startFarcaster(
  given: FarcasterDeps,
  { projectId, dappOrigin, purpose = 'login' }: EndpointRequest<'farcasterStart'>,
  { device: { deviceId, hpkePublicKey } }: { device: ProvenDevice },
): Promise<EndpointResponse<'farcasterStart'>> {
  const { database, clock, projects, kms, walletOrigin, farcaster } = requireEnabled(given)
  projects.requireOrigin(projectId, dappOrigin)
  // On a dapp's page a user can only sign in: an account that they add or confirm there could be someone else's.
  if (purpose !== 'login' && dappOrigin !== walletOrigin) throw new AppError('INVALID_PARAMS')
  const attemptId = randomUUID()
  const nonce = await farcasterNonce(deviceId, hpkePublicKey, attemptId)
  const createdAt = clock.now()
  const expiresAt = secondsLater(createdAt, attemptLifeSeconds)
  const { host: domain } = new URL(walletOrigin)
  const { token, url } = await farcaster.relay.open({ siweUri: walletOrigin, domain, nonce, expirationTime: expiresAt })
  const channel = await encryptValue(kms, channelContext(attemptId), new TextEncoder().encode(token))
  const attempt = { attemptId, deviceId, projectId, dappOrigin, purpose, nonce, channel, createdAt, expiresAt }
  await database.transaction('api', (sql) =>
    insertFarcasterAttempt(sql, attempt, secondsLater(createdAt, -rememberedSeconds)),
  )
  return { attemptId, url, expiresInSeconds: attemptLifeSeconds }
}

/**
 * Returns the outcome of this device's attempt. The signed message is returned once it is verified on the chain, on every call.
 *
 * Throws SOCIAL_REFUSED for a message that does not verify, which ends the attempt and is recorded for the users of this device;
 * PROVIDER_UNAVAILABLE while relay or chain are unreachable.
 */
export async function farcasterStatus(
  given: FarcasterDeps,
  { attemptId }: EndpointRequest<'farcasterStatus'>,
  { device: { deviceId } }: { device: ProvenDevice },
): Promise<Status> {
  const deps = requireEnabled(given)
  const now = deps.clock.now()
  const attempt = await inApi(deps, (sql) => findFarcasterAttempt(sql, attemptId, deviceId, now))
  if (attempt === null) return { status: 'over' }
  if (attempt.failure !== null) return over(attempt.failure)
  const signed = attempt.signed ?? (await askRelay(deps, attempt))
  if ('status' in signed) return signed
  if (attempt.verifiedAt !== null) return { status: 'signed', ...signed }
  return verify(deps, attempt, signed)
}

/** One call at a time: the relay answers a second one as if there were no such channel. */
async function askRelay(deps: EnabledDeps, attempt: StoredFarcasterAttempt): Promise<Signed | Status> {
  const { clock, kms, farcaster } = deps
  const { attemptId, channel } = attempt
  const now = clock.now()
  const isOurs = await inApi(deps, (sql) => beginAsking(sql, attemptId, now, secondsLater(now, askingSeconds)))
  if (!isOurs) return { status: 'waiting' }
  let told: Awaited<ReturnType<FarcasterRelay['ask']>>
  try {
    const token = new TextDecoder().decode(await decryptValue(kms, channelContext(attemptId), channel))
    told = await farcaster.relay.ask(token)
  } catch (error) {
    await inApi(deps, (sql) => endAsking(sql, attemptId))
    throw error
  }
  switch (told.is) {
    case 'waiting':
      await inApi(deps, (sql) => endAsking(sql, attemptId))
      return { status: 'waiting' }
    case 'gone':
      return fail(deps, attempt, 'SOCIAL_EXPIRED')
    case 'garbled':
      return refuse(deps, attempt, 'SOCIAL_REFUSED')
    case 'signed': {
      const { message, signature, userName } = told
      await inApi(deps, (sql) => keepSigned(sql, attemptId, { message, signature, userName }))
      return { message, signature, userName }
    }
  }
}

async function verify(deps: EnabledDeps, attempt: StoredFarcasterAttempt, signed: Signed): Promise<Status> {
  const { clock, walletOrigin, farcaster } = deps
  try {
    const proof = { message: signed.message, signature: signed.signature as Hex }
    const identity = await verifyFarcaster({ chain: farcaster.chain, clock, walletOrigin }, proof, attempt.nonce)
    const provedAt = clock.now()
    await inApi(deps, async (sql) => {
      if (await noteVerified(sql, attempt.attemptId, provedAt))
        await keepProvedIdentity(sql, { ...attempt, identity, email: null, userName: signed.userName, provedAt })
    })
    return { status: 'signed', ...signed }
  } catch (error) {
    if (isAppError(error, 'SOCIAL_REFUSED')) return refuse(deps, attempt, 'SOCIAL_REFUSED')
    if (isAppError(error, 'SOCIAL_EXPIRED')) return refuse(deps, attempt, 'SOCIAL_EXPIRED')
    throw error
  }
}

/** Ends an attempt whose signed message is invalid. */
async function refuse(deps: EnabledDeps, attempt: StoredFarcasterAttempt, failure: FarcasterFailure): Promise<Status> {
  await noteSocialRefusal(deps, attempt.deviceId)
  return fail(deps, attempt, failure)
}

async function fail(deps: EnabledDeps, { attemptId }: StoredFarcasterAttempt, failure: FarcasterFailure) {
  await inApi(deps, (sql) => failFarcasterAttempt(sql, attemptId, failure))
  return over(failure)
}

/** Throws SOCIAL_REFUSED for an attempt that has failed this way. */
function over(failure: FarcasterFailure): Status {
  if (failure === 'SOCIAL_REFUSED') throw new AppError('SOCIAL_REFUSED')
  return { status: 'over' }
}

function requireEnabled(deps: FarcasterDeps): EnabledDeps {
  const { farcaster } = deps
  if (farcaster === null) throw new AppError('NOT_ENABLED')
  return { ...deps, farcaster }
}

const inApi = <result>({ database }: FarcasterDeps, work: (sql: Sql) => Promise<result>): Promise<result> =>
  database.transaction('api', work)
