/** The providers that the local stack plays. */
export const localProviders = ['google', 'apple', 'github', 'facebook', 'x', 'discord'] as const
export type LocalProvider = (typeof localProviders)[number]

/** The one application that the local providers know, at each of them: our api. */
export const localClientId = 'latchkey-local'

/** Apple's client has a key in place of a secret. */
export const localSecretOf = (provider: Exclude<LocalProvider, 'apple'>): string => `local-secret-of-${provider}`

/** Who signs the client secrets that Apple takes, and with which key. */
export const localAppleTeam = { teamId: 'LOCALTEAM1', keyId: 'LOCALKEY01' } as const

/** Where a provider may send people back to, and nowhere else. */
export const redirectUriOf = (apiUrl: string, provider: LocalProvider): string =>
  `${apiUrl}/account/v1/social/callback/${provider}`
