import { AppError } from '@latchkey/protocol/errors'
import type { ChainNamespace } from '../caip/caip2.ts'
import { defineNetwork } from './defineNetwork.ts'
import type { EvmNetwork, Network } from './network.ts'

type EvmId = {
  readonly id: number
  readonly chainNamespace?: 'eip155' | undefined
  readonly caipNetworkId?: string | undefined
}
/** `id`: the CAIP-2 reference. */
type OtherId = {
  readonly id: string
  readonly chainNamespace: Exclude<ChainNamespace, 'eip155'>
  readonly caipNetworkId: string
}

/**
 * A chain in the shape of viem's `Chain`: one of `viem/chains`, or one written by hand. A chain that isn't an EVM chain also has its
 * namespace and its CAIP-2 id. Other fields are ignored.
 */
export type ChainObject = (EvmId | OtherId) & {
  readonly name: string
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  /** Nodes that a browser may call, in order of preference. */
  readonly rpcUrls: { readonly default: { readonly http: readonly string[] } }
  readonly blockExplorers?: { readonly default: { readonly name: string; readonly url: string } } | undefined
  readonly testnet?: boolean | undefined
  /** `imageUrl`: its icon, an https URL. viem's chains have none. */
  readonly assets?: { readonly imageUrl?: string | undefined } | undefined
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** The first entry of viem's lists, which have named entries. */
const defaultOf = (value: unknown): unknown => (isObject(value) ? value.default : undefined)

/**
 * Parses an untrusted chain in viem's shape. Throws CHAIN_ID_INVALID for its ids, INVALID_PARAMS (`details.field`, with the names of
 * `ChainObject`) for the rest, also for one without a node.
 */
export function networkFromChain<chain extends EvmId>(chain: chain): EvmNetwork
export function networkFromChain(chain: unknown): Network
export function networkFromChain(chain: unknown): Network {
  if (!isObject(chain)) throw new AppError('CHAIN_ID_INVALID')
  const { id, chainNamespace = 'eip155', caipNetworkId, name, nativeCurrency, testnet, rpcUrls, blockExplorers } = chain
  if (caipNetworkId !== undefined && caipNetworkId !== `${chainNamespace}:${id}`) throw new AppError('CHAIN_ID_INVALID')
  const nodes = defaultOf(rpcUrls)
  const http = isObject(nodes) ? nodes.http : undefined
  if (!Array.isArray(http) || http.length === 0)
    throw new AppError('INVALID_PARAMS', { details: { field: 'rpcUrls.default.http' } })
  const explorer = defaultOf(blockExplorers)
  const imageUrl = isObject(chain.assets) ? chain.assets.imageUrl : undefined
  // `defineNetwork` parses the values, whatever they are.
  return defineNetwork({
    id,
    chainNamespace,
    name,
    nativeCurrency,
    testnet: testnet === true,
    rpcUrls: http,
    ...(explorer !== undefined && { blockExplorer: explorer }),
    // Other kits pass an empty string for a chain without an icon.
    ...(imageUrl !== undefined && imageUrl !== '' && { assets: { imageUrl } }),
  } as never)
}
