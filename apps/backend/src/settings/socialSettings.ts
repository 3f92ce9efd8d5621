import { readFileSync } from 'node:fs'
import { type SocialProvider, socialProvider } from '@latchkey/api-client'
import type { IdentityProvider, IdentityProviders } from '../social/identity.ts'
import { type ProviderEndpoints, type ProviderRow, providers } from '../social/providers.ts'
import { requireSecure } from './authoritySettings.ts'
import { type Environment, UnusableSettings } from './readEnvironment.ts'

/** What the client proves itself with: a secret, or at Apple the key that signs one. */
export type ClientSecret = { clientSecret: string } | { teamId: string; keyId: string; privateKeyPem: string }
export type OidcSettings = IdentityProvider & ClientSecret
export type OauthSettings = IdentityProvider & ProviderEndpoints & { clientSecret: string }

/** The providers that are set up, as the api knows them. */
export type SocialSettings = {
  readonly [provider in SocialProvider]?: (typeof providers)[provider]['protocol'] extends 'oidc'
    ? OidcSettings
    : OauthSettings
}

/** Without secrets and endpoints: what custody is told. */
export const identityProvidersOf = (settings: SocialSettings): IdentityProviders =>
  Object.fromEntries(
    Object.entries(settings).map(([provider, { clientId, issuer }]) => [provider, { clientId, issuer }]),
  )

const secretNames = ['CLIENT_SECRET', 'TEAM_ID', 'KEY_ID', 'PRIVATE_KEY', 'PRIVATE_KEY_FILE'] as const
const endpointNames = {
  authorizeUrl: 'AUTHORIZE_URL',
  tokenUrl: 'TOKEN_URL',
  profileUrl: 'PROFILE_URL',
  emailsUrl: 'EMAILS_URL',
} as const satisfies Record<keyof ProviderEndpoints, string>

/**
 * `SOCIAL_<PROVIDER>_…` for the api; a provider is on when its client id is set. Throws UnusableSettings for what is missing, has no
 * meaning for that provider, or leads outside this machine without https.
 */
export function readSocial(variables: Environment): SocialSettings {
  refuseUnknown(variables)
  return Object.fromEntries(
    socialProvider.options.flatMap((provider) => {
      const identity = readIdentity(provider, variables)
      return identity === null ? [] : [[provider, { ...identity, ...readApiPart(provider, variables) }]]
    }),
  )
}

/** As `readSocial`, for custody, which has no use for secrets. Throws UnusableSettings when it is given one. */
export function readIdentityProviders(variables: Environment): IdentityProviders {
  refuseUnknown(variables)
  const secrets = Object.keys(given(variables)).filter((name) => secretNames.some((end) => name.endsWith(`_${end}`)))
  if (secrets.length > 0)
    throw new UnusableSettings(secrets.map((name) => `${name}: custody must not have it, the api alone proves itself`))
  return Object.fromEntries(
    socialProvider.options.flatMap((provider) => {
      const identity = readIdentity(provider, variables)
      return identity === null ? [] : [[provider, identity]]
    }),
  )
}

const nameOf = (provider: SocialProvider, end: string): string => `SOCIAL_${provider.toUpperCase()}_${end}`

/** An empty one counts as none: compose files give what is not set so. */
const given = (variables: Environment): Record<string, string> =>
  Object.fromEntries(
    Object.entries(variables).filter(
      (entry): entry is [string, string] => entry[0].startsWith('SOCIAL_') && entry[1] !== undefined && entry[1] !== '',
    ),
  )

/** A name that is nearly right would leave a provider off, or at its public address, without a word. */
function refuseUnknown(variables: Environment): void {
  const known = new Set(
    socialProvider.options.flatMap((provider) => {
      const secrets = provider === 'apple' ? secretNames.slice(1) : secretNames.slice(0, 1)
      const endpoints = endpointsOf(provider).map(([field]) => endpointNames[field])
      return ['CLIENT_ID', 'ISSUER', ...secrets, ...endpoints].map((end) => nameOf(provider, end))
    }),
  )
  const unknown = Object.keys(given(variables)).filter((name) => !known.has(name))
  if (unknown.length > 0) throw new UnusableSettings(unknown.map((name) => `${name}: there is no such setting`))
}

const endpointsOf = (provider: SocialProvider): [keyof ProviderEndpoints, string][] => {
  const row: ProviderRow = providers[provider]
  return row.protocol === 'oidc' ? [] : (Object.entries(row.endpoints) as [keyof ProviderEndpoints, string][])
}

function readIdentity(provider: SocialProvider, variables: Environment): IdentityProvider | null {
  const values = given(variables)
  const clientId = values[nameOf(provider, 'CLIENT_ID')]
  if (clientId === undefined) {
    const alone = Object.keys(values).filter((name) => name.startsWith(nameOf(provider, '')))
    if (alone.length > 0)
      throw new UnusableSettings(alone.map((name) => `${name}: has no use without ${nameOf(provider, 'CLIENT_ID')}`))
    return null
  }
  const issuerName = nameOf(provider, 'ISSUER')
  const issuer = values[issuerName] ?? providers[provider].issuer
  requireUrls({ [issuerName]: issuer })
  return { clientId, issuer }
}

function readApiPart(provider: SocialProvider, variables: Environment): ClientSecret & Partial<ProviderEndpoints> {
  const values = given(variables)
  const addresses = endpointsOf(provider).map(([field, usual]) => {
    const name = nameOf(provider, endpointNames[field])
    return { name, field, address: values[name] ?? usual }
  })
  requireUrls(Object.fromEntries(addresses.map(({ name, address }) => [name, address])))
  return {
    ...(provider === 'apple'
      ? readAppleKey(values)
      : { clientSecret: need(values, nameOf(provider, 'CLIENT_SECRET')) }),
    ...Object.fromEntries(addresses.map(({ field, address }) => [field, address])),
  }
}

function readAppleKey(values: Record<string, string>): ClientSecret {
  const { SOCIAL_APPLE_PRIVATE_KEY: pem, SOCIAL_APPLE_PRIVATE_KEY_FILE: file } = values
  if ((pem === undefined) === (file === undefined))
    throw new UnusableSettings(['SOCIAL_APPLE_PRIVATE_KEY: needed, or SOCIAL_APPLE_PRIVATE_KEY_FILE in its place'])
  return {
    teamId: need(values, 'SOCIAL_APPLE_TEAM_ID'),
    keyId: need(values, 'SOCIAL_APPLE_KEY_ID'),
    // In one line of an environment file its ends of lines are written out.
    privateKeyPem: pem?.replaceAll('\\n', '\n') ?? readKeyFile(file as string),
  }
}

function readKeyFile(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new UnusableSettings(['SOCIAL_APPLE_PRIVATE_KEY_FILE: cannot be read'])
  }
}

function need(values: Record<string, string>, name: string): string {
  const value = values[name]
  if (value === undefined) throw new UnusableSettings([`${name}: is missing`])
  return value
}

function requireUrls(addresses: Record<string, string>): void {
  const bad = Object.entries(addresses).filter(([, address]) => !/^https?:\/\//.test(address) || !URL.canParse(address))
  if (bad.length > 0) throw new UnusableSettings(bad.map(([name]) => `${name}: must be an http address`))
  requireSecure(addresses)
}
