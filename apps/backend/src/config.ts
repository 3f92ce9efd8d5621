import { isEvmAddress, networks } from '@latchkey/chains'
import type { Address } from 'viem'
import * as z from 'zod/mini'
import type { DirectorySettings } from './api/directory/openDirectory.ts'
import type { PriceSettings } from './api/prices/openPriceSource.ts'
import type { BackendSettings } from './startBackend.ts'

const url = z
  .string()
  .check(z.regex(/^https?:\/\/[^/\s]+$/, { error: 'must be scheme, host and port without a slash at the end' }))
const port = z.pipe(z.coerce.number(), z.number().check(z.int(), z.minimum(1), z.maximum(65_535)))
const flag = z.enum(['true', 'false'])
const text = z.string().check(z.minLength(1))
const address = (schemes: RegExp, error: string) => z.string().check(z.regex(schemes, { error }))

/** Every setting there is, by the name of its environment variable. */
const environment = z.object({
  API_PORT: z._default(port, 3002),
  CUSTODY_PORT: z._default(port, 3012),
  /** Addresses to listen on, with commas; without it the loopback ones. */
  HOSTS: z.optional(text),
  API_URL: url,
  CUSTODY_URL: url,
  WALLET_ORIGIN: url,
  VAULT_ORIGIN: url,
  /** postgres://… ; without it the embedded database in DATA_FOLDER is used. */
  DATABASE_URL: z.optional(address(/^postgres(?:ql)?:\/\//, 'must start with postgres://')),
  DATA_FOLDER: z._default(text, '.latchkey/database'),
  KEY_RING_FOLDER: text,
  PROJECTS_FILE: text,
  SMTP_URL: address(/^smtps?:\/\//, 'must start with smtp:// or smtps://'),
  MAIL_FROM: text,
  /** JSON object from CAIP-2 to a list of node addresses; they replace the registry's public ones. */
  NODES: z._default(z.string(), '{}'),
  /** JSON object from CAIP-2 to `{ factory, wrappedNative, stable }`: where prices are read. */
  EXCHANGES: z._default(z.string(), '{}'),
  /** A server of the same contract, and our project there: asked for prices instead of the exchanges. */
  UPSTREAM_API_URL: z.optional(url),
  UPSTREAM_PROJECT_ID: z.optional(text),
  /** JSON `{ add?, hide? }`: wallets that this operator adds to the directory, and ids that it does not show. */
  DIRECTORY_FILE: z.optional(text),
  /** A directory of the same contract, and our project there: asked for wallets instead of our own. */
  DIRECTORY_URL: z.optional(url),
  DIRECTORY_PROJECT_ID: z.optional(text),
  /** false turns the caps on code mails off. */
  EMAIL_LIMITS: z._default(flag, 'true'),
  TRUST_PROXY: z._default(flag, 'false'),
})

const nodeLists = z.record(z.string(), z.array(z.string()))
const contract = z.custom<Address>(isEvmAddress)
const exchangeList = z.record(
  z.string(),
  z.strictObject({ factory: contract, wrappedNative: contract, stable: contract }),
)
const emailLimits = { perEmailHour: 5, perEmailDay: 10, perAddressHour: 30 }

/** The public nodes of the registry. */
const publicNodes = (): Record<string, readonly string[]> =>
  Object.fromEntries(
    networks.filter((network) => network.rpcUrls.length > 0).map((network) => [network.caipNetworkId, network.rpcUrls]),
  )

/** Reads the environment once. Throws an Error that names each variable that is missing or wrong. */
export function readConfig(variables: Readonly<Record<string, string | undefined>>): BackendSettings {
  const parsed = z.safeParse(environment, variables)
  if (!parsed.success) {
    const lines = parsed.error.issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`)
    throw new Error(`The backend cannot start with these settings:\n${lines.join('\n')}`)
  }
  const values = parsed.data
  return {
    ...(values.HOSTS === undefined ? {} : { hosts: values.HOSTS.split(',') }),
    apiPort: values.API_PORT,
    custodyPort: values.CUSTODY_PORT,
    apiUrl: values.API_URL,
    custodyUrl: values.CUSTODY_URL,
    walletOrigin: values.WALLET_ORIGIN,
    vaultOrigin: values.VAULT_ORIGIN,
    database: values.DATABASE_URL === undefined ? { folder: values.DATA_FOLDER } : { url: values.DATABASE_URL },
    keyRingFolder: values.KEY_RING_FOLDER,
    projectsFile: values.PROJECTS_FILE,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    nodes: { ...publicNodes(), ...readNodes(values.NODES) },
    prices: readPrices(values),
    directory: readDirectory(values),
    emailLimits: values.EMAIL_LIMITS === 'true' ? emailLimits : null,
    trustProxy: values.TRUST_PROXY === 'true',
  }
}

function readNodes(text: string): z.output<typeof nodeLists> {
  try {
    return z.parse(nodeLists, JSON.parse(text))
  } catch (cause) {
    throw new Error('NODES must be a JSON object from CAIP-2 ids to lists of node addresses', { cause })
  }
}

function readDirectory({
  DIRECTORY_FILE: file,
  DIRECTORY_URL: upstreamUrl,
  DIRECTORY_PROJECT_ID: upstreamProjectId,
}: z.output<typeof environment>): DirectorySettings {
  if (upstreamUrl === undefined && upstreamProjectId === undefined) return file === undefined ? {} : { file }
  if (upstreamUrl === undefined || upstreamProjectId === undefined)
    throw new Error('DIRECTORY_URL and DIRECTORY_PROJECT_ID belong together')
  if (file !== undefined) throw new Error('DIRECTORY_FILE adds to our own directory: it has no use with DIRECTORY_URL')
  return { upstreamUrl, upstreamProjectId }
}

function readPrices({
  EXCHANGES,
  UPSTREAM_API_URL: upstreamUrl,
  UPSTREAM_PROJECT_ID: upstreamProjectId,
}: z.output<typeof environment>): PriceSettings {
  if (upstreamUrl !== undefined && upstreamProjectId !== undefined) return { upstreamUrl, upstreamProjectId }
  if (upstreamUrl !== undefined || upstreamProjectId !== undefined) {
    throw new Error('UPSTREAM_API_URL and UPSTREAM_PROJECT_ID belong together')
  }
  try {
    return { exchanges: z.parse(exchangeList, JSON.parse(EXCHANGES)) }
  } catch (cause) {
    throw new Error('EXCHANGES must be a JSON object from CAIP-2 ids to { factory, wrappedNative, stable }', { cause })
  }
}
