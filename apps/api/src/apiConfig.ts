import {
  authorityFields,
  readAuthority,
  requireCaps,
  requireOwnOrigin,
  requireSecure,
} from '@latchkey/service-kit/settings/authoritySettings'
import { farcasterFields, readFarcaster } from '@latchkey/service-kit/settings/farcasterFields'
import { mailFields, readMailFields, url } from '@latchkey/service-kit/settings/fields'
import { type Environment, readEnvironment, UnusableSettings } from '@latchkey/service-kit/settings/readEnvironment'
import * as z from 'zod/mini'
import { projectListFields, readProjectListFields } from './projectList/projectListFields.ts'
import { chainFields, readChainFields } from './settings/chainFields.ts'
import { readSmartAccounts, smartAccountFields } from './settings/smartAccountFields.ts'
import { readSocial } from './social/socialSettings.ts'
import type { ApiSettings } from './startApi.ts'

const environment = z.object({
  ...authorityFields,
  ...chainFields,
  ...farcasterFields,
  ...smartAccountFields,
  ...projectListFields,
  ...mailFields,
  VAULT_ORIGIN: url,
  /** Where this process reaches custody, to read its public keys and nothing else. */
  CUSTODY_KEYS_URL: url,
})

/** The settings of the api's own process. Throws UnusableSettings, also for what is unsafe outside one's own machine. */
export function readApiConfig(variables: Environment): ApiSettings {
  const values = readEnvironment(environment, variables)
  const { WALLET_ORIGIN, VAULT_ORIGIN, PUBLIC_URL } = values
  requireCaps(values)
  requireSecure({ PUBLIC_URL, WALLET_ORIGIN, VAULT_ORIGIN })
  requireOwnOrigin(PUBLIC_URL, { WALLET_ORIGIN, VAULT_ORIGIN })
  if (WALLET_ORIGIN === VAULT_ORIGIN)
    throw new UnusableSettings([
      'VAULT_ORIGIN: must be another origin than WALLET_ORIGIN, which may not read its storage',
    ])
  const chains = readChainFields(values)
  return {
    ...readAuthority(values),
    ...chains,
    ...readSmartAccounts(values, chains.nodes),
    ...readMailFields(values),
    ...readProjectListFields(values),
    social: readSocial(variables),
    farcaster: readFarcaster(values),
    vaultOrigin: VAULT_ORIGIN,
    custodyKeysUrl: values.CUSTODY_KEYS_URL,
  }
}
