import { tryParse } from '@latchkey/protocol/tryParse'
import type { Clock } from '@latchkey/service-kit/clock'
import type { Database } from '@latchkey/service-kit/db/database'
import { hashSecretToken, makeSecretToken } from '@latchkey/service-kit/keys/secretToken'
import type { Kms } from '@latchkey/service-kit/kms/kms'
import { networkMark } from '@latchkey/service-kit/rateLimits/networkOf'
import * as z from 'zod/mini'
import {
  findWaitingAttempt,
  noteArrival,
  type SocialFailure,
  type StoredAttempt,
} from '../logins/socialAttemptStore.ts'
import { sealForAttempt } from './attemptSecrets.ts'
import type { ProviderClient } from './providerClient.ts'
import type { ProviderClients } from './providerClients.ts'

export type SocialCallbackDeps = {
  database: Database
  clock: Clock
  kms: Kms
  providerClients: ProviderClients
  walletOrigin: string
}

/** The provider's callback parameters (RFC 6749, section 4.1.2; RFC 9207; Apple's `user`). Each field once. */
const callbackFields = z.object({
  state: z.string().check(z.maxLength(128)),
  code: z.optional(z.string().check(z.minLength(1), z.maxLength(4096))),
  error: z.optional(z.string().check(z.maxLength(128))),
  iss: z.optional(z.string().check(z.maxLength(512))),
  user: z.optional(z.string().check(z.maxLength(4096))),
})
type Fields = z.output<typeof callbackFields>

/** OAuth's code, and Apple's for the same. */
const denials = new Set(['access_denied', 'user_cancelled_authorize'])
const outages = new Set(['server_error', 'temporarily_unavailable'])

/** How and from where a window has returned. */
export type Return = {
  /** As in the URL. */
  provider: string
  how: ProviderClient['responseMode']
  parameters: URLSearchParams
  ipAddress: string
}

/**
 * Handles the user's return from a provider: returns the wallet page to open next, with its data after the number sign, which browsers
 * don't send to servers. It contains none of the provider's own text. `network=other`: the attempt was started in another network, for
 * example when an attacker has sent this user through an attempt of their own.
 *
 * A state is valid once, for ten minutes, and for the provider that it was made for.
 */
export async function receiveCallback(deps: SocialCallbackDeps, returned: Return): Promise<string> {
  const fields = readFields(returned.parameters)
  const attempt = fields === null ? null : await findAttempt(deps, fields)
  if (fields === null || attempt === null) return resultPage(deps, { error: 'expired' })
  const { attemptId, dappOrigin: origin, number } = attempt
  const failure = judge(deps, attempt, returned, fields)
  const result = makeSecretToken()
  if (!(await arrive(deps, attemptId, failure ?? { fields, result }))) return resultPage(deps, { error: 'expired' })
  if (failure === null) {
    const isSameNetwork = attempt.networkMark === networkMark(returned.ipAddress, fields.state)
    const place = isSameNetwork ? {} : { network: 'other' }
    return resultPage(deps, { attempt: attemptId, result, origin, number, ...place })
  }
  return resultPage(deps, { attempt: attemptId, error: pageErrors[failure], origin })
}

/** The errors that the result page gets for a failure. */
const pageErrors: Readonly<Record<SocialFailure, string>> = {
  SOCIAL_DENIED: 'access_denied',
  PROVIDER_UNAVAILABLE: 'unavailable',
  SOCIAL_REFUSED: 'failed',
  SOCIAL_EXPIRED: 'expired',
}

/** Returns the page for a window when nothing could be looked up. */
export const failedPage = (wallet: Wallet): string => resultPage(wallet, { error: 'failed' })

type Wallet = Pick<SocialCallbackDeps, 'walletOrigin'>
const resultPage = ({ walletOrigin }: Wallet, facts: Readonly<Record<string, string>>): string =>
  `${walletOrigin}/social#${new URLSearchParams(facts)}`

function readFields(parameters: URLSearchParams): Fields | null {
  if (new Set(parameters.keys()).size !== parameters.size) return null
  const read = tryParse(callbackFields, Object.fromEntries(parameters))
  return read.success ? read.data : null
}

const findAttempt = ({ database, clock }: SocialCallbackDeps, { state }: Fields): Promise<StoredAttempt | null> =>
  database.transaction('api', (sql) => findWaitingAttempt(sql, hashSecretToken(state), clock.now()))

/** Returns why this can't be a response to that attempt, or null. */
function judge(
  { providerClients }: SocialCallbackDeps,
  { provider }: StoredAttempt,
  returned: Return,
  { code, error, iss }: Fields,
): SocialFailure | null {
  const client = providerClients[provider]
  if (client === undefined || provider !== returned.provider || returned.how !== client.responseMode)
    return 'SOCIAL_REFUSED'
  if (client.namesIssuer && iss !== undefined && iss !== client.issuer) return 'SOCIAL_REFUSED'
  if (error !== undefined) {
    if (denials.has(error)) return 'SOCIAL_DENIED'
    return outages.has(error) ? 'PROVIDER_UNAVAILABLE' : 'SOCIAL_REFUSED'
  }
  return code === undefined ? 'SOCIAL_REFUSED' : null
}

/** Returns false when this state was used before. */
async function arrive(
  { database, clock, kms }: SocialCallbackDeps,
  attemptId: string,
  arrival: SocialFailure | { fields: Fields; result: string },
): Promise<boolean> {
  const now = clock.now()
  if (typeof arrival === 'string')
    return database.transaction('api', (sql) => noteArrival(sql, attemptId, { failure: arrival }, now))
  const { code, iss = null, user = null } = arrival.fields
  const callback = await sealForAttempt(kms, 'callback', attemptId, { code, iss, user })
  const resultHash = hashSecretToken(arrival.result)
  return database.transaction('api', (sql) => noteArrival(sql, attemptId, { callback, resultHash }, now))
}
