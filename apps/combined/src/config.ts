import {
  buyFields,
  chainFields,
  projectListFields,
  readBuyFields,
  readChainFields,
  readProjectListFields,
  readSmartAccounts,
  readSocial,
  readSwapFields,
  readTelemetryFields,
  requireSecureChains,
  smartAccountFields,
  swapFields,
  telemetryFields,
} from '@latchkey/api'
import type { DatabaseLocation } from '@latchkey/service-kit/db/openDatabase'
import { farcasterFields, readFarcaster } from '@latchkey/service-kit/settings/farcasterFields'
import {
  commonFields,
  mailFields,
  poolSize,
  port,
  postgresUrl,
  readCommon,
  readMailFields,
  text,
  url,
} from '@latchkey/service-kit/settings/fields'
import { type Environment, readEnvironment } from '@latchkey/service-kit/settings/readEnvironment'
import { isLocal, requireApart, requireCaps, requireSecure } from '@latchkey/service-kit/settings/requireSafe'
import * as z from 'zod/mini'
import type { BackendSettings } from './startBackend.ts'

/** Every setting of the combined process, by the name of its environment variable. */
const environment = z.object({
  ...commonFields,
  ...mailFields,
  ...chainFields,
  ...farcasterFields,
  ...smartAccountFields,
  ...projectListFields,
  ...buyFields,
  ...swapFields,
  ...telemetryFields,
  API_PORT: z._default(port, 3002),
  CUSTODY_PORT: z._default(port, 3012),
  API_URL: url,
  CUSTODY_URL: url,
  VAULT_ORIGIN: url,
  /** postgres://… ; default: the embedded database in DATA_FOLDER. */
  DATABASE_URL: z.optional(postgresUrl),
  /** The most connections to it; default 10. */
  DATABASE_POOL: z.optional(poolSize),
  DATA_FOLDER: z._default(text, '.latchkey/database'),
  KEY_RING_FOLDER: text,
  /** `always`: a device that is new to an account is approved by a mailed link, beside the code. */
  DEVICE_LINK: z._default(z.enum(['never', 'always']), 'never'),
})

/**
 * Reads the settings of the combined process. Throws an Error that names each variable that is missing, wrong, or unsafe outside a
 * developer's machine.
 */
export function readConfig(variables: Environment): BackendSettings {
  const values = readEnvironment(environment, variables)
  const { API_URL, CUSTODY_URL, WALLET_ORIGIN, VAULT_ORIGIN } = values
  requireSecure({ API_URL, CUSTODY_URL, WALLET_ORIGIN, VAULT_ORIGIN })
  requireApart(values)
  requireCaps(values)
  const chains = readChainFields(values)
  const smartAccounts = readSmartAccounts(values, chains.nodes)
  if (!isLocal(WALLET_ORIGIN)) requireSecureChains(chains, smartAccounts)
  return {
    ...readCommon(values),
    ...readMailFields(values),
    ...readProjectListFields(values),
    ...readBuyFields(values),
    ...readSwapFields(values, chains),
    ...readTelemetryFields(values),
    ...chains,
    ...smartAccounts,
    social: readSocial(variables),
    farcaster: readFarcaster(values),
    apiPort: values.API_PORT,
    custodyPort: values.CUSTODY_PORT,
    apiUrl: values.API_URL,
    custodyUrl: values.CUSTODY_URL,
    vaultOrigin: values.VAULT_ORIGIN,
    database: databaseOf(values),
    deviceLink: values.DEVICE_LINK,
    keyRingFolder: values.KEY_RING_FOLDER,
  }
}

const databaseOf = ({ DATABASE_URL, DATABASE_POOL, DATA_FOLDER }: z.output<typeof environment>): DatabaseLocation =>
  DATABASE_URL === undefined
    ? { folder: DATA_FOLDER }
    : { url: DATABASE_URL, ...(DATABASE_POOL === undefined ? {} : { poolSize: DATABASE_POOL }) }
