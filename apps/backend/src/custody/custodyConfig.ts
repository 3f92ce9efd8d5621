import * as z from 'zod/mini'
import { authorityFields, readAuthority, requireCaps, requireSecure } from '../settings/authoritySettings.ts'
import { farcasterFields, readFarcaster } from '../settings/farcasterFields.ts'
import { mailFields, readMailFields, url } from '../settings/fields.ts'
import { type Environment, readEnvironment } from '../settings/readEnvironment.ts'
import { readIdentityProviders } from '../settings/socialSettings.ts'
import type { CustodySettings } from './startCustody.ts'

const environment = z.object({
  ...authorityFields,
  ...mailFields,
  ...farcasterFields,
  /** Where this process reaches the api, to read its public keys and nothing else. */
  API_KEYS_URL: url,
})

/** The settings of custody's own process. Throws UnusableSettings, also for what is unsafe outside one's own machine. */
export function readCustodyConfig(variables: Environment): CustodySettings {
  const values = readEnvironment(environment, variables)
  const { WALLET_ORIGIN, PUBLIC_URL } = values
  requireSecure({ PUBLIC_URL, WALLET_ORIGIN })
  requireCaps(values)
  return {
    ...readAuthority(values),
    ...readMailFields(values),
    identityProviders: readIdentityProviders(variables),
    farcaster: readFarcaster(values),
    apiKeysUrl: values.API_KEYS_URL,
  }
}
