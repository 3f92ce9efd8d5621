import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type EndpointRequest, type EndpointResponse, endpoints, type SocialProvider } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import { tryParse } from '@latchkey/protocol/tryParse'
import { hashSecretToken } from '@latchkey/service-kit/keys/secretToken'
import { signToken, type TokenSigner } from '@latchkey/service-kit/keys/tokens'
import type { Kms } from '@latchkey/service-kit/kms/kms'
import { timeoutSeconds } from '@latchkey/service-kit/loginProviders/providerFetch'
import type { ProvenDevice } from '@latchkey/service-kit/proof/deviceProof'
import * as z from 'zod/mini'
import { keepProvedIdentity } from '../logins/loginService.ts'
import {
  claimCallback,
  failAttempt,
  findAttempt,
  keepAnswer,
  type SocialFailure,
  type StoredAttempt,
} from '../logins/socialAttemptStore.ts'
import { openForAttempt, sealForAttempt } from './attemptSecrets.ts'
import { noteSocialRefusal } from './noteSocialRefusal.ts'
import type { Callback, Exchanged } from './providerClient.ts'
import type { SocialDeps } from './socialService.ts'

export type FinishSocialDeps = SocialDeps & {
  kms: Kms
  /** Signs statements for providers that sign none. */
  signer: TokenSigner
}
type Answer = EndpointResponse<'socialFinish'>

/**
 * Exchanges the code of this device's attempt, once; a repeated call gets the same response. Throws SOCIAL_EXPIRED, SOCIAL_REFUSED,
 * SOCIAL_DENIED, PROVIDER_UNAVAILABLE. A rejection is recorded for the users of this device.
 */
export async function finishSocial(
  deps: FinishSocialDeps,
  input: EndpointRequest<'socialFinish'>,
  { device: { deviceId } }: { device: ProvenDevice },
): Promise<Answer> {
  try {
    return await finish(deps, input, deviceId)
  } catch (error) {
    if (error instanceof AppError && isRefusal(error)) await noteSocialRefusal(deps, deviceId)
    throw error
  }
}

/** Whether the user should be notified: not when they declined themselves, or a provider is unreachable. */
const isRefusal = ({ name }: AppError): boolean => name === 'SOCIAL_REFUSED' || name === 'SOCIAL_EXPIRED'

async function finish(
  deps: FinishSocialDeps,
  { attemptId, codeVerifier, result }: EndpointRequest<'socialFinish'>,
  deviceId: string,
): Promise<Answer> {
  const attempt = await find(deps, attemptId, deviceId)
  if (!isHandedOver(attempt, result)) throw new AppError('SOCIAL_EXPIRED')
  if (challengeOf(codeVerifier) !== attempt.codeChallenge) return fail(deps, attemptId, new AppError('SOCIAL_REFUSED'))
  if (attempt.answer !== null) return readAnswer(deps, attemptId, attempt.answer)
  const callback = attempt.callback === null ? null : await readCallback(deps, attemptId, attempt.callback)
  const isOurs = await deps.database.transaction('api', (sql) => claimCallback(sql, attemptId, deps.clock.now()))
  if (!isOurs || callback === null) return awaitAnswer(deps, attemptId, deviceId)
  try {
    return await exchange(deps, attempt, callback, codeVerifier)
  } catch (error) {
    return fail(deps, attemptId, error)
  }
}

/** Throws the failure of a failed attempt, SOCIAL_EXPIRED for an ended one. */
async function find(
  { database, clock }: FinishSocialDeps,
  attemptId: string,
  deviceId: string,
): Promise<StoredAttempt> {
  const found = await database.transaction('api', (sql) => findAttempt(sql, attemptId, deviceId, clock.now()))
  if (found === null) throw new AppError('SOCIAL_EXPIRED')
  if (found.failure !== null) throw new AppError(found.failure)
  return found
}

/** The opener's page has the result, or the user has confirmed on the result page that it is theirs. */
function isHandedOver({ resultHash, releasedAt }: StoredAttempt, result: string | null): boolean {
  if (resultHash === null) return false
  return result === null ? releasedAt !== null : timingSafeEqual(hashSecretToken(result), resultHash)
}

/** RFC 7636, section 4.6. */
const challengeOf = (codeVerifier: string): string => createHash('sha256').update(codeVerifier).digest('base64url')

async function exchange(
  deps: FinishSocialDeps,
  attempt: StoredAttempt,
  callback: Callback,
  codeVerifier: string,
): Promise<Answer> {
  const { attemptId, provider, nonce, purpose, createdAt: startedAt } = attempt
  const client = deps.providerClients[provider]
  if (client === undefined) throw new AppError('PROVIDER_UNAVAILABLE')
  const exchanged = await client.exchange({ ...callback, codeVerifier, nonce, purpose, startedAt })
  const { subject, email, userName } = exchanged.person
  const identity = { provider, issuer: client.issuer, subject }
  const proof = await prove(deps, exchanged, { identity, email, nonce, purpose })
  const answer = tryParse(endpoints.socialFinish.response, { proof, email, userName })
  if (!answer.success) throw new AppError('PROVIDER_UNAVAILABLE', { cause: answer.error })
  const sealed = await sealForAttempt(deps.kms, 'answer', attemptId, answer.data)
  await deps.database.transaction('api', async (sql) => {
    await keepAnswer(sql, attemptId, sealed)
    await keepProvedIdentity(sql, { ...attempt, identity, email, userName, provedAt: deps.clock.now() })
  })
  return answer.data
}

type Stated = {
  identity: { provider: SocialProvider; issuer: string; subject: string }
  email: string | null
  nonce: string
  purpose: StoredAttempt['purpose']
}

const prove = async (
  { signer, clock }: FinishSocialDeps,
  { idToken }: Exchanged,
  stated: Stated,
): Promise<Answer['proof']> =>
  idToken === null
    ? { kind: 'statement', statement: await signToken('socialStatement', stated, signer, clock) }
    : { kind: 'idToken', idToken }

/** Ends the attempt: whatever the failure, its code can't be used again. */
async function fail({ database }: FinishSocialDeps, attemptId: string, error: unknown): Promise<never> {
  const failure: SocialFailure =
    error instanceof AppError && (error.name === 'SOCIAL_REFUSED' || error.name === 'PROVIDER_UNAVAILABLE')
      ? error.name
      : 'SOCIAL_EXPIRED'
  await database.transaction('api', (sql) => failAttempt(sql, attemptId, failure))
  throw error
}

/** The longest that another call of this exchange can take: three requests to the provider, and some overhead. */
const exchangeSeconds = 3 * timeoutSeconds + 5
const lookAgainMs = 250

/** Another call has the code: its result is ours too. */
async function awaitAnswer(deps: FinishSocialDeps, attemptId: string, deviceId: string): Promise<Answer> {
  for (let waitedMs = 0; waitedMs < exchangeSeconds * 1000; waitedMs += lookAgainMs) {
    const { answer } = await find(deps, attemptId, deviceId)
    if (answer !== null) return readAnswer(deps, attemptId, answer)
    await wait(lookAgainMs)
  }
  // The call that had it has ended.
  return fail(deps, attemptId, new AppError('PROVIDER_UNAVAILABLE'))
}

const callbackShape = z.object({ code: z.string(), iss: z.nullable(z.string()), user: z.nullable(z.string()) })

const readCallback = async (deps: FinishSocialDeps, attemptId: string, sealed: Uint8Array): Promise<Callback> =>
  z.parse(callbackShape, await openForAttempt(deps.kms, 'callback', attemptId, sealed))

const readAnswer = async (deps: FinishSocialDeps, attemptId: string, sealed: Uint8Array): Promise<Answer> =>
  z.parse(endpoints.socialFinish.response, await openForAttempt(deps.kms, 'answer', attemptId, sealed))
