import { AppError } from '@latchkey/protocol/errors'
import { defineNetwork } from './defineNetwork.ts'
import type { EvmNetwork } from './network.ts'

/** An EVM chain in the shape of viem's `Chain`: one of `viem/chains`, or one written by hand. Other fields are ignored. */
export type ChainObject = {
  readonly id: number
  readonly name: string
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  /** Nodes that a browser may ask, in order of preference. */
  readonly rpcUrls: { readonly default: { readonly http: readonly string[] } }
  readonly blockExplorers?: { readonly default: { readonly name: string; readonly url: string } } | undefined
  readonly testnet?: boolean | undefined
  /** `imageUrl`: its icon, by https. viem's chains have none. */
  readonly assets?: { readonly imageUrl?: string | undefined } | undefined
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** The first entry of viem's lists, which are named. */
const defaultOf = (value: unknown): unknown => (isObject(value) ? value.default : undefined)

/**
 * Parses a chain in viem's shape, which may be anything. Throws CHAIN_ID_INVALID for its id, INVALID_PARAMS
 * (`details.field`, in the words of `ChainObject`) for the rest, also for one without a node.
 */
export function networkFromChain(chain: unknown): EvmNetwork {
  if (!isObject(chain)) throw new AppError('CHAIN_ID_INVALID')
  const { id, name, nativeCurrency, testnet, rpcUrls, blockExplorers, assets } = chain
  const nodes = defaultOf(rpcUrls)
  const http = isObject(nodes) ? nodes.http : undefined
  if (!Array.isArray(http) || http.length === 0)
    throw new AppError('INVALID_PARAMS', { details: { field: 'rpcUrls.default.http' } })
  const explorer = defaultOf(blockExplorers)
  const imageUrl = isObject(assets) ? assets.imageUrl : undefined
  // Parsed whole there, whatever it is.
  return defineNetwork({
    id,
    chainNamespace: 'eip155',
    name,
    nativeCurrency,
    testnet: testnet === true,
    rpcUrls: http,
    ...(explorer !== undefined && { blockExplorer: explorer }),
    // Other kits leave it empty where a chain has no icon.
    ...(imageUrl !== undefined && imageUrl !== '' && { assets: { imageUrl } }),
  } as never) as EvmNetwork
}
