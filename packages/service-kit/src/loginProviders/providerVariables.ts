import { type SocialProvider, socialProvider } from '@latchkey/api-client'
import { type Environment, UnusableSettings } from '../settings/readEnvironment.ts'
import { requireSecure } from '../settings/requireSafe.ts'
import type { IdentityProvider } from './identity.ts'
import { type ProviderEndpoints, type ProviderRow, providers } from './providers.ts'

/** Suffixes of the variables that hold secrets, which only the api reads. */
export const secretNames = ['CLIENT_SECRET', 'TEAM_ID', 'KEY_ID', 'PRIVATE_KEY', 'PRIVATE_KEY_FILE'] as const
/** Suffixes of the variables that hold endpoints. */
export const endpointNames = {
  authorizeUrl: 'AUTHORIZE_URL',
  tokenUrl: 'TOKEN_URL',
  profileUrl: 'PROFILE_URL',
  emailsUrl: 'EMAILS_URL',
} as const satisfies Record<keyof ProviderEndpoints, string>

/** Returns the name of a provider's variable: `SOCIAL_<PROVIDER>_<END>`. */
export const variableOf = (provider: SocialProvider, end: string): string => `SOCIAL_${provider.toUpperCase()}_${end}`

/** Returns the variables of login providers that are set. An empty one counts as unset: compose files pass those for missing values. */
export const providerVariables = (variables: Environment): Record<string, string> =>
  Object.fromEntries(
    Object.entries(variables).filter(
      (entry): entry is [string, string] => entry[0].startsWith('SOCIAL_') && entry[1] !== undefined && entry[1] !== '',
    ),
  )

/**
 * Throws UnusableSettings for an unknown `SOCIAL_` variable: a misspelled name would silently leave a provider off, or at its public
 * address.
 */
export function refuseUnknownVariables(variables: Environment): void {
  const known = new Set(
    socialProvider.options.flatMap((provider) => {
      const secrets = provider === 'apple' ? secretNames.slice(1) : secretNames.slice(0, 1)
      const endpoints = endpointsOf(provider).map(([field]) => endpointNames[field])
      return ['CLIENT_ID', 'ISSUER', ...secrets, ...endpoints].map((end) => variableOf(provider, end))
    }),
  )
  const unknown = Object.keys(providerVariables(variables)).filter((name) => !known.has(name))
  if (unknown.length > 0) throw new UnusableSettings(unknown.map((name) => `${name}: there is no such setting`))
}

/** Returns the default URL of each endpoint of a provider without discovery. */
export const endpointsOf = (provider: SocialProvider): [keyof ProviderEndpoints, string][] => {
  const row: ProviderRow = providers[provider]
  return row.protocol === 'oidc' ? [] : (Object.entries(row.endpoints) as [keyof ProviderEndpoints, string][])
}

/** Returns the client id and issuer of a provider, or null when it is off. Throws UnusableSettings. */
export function readIdentityProvider(provider: SocialProvider, variables: Environment): IdentityProvider | null {
  const values = providerVariables(variables)
  const clientId = values[variableOf(provider, 'CLIENT_ID')]
  if (clientId === undefined) {
    const alone = Object.keys(values).filter((name) => name.startsWith(variableOf(provider, '')))
    if (alone.length > 0)
      throw new UnusableSettings(
        alone.map((name) => `${name}: has no use without ${variableOf(provider, 'CLIENT_ID')}`),
      )
    return null
  }
  const issuerName = variableOf(provider, 'ISSUER')
  const issuer = values[issuerName] ?? providers[provider].issuer
  requireUrls({ [issuerName]: issuer })
  return { clientId, issuer }
}

/** Throws UnusableSettings for a value that is not an http address, or is plain http outside this machine. */
export function requireUrls(addresses: Record<string, string>): void {
  const bad = Object.entries(addresses).filter(([, address]) => !/^https?:\/\//.test(address) || !URL.canParse(address))
  if (bad.length > 0) throw new UnusableSettings(bad.map(([name]) => `${name}: must be an http address`))
  requireSecure(addresses)
}
