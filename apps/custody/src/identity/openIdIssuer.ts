import { AppError } from '@latchkey/protocol/errors'
import type { Clock } from '@latchkey/service-kit/clock'
import { createProviderFetch } from '@latchkey/service-kit/loginProviders/providerFetch'
import { isLocal } from '@latchkey/service-kit/settings/requireSafe'
import { createRemoteJWKSet, customFetch, errors, type FlattenedJWSInput, type JWSHeaderParameters } from 'jose'
import * as z from 'zod/mini'

/** What an issuer says of itself. Every question throws PROVIDER_UNAVAILABLE while it does not answer. */
export type OpenIdIssuer = {
  /** The key that a token was signed with. Throws an error of jose's for one that is not the issuer's. */
  key(header: JWSHeaderParameters, token: FlattenedJWSInput): Promise<CryptoKey>
  /** Where people are asked for their consent. */
  authorizationEndpoint(): Promise<string>
}

const timeoutMs = 10_000
/** A key that is not among those we know makes us look again, and strangers name such keys: no more often than this. */
const cooldownMs = 30_000
/** Keys that an issuer has withdrawn count for so long at most. */
const keepMs = 3_600_000

/** OpenID Connect Discovery 1.0, section 4.2. */
const configuration = z.object({ issuer: z.string(), jwks_uri: z.string(), authorization_endpoint: z.string() })

type Known = { key: OpenIdIssuer['key']; authorizationEndpoint: string }

/** An issuer by its discovery document, read when it is first needed, and again after an hour. */
export function createOpenIdIssuer({
  issuer,
  fetch,
  clock,
}: {
  issuer: string
  fetch: typeof globalThis.fetch
  clock: Clock
}): OpenIdIssuer {
  let known: { at: number; found: Promise<Known> } | null = null
  const find = (): Promise<Known> => {
    const now = clock.now().getTime()
    if (known === null || now - known.at > keepMs) {
      const asked = { at: now, found: discover(issuer, fetch) }
      known = asked
      asked.found.catch(() => {
        if (known === asked) known = null
      })
    }
    return known.found
  }
  return {
    key: (header, token) => answered(async () => (await find()).key(header, token)),
    authorizationEndpoint: () => answered(async () => (await find()).authorizationEndpoint),
  }
}

async function answered<answer>(ask: () => Promise<answer>): Promise<answer> {
  try {
    return await ask()
  } catch (cause) {
    // The issuer has answered, and this is no key of its own.
    if (cause instanceof errors.JWKSNoMatchingKey || cause instanceof errors.JWKSMultipleMatchingKeys) throw cause
    throw new AppError('PROVIDER_UNAVAILABLE', { cause })
  }
}

async function discover(issuer: string, fetch: typeof globalThis.fetch): Promise<Known> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  requireSecret(address, issuer)
  const ask = createProviderFetch(fetch)
  const response = await ask(address, { signal: AbortSignal.timeout(timeoutMs) })
  if (!response.ok) throw new Error(`the issuer answered ${response.status}`)
  const found = z.parse(configuration, await response.json())
  // A document that speaks for another issuer (section 4.3) is nobody's.
  if (found.issuer !== issuer) throw new Error('the issuer names another one')
  requireSecret(found.jwks_uri, issuer)
  requireSecret(found.authorization_endpoint, issuer)
  const key = createRemoteJWKSet(new URL(found.jwks_uri), {
    timeoutDuration: timeoutMs,
    cooldownDuration: cooldownMs,
    cacheMaxAge: keepMs,
    [customFetch]: ask,
  })
  return { key, authorizationEndpoint: found.authorization_endpoint }
}

/** What comes by plain http could be anybody's, unless the issuer itself is of this machine, and so is the address. */
function requireSecret(address: string, issuer: string): void {
  const isOwn = issuer.startsWith('http://') && isLocal(issuer)
  if (!URL.canParse(address) || !(address.startsWith('https://') || (isOwn && isLocal(address))))
    throw new Error('an address that is not https')
}
