import { authorityFields, readAuthority } from '@latchkey/service-kit/authority/authoritySettings'
import { farcasterFields, readFarcaster } from '@latchkey/service-kit/settings/farcasterFields'
import { mailFields, readMailFields, url } from '@latchkey/service-kit/settings/fields'
import { type Environment, readEnvironment } from '@latchkey/service-kit/settings/readEnvironment'
import {
  isLocal,
  requireApart,
  requireCaps,
  requireOwnOrigin,
  requireSecure,
  requireSecureCalls,
} from '@latchkey/service-kit/settings/requireSafe'
import * as z from 'zod/mini'
import { buyFields, readBuyFields } from './buy/buySettings.ts'
import { readSwapFields, swapFields } from './convert/swapSettings.ts'
import { projectListFields, readProjectListFields } from './projectList/projectListFields.ts'
import { chainFields, readChainFields } from './settings/chainFields.ts'
import { requireSecureChains } from './settings/requireSecureChains.ts'
import { readSmartAccounts, smartAccountFields } from './settings/smartAccountFields.ts'
import { readSocial } from './social/socialSettings.ts'
import type { ApiSettings } from './startApi.ts'
import { readTelemetryFields, telemetryFields } from './telemetry/telemetrySettings.ts'

const environment = z.object({
  ...authorityFields,
  ...chainFields,
  ...farcasterFields,
  ...smartAccountFields,
  ...projectListFields,
  ...mailFields,
  ...buyFields,
  ...swapFields,
  ...telemetryFields,
  VAULT_ORIGIN: url,
  /** The address at which this process reads custody's public keys, and nothing else. */
  CUSTODY_KEYS_URL: url,
})

/** Reads the settings of the api's process. Throws UnusableSettings, also for what is unsafe outside a developer's machine. */
export function readApiConfig(variables: Environment): ApiSettings {
  const values = readEnvironment(environment, variables)
  const { WALLET_ORIGIN, VAULT_ORIGIN, PUBLIC_URL } = values
  requireCaps(values)
  requireSecure({ PUBLIC_URL, WALLET_ORIGIN, VAULT_ORIGIN })
  requireOwnOrigin(PUBLIC_URL, { WALLET_ORIGIN, VAULT_ORIGIN })
  requireApart(values)
  requireSecureCalls({ CUSTODY_KEYS_URL: values.CUSTODY_KEYS_URL })
  const chains = readChainFields(values)
  const smartAccounts = readSmartAccounts(values, chains.nodes)
  if (!isLocal(WALLET_ORIGIN)) requireSecureChains(chains, smartAccounts)
  return {
    ...readAuthority(values),
    ...chains,
    ...smartAccounts,
    ...readMailFields(values),
    ...readProjectListFields(values),
    ...readBuyFields(values),
    ...readSwapFields(values, chains),
    ...readTelemetryFields(values),
    social: readSocial(variables),
    farcaster: readFarcaster(values),
    vaultOrigin: VAULT_ORIGIN,
    custodyKeysUrl: values.CUSTODY_KEYS_URL,
  }
}
