import { isOidcProvider, type OidcProvider, type WindowProvider } from '@latchkey/protocol/loginProviders'

/** The only application that each local provider knows: our api. */
export const localClientId = 'latchkey-local'

/** Returns the client's secret. Apple's client has a key instead. */
export const localSecretOf = (provider: Exclude<WindowProvider, 'apple'>): string => `local-secret-of-${provider}`

/** The team and key that sign Apple's client secrets. */
export const localAppleTeam = { teamId: 'LOCALTEAM1', keyId: 'LOCALKEY01' } as const

/** Returns the only URL to which a provider may send users back. */
export const redirectUriOf = (apiUrl: string, provider: WindowProvider): string =>
  `${apiUrl}/account/v1/social/callback/${provider}`

/** Returns a local provider's URL: its own origin, or its path on the origin that the OAuth 2.0 providers share. */
export const providerUrl = (
  urls: Readonly<Record<OidcProvider | 'oauth', string>>,
  provider: WindowProvider,
): string => (isOidcProvider(provider) ? urls[provider] : `${urls.oauth}/${provider}`)
