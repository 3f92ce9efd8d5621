import { AppError } from '@latchkey/protocol/errors'
import type { Clock } from '@latchkey/service-kit/clock'
import { createProviderFetch } from '@latchkey/service-kit/loginProviders/providerFetch'
import { isLocal } from '@latchkey/service-kit/settings/requireSafe'
import { createRemoteJWKSet, customFetch, errors, type FlattenedJWSInput, type JWSHeaderParameters } from 'jose'
import * as z from 'zod/mini'

/** An issuer's keys and metadata. Every call throws PROVIDER_UNAVAILABLE while it does not respond. */
export type OpenIdIssuer = {
  /** Returns the key that a token was signed with. Throws an error of jose's for one that is not the issuer's. */
  key(header: JWSHeaderParameters, token: FlattenedJWSInput): Promise<CryptoKey>
  /** Returns the URL at which users consent. */
  authorizationEndpoint(): Promise<string>
}

const timeoutMs = 10_000
/** An unknown key id triggers another fetch, and attackers can name such keys: this limits the rate. */
const cooldownMs = 30_000
/** How long keys that an issuer has withdrawn stay valid, at most. */
const keepMs = 3_600_000

/** OpenID Connect Discovery 1.0, section 4.2. */
const configuration = z.object({ issuer: z.string(), jwks_uri: z.string(), authorization_endpoint: z.string() })

type Known = { key: OpenIdIssuer['key']; authorizationEndpoint: string }

/** Opens an issuer by its discovery document, read on first use, and again after an hour. */
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
    // The issuer has responded, and this is not its key.
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
  // A document that names another issuer (section 4.3) is invalid.
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

/** Plain http can be tampered with, so it is allowed only if both the issuer and the address are on this machine. */
function requireSecret(address: string, issuer: string): void {
  const isOwn = issuer.startsWith('http://') && isLocal(issuer)
  if (!URL.canParse(address) || !(address.startsWith('https://') || (isOwn && isLocal(address))))
    throw new Error('an address that is not https')
}
