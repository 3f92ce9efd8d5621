import { type EvmNetwork, findNetwork, isEvmAddress, networkFromChain, publicNodes } from '@latchkey/chains'
import { AppError, isAppError } from '@latchkey/protocol/errors'
import { evmChain, redisUrl, text, url } from '@latchkey/service-kit/settings/fields'
import { UnusableSettings } from '@latchkey/service-kit/settings/readEnvironment'
import type { Address } from 'viem'
import * as z from 'zod/mini'
import { type ListedToken, readTokenListFile } from '../balances/tokenList.ts'
import type { DirectorySettings } from '../directory/openDirectory.ts'
import type { IndexSettings } from '../indexer/startIndexer.ts'
import { type EnsSettings, mainnetEns, type NameGatewaySettings } from '../nameZone/ensSettings.ts'
import { isNormalName } from '../nameZone/isNormalName.ts'
import type { NameZone } from '../nameZone/zoneRules.ts'
import type { PriceSettings } from '../prices/openPriceSource.ts'
import { readPrivateKey } from './readPrivateKey.ts'

/** The most networks in NETWORKS. */
const maxNetworks = 50

/** The api's sources for chains, prices and wallets. */
export const chainFields = {
  /**
   * JSON list of EVM networks that the registry doesn't have, each in the form of viem's `Chain`: the embedded wallet signs on them. Their
   * nodes are those of `rpcUrls.default.http`, unless NODES has others.
   */
  NETWORKS: z._default(z.string(), '[]'),
  /** JSON object from CAIP-2 to a list of node addresses; they replace the registry's public ones. */
  NODES: z._default(z.string(), '{}'),
  /** JSON object from the CAIP-2 ids of Bitcoin networks to base URLs of Esplora-compatible servers. */
  ESPLORA: z._default(z.string(), '{}'),
  /**
   * JSON list of `{ chainId, address, name, symbol, decimals, logoUri?, eip2612? }`: the tokens whose balances are read for every account.
   */
  TOKEN_LIST_FILE: z.optional(text),
  /**
   * JSON object from CAIP-2 to `{ factory, wrappedNative, stable, router?, permitRouter?, name? }`: sources of prices, and with `router` of
   * swaps.
   */
  EXCHANGES: z._default(z.string(), '{}'),
  /**
   * JSON object from CAIP-2 to `{ from? }`: chains that we index ourselves, for accounts' histories, from that block on (default 0). Solana
   * has no `from`.
   */
  INDEX: z._default(z.string(), '{}'),
  /** The most accounts of each chain in INDEX to follow: beyond them the least recently requested are forgotten. */
  INDEX_ACCOUNTS: z._default(z.string().check(z.regex(/^[1-9]\d{0,6}$/)), '20000'),
  /** JSON `{ chainId, universalResolver, ipfsGateway? }`: where names are looked up. Default: ENS on Ethereum. */
  ENS: z.optional(text),
  /**
   * JSON `{ parent, legacyParent?, reserved? }`: names that accounts can register with this operator, below the operator's own ENS name.
   */
  NAME_ZONE: z.optional(text),
  /** JSON `{ chainId, resolver }`: the contract by which other wallets resolve the names of NAME_ZONE. */
  NAME_GATEWAY: z.optional(text),
  /** Secret: 32 bytes in hexadecimal, the key by which the resolver of NAME_GATEWAY verifies our answers. */
  NAME_GATEWAY_KEY: z.optional(text),
  /** A server of the same contract, and our project there: used for prices instead of the exchanges, and for histories without INDEX. */
  UPSTREAM_API_URL: z.optional(url),
  UPSTREAM_PROJECT_ID: z.optional(text),
  /** JSON `{ add?, hide? }`: wallets that this operator adds to the directory, and ids to hide. */
  DIRECTORY_FILE: z.optional(text),
  /** A directory of the same contract, and our project there: used instead of our own wallets. */
  DIRECTORY_URL: z.optional(url),
  DIRECTORY_PROJECT_ID: z.optional(text),
  /** redis://… : a cache of chain data for all processes. Default: each keeps its own. */
  CACHE_URL: z.optional(redisUrl),
} as const

type Values = z.output<z.ZodMiniObject<typeof chainFields>>
export type ChainSettings = {
  /** Networks that the registry doesn't have. Default: none. */
  networks?: readonly EvmNetwork[]
  /** Node addresses by CAIP-2. */
  nodes: Readonly<Record<string, readonly string[]>>
  /** Base URLs of Esplora-compatible servers, by CAIP-2. Default: none, so no Bitcoin balances. */
  esplora?: Readonly<Record<string, string>>
  /** Tokens whose balances are read for every account. Default: none. */
  tokenList?: readonly ListedToken[]
  /** The source of prices. */
  prices: PriceSettings
  /** Chains that we index ourselves. Default: none. */
  index?: IndexSettings
  /** The most accounts of each of them to follow. Default 20,000. */
  indexAccounts?: number
  /** Where names are looked up. Default: ENS on Ethereum. */
  ens?: EnsSettings
  /** The source of wallets. Default: the bundled ones. */
  directory?: DirectorySettings
  /** The shared cache of all api processes. Default: each keeps its own. */
  cacheUrl?: string
}

export const readChainFields = (values: Values): ChainSettings => {
  const networks = readNetworks(values.NETWORKS)
  const ownNodes = Object.fromEntries(networks.map(({ caipNetworkId, rpcUrls = [] }) => [caipNetworkId, rpcUrls]))
  const nodes = { ...publicNodes, ...ownNodes, ...readNodes(values.NODES) }
  return {
    networks,
    nodes,
    esplora: readEsplora(values.ESPLORA),
    ...(values.TOKEN_LIST_FILE === undefined ? {} : { tokenList: readTokenListFile(values.TOKEN_LIST_FILE) }),
    prices: readPrices(values),
    index: readIndex(values.INDEX, nodes),
    indexAccounts: Number(values.INDEX_ACCOUNTS),
    ...readNames(values, nodes),
    directory: readDirectory(values),
    ...(values.CACHE_URL === undefined ? {} : { cacheUrl: values.CACHE_URL }),
  }
}

const nodeLists = z.record(z.string(), z.array(z.string()))
const contract = z.custom<Address>(isEvmAddress)
const exchangeList = z.record(
  z.string(),
  z.strictObject({
    factory: contract,
    wrappedNative: contract,
    stable: contract,
    router: z.optional(contract),
    permitRouter: z.optional(contract),
    name: z.optional(z.string().check(z.minLength(1), z.maxLength(40))),
  }),
)

const chainList = z.array(z.unknown()).check(z.maxLength(maxNetworks))

function readNetworks(text: string): EvmNetwork[] {
  const networks = parseNetworks(text)
  const ids = networks.map(({ caipNetworkId }) => caipNetworkId)
  for (const [index, id] of ids.entries()) {
    const known = findNetwork(id)
    if (known !== undefined && known.retired !== true)
      throw new Error(`NETWORKS names ${id}, which Latchkey knows as ${known.name}: leave it out, NODES sets its nodes`)
    if (ids.indexOf(id) !== index) throw new Error(`NETWORKS names ${id} twice`)
  }
  return networks
}

function readEvmNetwork(chain: unknown): EvmNetwork {
  const network = networkFromChain(chain)
  if (network.chainNamespace !== 'eip155')
    throw new AppError('INVALID_PARAMS', { details: { field: 'chainNamespace' } })
  return network
}

function parseNetworks(text: string): EvmNetwork[] {
  try {
    return z.parse(chainList, JSON.parse(text)).map(readEvmNetwork)
  } catch (cause) {
    const field = isAppError(cause, 'INVALID_PARAMS') ? ` (wrong: ${cause.details?.field})` : ''
    throw new Error(
      `NETWORKS must be a JSON list of at most ${maxNetworks} chains as viem has them: { id, name, nativeCurrency, rpcUrls, blockExplorers?, testnet? }${field}`,
      { cause },
    )
  }
}

function readNodes(text: string): z.output<typeof nodeLists> {
  try {
    return z.parse(nodeLists, JSON.parse(text))
  } catch (cause) {
    throw new Error('NODES must be a JSON object from CAIP-2 ids to lists of node addresses', { cause })
  }
}

const bitcoinNetwork = z.string().check(z.regex(/^bip122:[0-9a-f]{32}$/))
const esploraServers = z.record(bitcoinNetwork, z.string().check(z.regex(/^https?:\/\/[^\s?#]+[^\s?#/]$/)))

function readEsplora(text: string): z.output<typeof esploraServers> {
  try {
    return z.parse(esploraServers, JSON.parse(text))
  } catch (cause) {
    throw new Error('ESPLORA must be a JSON object from CAIP-2 ids of Bitcoin to addresses that end without a slash', {
      cause,
    })
  }
}

const indexedChains = z.record(
  z.string().check(z.regex(/^(?:eip155|solana):/)),
  z.strictObject({ from: z._default(z.int().check(z.nonnegative()), 0) }),
)

function readIndex(text: string, nodes: ChainSettings['nodes']): IndexSettings {
  const index = parseIndex(text)
  for (const chainId of Object.keys(index))
    if ((nodes[chainId] ?? []).length === 0) throw new Error(`INDEX names ${chainId}, for which NODES has no address`)
  return index
}

function parseIndex(text: string): IndexSettings {
  try {
    return z.parse(indexedChains, JSON.parse(text))
  } catch (cause) {
    throw new Error('INDEX must be a JSON object from CAIP-2 ids (eip155, solana) to { from? }', { cause })
  }
}

const ens = z.strictObject({
  chainId: z.string().check(z.regex(/^eip155:[1-9]\d*$/)),
  universalResolver: contract,
  ipfsGateway: z.optional(z.string().check(z.regex(/^https:\/\/[^\s?#]+[^\s?#/]$/))),
})

const zoneLabel = z.string().check(z.regex(/^[a-z0-9-]{1,63}$/))
const zoneParent = z.string().check(z.maxLength(190), z.regex(/^[^.]+\..+$/), z.refine(isNormalName))
const nameZone = z
  .strictObject({
    parent: zoneParent,
    legacyParent: z.optional(zoneParent),
    reserved: z.optional(z.array(zoneLabel).check(z.maxLength(10_000))),
  })
  .check(z.refine(({ parent, legacyParent }) => parent !== legacyParent))

/** Reads where names are looked up, and which ones this operator gives out. */
function readNames(values: Values, nodes: ChainSettings['nodes']): Pick<ChainSettings, 'ens'> {
  const { ENS, NAME_ZONE } = values
  const gateway = readGateway(values)
  if (ENS === undefined && NAME_ZONE === undefined) return {}
  const ens = ENS === undefined ? mainnetEns : readEns(ENS, nodes)
  return { ens: NAME_ZONE === undefined ? ens : { ...ens, zone: readZone(NAME_ZONE), ...(gateway && { gateway }) } }
}

const nameGateway = z.strictObject({ chainId: evmChain, resolver: contract })

function readGateway({ NAME_ZONE, NAME_GATEWAY: text, NAME_GATEWAY_KEY: key }: Values): NameGatewaySettings | null {
  if (text === undefined && key === undefined) return null
  if (text === undefined || key === undefined || NAME_ZONE === undefined)
    throw new UnusableSettings([
      'NAME_GATEWAY: needs NAME_GATEWAY_KEY and NAME_ZONE, and each of the two keys the other',
    ])
  try {
    return { ...z.parse(nameGateway, JSON.parse(text)), key: readPrivateKey('NAME_GATEWAY_KEY', key) }
  } catch (cause) {
    if (cause instanceof UnusableSettings) throw cause
    throw new UnusableSettings([
      'NAME_GATEWAY: must be a JSON object { chainId, resolver }, with a CAIP-2 id and an address',
    ])
  }
}

function readZone(text: string): NameZone {
  try {
    return z.parse(nameZone, JSON.parse(text))
  } catch (cause) {
    throw new Error(
      'NAME_ZONE must be a JSON object { parent, legacyParent?, reserved? }: names with a dot as ENSIP-15 writes them, not the same twice, and a list of labels',
      { cause },
    )
  }
}

function readEns(text: string, nodes: ChainSettings['nodes']): EnsSettings {
  const settings = parseEns(text)
  if ((nodes[settings.chainId] ?? []).length > 0) return settings
  throw new Error(`ENS names ${settings.chainId}, for which NODES has no address`)
}

function parseEns(text: string): EnsSettings {
  try {
    const { ipfsGateway, ...rest } = z.parse(ens, JSON.parse(text))
    return { ...rest, ...(ipfsGateway !== undefined && { ipfsGateway }) }
  } catch (cause) {
    throw new Error('ENS must be a JSON object { chainId, universalResolver, ipfsGateway? }', { cause })
  }
}

function readDirectory({
  DIRECTORY_FILE: file,
  DIRECTORY_URL: upstreamUrl,
  DIRECTORY_PROJECT_ID: upstreamProjectId,
}: Values): DirectorySettings {
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
}: Values): PriceSettings {
  if (upstreamUrl !== undefined && upstreamProjectId !== undefined) return { upstreamUrl, upstreamProjectId }
  if (upstreamUrl !== undefined || upstreamProjectId !== undefined) {
    throw new Error('UPSTREAM_API_URL and UPSTREAM_PROJECT_ID belong together')
  }
  try {
    return { exchanges: z.parse(exchangeList, JSON.parse(EXCHANGES)) }
  } catch (cause) {
    throw new Error(
      'EXCHANGES must be a JSON object from CAIP-2 ids to { factory, wrappedNative, stable, router?, permitRouter?, name? }',
      { cause },
    )
  }
}
