import { authorityFields, readAuthority } from '@latchkey/service-kit/authority/authoritySettings'
import { farcasterFields, readFarcaster } from '@latchkey/service-kit/settings/farcasterFields'
import { mailFields, readMailFields, url } from '@latchkey/service-kit/settings/fields'
import { type Environment, readEnvironment } from '@latchkey/service-kit/settings/readEnvironment'
import {
  requireCaps,
  requireOwnOrigin,
  requireSecure,
  requireSecureCalls,
} from '@latchkey/service-kit/settings/requireSafe'
import * as z from 'zod/mini'
import { readIdentityProviders } from './identity/readIdentityProviders.ts'
import type { CustodySettings } from './startCustody.ts'

const environment = z.object({
  ...authorityFields,
  ...mailFields,
  ...farcasterFields,
  /** The address at which this process reads the api's public keys, and nothing else. */
  API_KEYS_URL: url,
})

/** Reads the settings of custody's process. Throws UnusableSettings, also for what is unsafe outside a developer's machine. */
export function readCustodyConfig(variables: Environment): CustodySettings {
  const values = readEnvironment(environment, variables)
  const { WALLET_ORIGIN, PUBLIC_URL } = values
  requireSecure({ PUBLIC_URL, WALLET_ORIGIN })
  requireOwnOrigin(PUBLIC_URL, { WALLET_ORIGIN })
  requireCaps(values)
  requireSecureCalls({ API_KEYS_URL: values.API_KEYS_URL })
  return {
    ...readAuthority(values),
    ...readMailFields(values),
    identityProviders: readIdentityProviders(variables),
    farcaster: readFarcaster(values),
    apiKeysUrl: values.API_KEYS_URL,
  }
}
