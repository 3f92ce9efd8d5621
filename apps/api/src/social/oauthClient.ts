import { type ProviderFetch, timeoutSeconds } from '@latchkey/service-kit/loginProviders/providerFetch'
import type { ProviderEndpoints, ProviderRow } from '@latchkey/service-kit/loginProviders/providers'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  Configuration,
  customFetch,
  fetchProtectedResource,
  skipStateCheck,
} from 'openid-client'
import { asCustomFetch } from './asCustomFetch.ts'
import type { ProviderClient } from './providerClient.ts'
import { toProviderFailure } from './providerFailure.ts'

export type OauthClientOptions = {
  row: Extract<ProviderRow, { protocol: 'oauth' }>
  issuer: string
  endpoints: ProviderEndpoints
  clientId: string
  clientAuthentication: ClientAuth
  redirectUri: string
  fetch: ProviderFetch
}

/** An OAuth 2.0 provider, which is queried for the token's owner. */
export function createOauthClient(options: OauthClientOptions): ProviderClient {
  const { row, issuer, endpoints, redirectUri } = options
  const configuration = configure(options)
  const read = async (accessToken: string, url: string): Promise<unknown> => {
    const headers = new Headers({ Accept: 'application/json' })
    const response = await fetchProtectedResource(configuration, accessToken, new URL(url), 'GET', null, headers)
    if (!response.ok) throw new TypeError(`The provider answers ${response.status}`)
    return response.json()
  }
  return {
    issuer,
    responseMode: 'query',
    namesIssuer: false,
    async authorizationUri({ state, codeChallenge, purpose }) {
      return buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: row.scope,
        state,
        code_challenge: codeChallenge,
        code_challenge_method: 'S256',
        ...(purpose === 'login' ? {} : row.fresh),
      }).href
    },
    async exchange({ code, codeVerifier }) {
      try {
        const callback = new URL(redirectUri)
        callback.searchParams.set('code', code)
        const { access_token } = await authorizationCodeGrant(configuration, callback, {
          pkceCodeVerifier: codeVerifier,
          // The state has been checked: it found the attempt.
          expectedState: skipStateCheck,
        })
        const [profile, emails] = await Promise.all([
          read(access_token, endpoints.profileUrl),
          endpoints.emailsUrl === undefined ? null : read(access_token, endpoints.emailsUrl),
        ])
        return { person: row.readPerson(profile, emails), idToken: null }
      } catch (error) {
        throw toProviderFailure(error)
      }
    },
  }
}

function configure({ row, issuer, endpoints, clientId, clientAuthentication, fetch }: OauthClientOptions) {
  const { authorizeUrl, tokenUrl } = endpoints
  const server = { issuer, authorization_endpoint: authorizeUrl, token_endpoint: tokenUrl }
  const configuration = new Configuration(server, clientId, {}, clientAuthentication)
  configuration.timeout = timeoutSeconds
  configuration[customFetch] = asCustomFetch(async (url, init) => {
    const response = await fetch(url, init)
    return url === tokenUrl ? sayErrors(response, row) : response
  })
  if (Object.values(endpoints).some((address) => !address.startsWith('https:'))) allowInsecureRequests(configuration)
  return configuration
}

/** Converts an error response to RFC 6749's form (section 5.2), whatever the provider's own. */
async function sayErrors(response: Response, row: OauthClientOptions['row']): Promise<Response> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  const error = row.readTokenError(body)
  return error === null ? response : Response.json({ error }, { status: 400 })
}
