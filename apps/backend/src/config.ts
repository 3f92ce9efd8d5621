import * as z from 'zod/mini'
import { chainFields, readChainFields } from './settings/chainFields.ts'
import {
  commonFields,
  custodyFields,
  port,
  postgresUrl,
  readCommon,
  readCustodyFields,
  text,
  url,
} from './settings/fields.ts'
import { type Environment, readEnvironment } from './settings/readEnvironment.ts'
import type { BackendSettings } from './startBackend.ts'

/** Every setting of the combined process, by the name of its environment variable. */
const environment = z.object({
  ...commonFields,
  ...custodyFields,
  ...chainFields,
  API_PORT: z._default(port, 3002),
  CUSTODY_PORT: z._default(port, 3012),
  API_URL: url,
  CUSTODY_URL: url,
  VAULT_ORIGIN: url,
  /** postgres://… ; without it the embedded database in DATA_FOLDER is used. */
  DATABASE_URL: z.optional(postgresUrl),
  DATA_FOLDER: z._default(text, '.latchkey/database'),
  KEY_RING_FOLDER: text,
})

/** The settings of the combined process. Throws an Error that names each variable that is missing or wrong. */
export function readConfig(variables: Environment): BackendSettings {
  const values = readEnvironment(environment, variables)
  return {
    ...readCommon(values),
    ...readCustodyFields(values),
    ...readChainFields(values),
    apiPort: values.API_PORT,
    custodyPort: values.CUSTODY_PORT,
    apiUrl: values.API_URL,
    custodyUrl: values.CUSTODY_URL,
    vaultOrigin: values.VAULT_ORIGIN,
    database: values.DATABASE_URL === undefined ? { folder: values.DATA_FOLDER } : { url: values.DATABASE_URL },
    keyRingFolder: values.KEY_RING_FOLDER,
  }
}
