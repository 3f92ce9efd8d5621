import { readFileSync } from 'node:fs'
import { type SocialProvider, socialProvider } from '@latchkey/api-client'
import type { IdentityProvider, IdentityProviders } from '@latchkey/service-kit/loginProviders/identity'
import type { ProviderEndpoints, providers } from '@latchkey/service-kit/loginProviders/providers'
import {
  endpointNames,
  endpointsOf,
  providerVariables,
  readIdentityProvider,
  refuseUnknownVariables,
  requireUrls,
  variableOf,
} from '@latchkey/service-kit/loginProviders/providerVariables'
import { type Environment, UnusableSettings } from '@latchkey/service-kit/settings/readEnvironment'

/** The client's credential: a secret, or for Apple the key that signs one. */
type ClientSecret = { clientSecret: string } | { teamId: string; keyId: string; privateKeyPem: string }
export type OidcSettings = IdentityProvider & ClientSecret
export type OauthSettings = IdentityProvider & ProviderEndpoints & { clientSecret: string }

/** The configured providers, as the api knows them. */
export type SocialSettings = {
  readonly [provider in SocialProvider]?: (typeof providers)[provider]['protocol'] extends 'oidc'
    ? OidcSettings
    : OauthSettings
}

/** Returns the providers without secrets and endpoints, for custody. */
export const identityProvidersOf = (settings: SocialSettings): IdentityProviders =>
  Object.fromEntries(
    Object.entries(settings).map(([provider, { clientId, issuer }]) => [provider, { clientId, issuer }]),
  )

/**
 * Reads `SOCIAL_<PROVIDER>_…` for the api; a provider is on when its client id is set. Throws UnusableSettings for settings that are
 * missing, don't apply to that provider, or lead outside this machine without https.
 */
export function readSocial(variables: Environment): SocialSettings {
  refuseUnknownVariables(variables)
  return Object.fromEntries(
    socialProvider.options.flatMap((provider) => {
      const identity = readIdentityProvider(provider, variables)
      return identity === null ? [] : [[provider, { ...identity, ...readApiPart(provider, variables) }]]
    }),
  )
}

function readApiPart(provider: SocialProvider, variables: Environment): ClientSecret & Partial<ProviderEndpoints> {
  const values = providerVariables(variables)
  const addresses = endpointsOf(provider).map(([field, usual]) => {
    const name = variableOf(provider, endpointNames[field])
    return { name, field, address: values[name] ?? usual }
  })
  requireUrls(Object.fromEntries(addresses.map(({ name, address }) => [name, address])))
  return {
    ...(provider === 'apple'
      ? readAppleKey(values)
      : { clientSecret: need(values, variableOf(provider, 'CLIENT_SECRET')) }),
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
    // In one line of an environment file, line breaks are escaped.
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
