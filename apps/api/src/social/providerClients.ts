import { type SocialProvider, socialProvider } from '@latchkey/api-client'
import type { Clock } from '@latchkey/service-kit/clock'
import { createProviderFetch } from '@latchkey/service-kit/loginProviders/providerFetch'
import { type ProviderRow, providers } from '@latchkey/service-kit/loginProviders/providers'
import { type ClientAuth, ClientSecretPost } from 'openid-client'
import { appleClientSecret } from './appleClientSecret.ts'
import { createOauthClient } from './oauthClient.ts'
import { createOidcClient } from './oidcClient.ts'
import type { ProviderClient } from './providerClient.ts'
import type { OauthSettings, OidcSettings, SocialSettings } from './socialSettings.ts'

/** The configured ones. */
export type ProviderClients = Partial<Readonly<Record<SocialProvider, ProviderClient>>>

export type ProviderClientsOptions = {
  social: SocialSettings
  /** The api's own URL, as browsers see it. */
  publicUrl: string
  fetch: typeof globalThis.fetch
  clock: Clock
}

/** The path to which a provider sends the user back, below the api's own URL. */
export const callbackPath = '/account/v1/social/callback'

/** Throws when the key for Apple is invalid. */
export async function createProviderClients(options: ProviderClientsOptions): Promise<ProviderClients> {
  const made: [SocialProvider, ProviderClient][] = []
  for (const provider of socialProvider.options) {
    const settings = options.social[provider]
    if (settings !== undefined) made.push([provider, await createClient(provider, settings, options)])
  }
  return Object.fromEntries(made)
}

async function createClient(
  provider: SocialProvider,
  settings: OidcSettings | OauthSettings,
  { publicUrl, fetch, clock }: ProviderClientsOptions,
): Promise<ProviderClient> {
  const row: ProviderRow = providers[provider]
  const { clientId, issuer } = settings
  const shared = {
    issuer,
    clientId,
    clientAuthentication: await authenticate(row, settings, clock),
    redirectUri: `${publicUrl}${callbackPath}/${provider}`,
    fetch: createProviderFetch(fetch),
  }
  if (row.protocol === 'oidc') return createOidcClient({ ...shared, row, clock })
  return createOauthClient({ ...shared, row, endpoints: settings as OauthSettings })
}

async function authenticate(row: ProviderRow, settings: OidcSettings | OauthSettings, clock: Clock) {
  if (!('clientSecret' in settings)) return appleClientSecret(settings, clock)
  const { clientSecret } = settings
  return row.clientAuthentication === 'header' ? secretInHeader(clientSecret) : ClientSecretPost(clientSecret)
}

/** RFC 6749, section 2.3.1. openid-client's own escapes `-`, `_` and `.` too, which nothing demands and not every provider accepts. */
const secretInHeader =
  (clientSecret: string): ClientAuth =>
  (_server, { client_id: clientId }, _body, headers) => {
    const pair = [clientId, clientSecret].map((text) => new URLSearchParams({ '': text }).toString().slice(1)).join(':')
    headers.set('authorization', `Basic ${Buffer.from(pair).toString('base64')}`)
  }
