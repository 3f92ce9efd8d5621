import { AppError } from '@latchkey/protocol/errors'
import { type Clock, unixSeconds } from '@latchkey/service-kit/clock'
import { type ProviderFetch, timeoutSeconds } from '@latchkey/service-kit/loginProviders/providerFetch'
import type { ProviderRow } from '@latchkey/service-kit/loginProviders/providers'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  type Configuration,
  clockSkew,
  customFetch,
  discovery,
  skipStateCheck,
} from 'openid-client'
import { asCustomFetch } from './asCustomFetch.ts'
import type { ProviderClient } from './providerClient.ts'
import { toProviderFailure } from './providerFailure.ts'

export type OidcClientOptions = {
  row: Extract<ProviderRow, { protocol: 'oidc' }>
  issuer: string
  clientId: string
  clientAuthentication: ClientAuth
  redirectUri: string
  fetch: ProviderFetch
  clock: Clock
}

/** How long a provider's discovery document is cached. */
const discoveredMs = 3600_000
/** Allowed clock difference, in seconds. */
const skewSeconds = 60

/** A provider of OpenID Connect. */
export function createOidcClient(options: OidcClientOptions): ProviderClient {
  const { row, issuer, redirectUri } = options
  const configuration = keepDiscovered(options)
  return {
    issuer,
    responseMode: row.responseMode,
    namesIssuer: true,
    async authorizationUri({ state, nonce, codeChallenge, purpose }) {
      try {
        return buildAuthorizationUrl(await configuration(), {
          redirect_uri: redirectUri,
          scope: row.scope,
          state,
          nonce,
          code_challenge: codeChallenge,
          code_challenge_method: 'S256',
          ...(row.responseMode === 'form_post' ? { response_mode: 'form_post' } : {}),
          ...(purpose === 'login' ? {} : row.fresh),
        }).href
      } catch (error) {
        throw new AppError('PROVIDER_UNAVAILABLE', { cause: error })
      }
    },
    async exchange({ code, iss, user, codeVerifier, nonce, purpose, startedAt }) {
      try {
        const callback = new URL(redirectUri)
        callback.searchParams.set('code', code)
        if (iss !== null) callback.searchParams.set('iss', iss)
        const tokens = await authorizationCodeGrant(await configuration(), callback, {
          pkceCodeVerifier: codeVerifier,
          expectedNonce: nonce,
          // The state has been checked: it found the attempt.
          expectedState: skipStateCheck,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        const askedAnew = purpose !== 'login' && typeof claims?.auth_time === 'number'
        if (askedAnew && Number(claims.auth_time) < unixSeconds(startedAt) - skewSeconds)
          throw new AppError('SOCIAL_REFUSED')
        // Custody verifies its signature: here it came from the provider itself, over TLS (OpenID Connect Core, section 3.1.3.7, item 6).
        return { person: row.readPerson(claims, user), idToken: tokens.id_token ?? null }
      } catch (error) {
        throw toProviderFailure(error)
      }
    },
  }
}

/** Fetches the discovery document when it is needed, and caches it. */
function keepDiscovered({
  issuer,
  clientId,
  clientAuthentication,
  fetch,
  clock,
}: OidcClientOptions): () => Promise<Configuration> {
  let kept: { at: number; configuration: Promise<Configuration> } | null = null
  const discover = () =>
    discovery(
      new URL(issuer),
      clientId,
      { [clockSkew]: unixSeconds(clock.now()) - unixSeconds(new Date()) },
      clientAuthentication,
      {
        [customFetch]: asCustomFetch(fetch),
        timeout: timeoutSeconds,
        execute: issuer.startsWith('https:') ? [] : [allowInsecureRequests],
      },
    )
  return () => {
    const now = clock.now().getTime()
    if (kept !== null && now - kept.at < discoveredMs) return kept.configuration
    const asked = { at: now, configuration: discover() }
    kept = asked
    // The next call retries a failed fetch.
    asked.configuration.catch(() => {
      if (kept === asked) kept = null
    })
    return asked.configuration
  }
}
