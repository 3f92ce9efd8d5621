import { isOidcProvider, type OidcProvider, type WindowProvider } from '@latchkey/protocol/loginProviders'

/** The one application that the local providers know, at each of them: our api. */
export const localClientId = 'latchkey-local'

/** Returns the client's secret. Apple's client has a key in its place. */
export const localSecretOf = (provider: Exclude<WindowProvider, 'apple'>): string => `local-secret-of-${provider}`

/** Who signs the client secrets that Apple takes, and with which key. */
export const localAppleTeam = { teamId: 'LOCALTEAM1', keyId: 'LOCALKEY01' } as const

/** Where a provider may send people back to, and nowhere else. */
export const redirectUriOf = (apiUrl: string, provider: WindowProvider): string =>
  `${apiUrl}/account/v1/social/callback/${provider}`

/** Returns where a local provider is: the origin of its own, or its path on the one that the providers of OAuth 2.0 share. */
export const providerUrl = (
  urls: Readonly<Record<OidcProvider | 'oauth', string>>,
  provider: WindowProvider,
): string => (isOidcProvider(provider) ? urls[provider] : `${urls.oauth}/${provider}`)
