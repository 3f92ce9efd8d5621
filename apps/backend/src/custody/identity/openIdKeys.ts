import { AppError } from '@latchkey/protocol/errors'
import { createRemoteJWKSet, customFetch, errors, type FlattenedJWSInput, type JWSHeaderParameters } from 'jose'
import * as z from 'zod/mini'
import { isLocal } from '../../settings/authoritySettings.ts'

/** The key that a token of an issuer was signed with. Throws PROVIDER_UNAVAILABLE while the issuer's keys cannot be read. */
export type OpenIdKeys = (header: JWSHeaderParameters, token: FlattenedJWSInput) => Promise<CryptoKey>

const timeoutMs = 10_000
/** A key that is not among those we know makes us look again, and strangers name such keys: no more often than this. */
const cooldownMs = 30_000
/** Keys that an issuer has withdrawn count for so long at most. */
const keepMs = 3_600_000

/** OpenID Connect Discovery 1.0, section 4.2. */
const configuration = z.object({ issuer: z.string(), jwks_uri: z.string() })

/** The keys of an issuer, found by its discovery document, read when they are first needed and kept for an hour. */
export function createOpenIdKeys({ issuer, fetch }: { issuer: string; fetch: typeof globalThis.fetch }): OpenIdKeys {
  let known: Promise<OpenIdKeys> | null = null
  const find = (): Promise<OpenIdKeys> => {
    known ??= discover(issuer, fetch).catch((error: unknown) => {
      known = null
      throw error
    })
    return known
  }
  return async (header, token) => {
    try {
      return await (await find())(header, token)
    } catch (cause) {
      // The issuer has answered, and this is no key of its own.
      if (cause instanceof errors.JWKSNoMatchingKey || cause instanceof errors.JWKSMultipleMatchingKeys) throw cause
      throw new AppError('PROVIDER_UNAVAILABLE', { cause })
    }
  }
}

async function discover(issuer: string, fetch: typeof globalThis.fetch): Promise<OpenIdKeys> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  requireSecret(address)
  const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
  if (!response.ok) throw new Error(`the issuer answered ${response.status}`)
  const { issuer: named, jwks_uri } = z.parse(configuration, await response.json())
  // A document that speaks for another issuer (section 4.3) gives nobody's keys.
  if (named !== issuer) throw new Error('the issuer names another one')
  requireSecret(jwks_uri)
  return createRemoteJWKSet(new URL(jwks_uri), {
    timeoutDuration: timeoutMs,
    cooldownDuration: cooldownMs,
    cacheMaxAge: keepMs,
    [customFetch]: (url, options) => fetch(url, options),
  })
}

/** What comes by plain http from another machine could be anybody's. */
function requireSecret(address: string): void {
  if (!URL.canParse(address) || !(address.startsWith('https://') || isLocal(address)))
    throw new Error('an address that is not https')
}
