import { socialProvider } from '@latchkey/api-client'
import type { IdentityProviders } from '@latchkey/service-kit/loginProviders/identity'
import {
  providerVariables,
  readIdentityProvider,
  refuseUnknownVariables,
  secretNames,
} from '@latchkey/service-kit/loginProviders/providerVariables'
import { type Environment, UnusableSettings } from '@latchkey/service-kit/settings/readEnvironment'

/** Reads `SOCIAL_<PROVIDER>_CLIENT_ID` and `_ISSUER`. Custody has no use for secrets: throws UnusableSettings when it is given one. */
export function readIdentityProviders(variables: Environment): IdentityProviders {
  refuseUnknownVariables(variables)
  const secrets = Object.keys(providerVariables(variables)).filter((name) =>
    secretNames.some((end) => name.endsWith(`_${end}`)),
  )
  if (secrets.length > 0)
    throw new UnusableSettings(secrets.map((name) => `${name}: custody must not have it, the api alone proves itself`))
  return Object.fromEntries(
    socialProvider.options.flatMap((provider) => {
      const identity = readIdentityProvider(provider, variables)
      return identity === null ? [] : [[provider, identity]]
    }),
  )
}
