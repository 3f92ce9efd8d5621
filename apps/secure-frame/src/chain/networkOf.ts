import type { OwnNetwork } from '@latchkey/api-client'
import {
  type EvmNetwork,
  findNetwork,
  knownNetworks,
  type Network,
  normaliseChainId,
  type SolanaNetwork,
  unsupportedChain,
} from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'

/** A network on which the wallet has an account. */
export type ServedNetwork = EvmNetwork | SolanaNetwork

/** A document belongs to one deployment, so its networks are the same for all requests. */
let known = knownNetworks()

/** The service's data of a network that the registry doesn't have. */
const toNetwork = ({ id, blockExplorer, ...rest }: OwnNetwork): EvmNetwork => ({
  ...rest,
  ...(blockExplorer && { blockExplorer }),
  id,
  caipNetworkId: `eip155:${id}`,
  chainNamespace: 'eip155',
  feeModel: 'eip1559',
  assets: {},
})

/** The same, for another document of the wallet; null for a network that the registry has. */
export const toOwnNetwork = (network: ServedNetwork): OwnNetwork | null => {
  if (network.chainNamespace !== 'eip155' || findNetwork(network.caipNetworkId) === network) return null
  const { id, name, nativeCurrency, blockExplorer, testnet } = network
  return { id, name, nativeCurrency, testnet, ...(blockExplorer && { blockExplorer }) }
}

/** Adds the operator's own networks. The registry's data of its networks takes precedence. */
export const serveNetworks = (own: readonly OwnNetwork[] = []): void => {
  known = knownNetworks(own.map(toNetwork))
}

/** Returns the known network with a CAIP-2 ID, whether or not the wallet has an account there. */
export const findKnown = (caipNetworkId: string): Network | undefined => known.find(caipNetworkId)

/**
 * Returns the network that a page names in any of the wire's forms. Throws CHAIN_ID_INVALID for an invalid chain ID,
 * CHAIN_NOT_SUPPORTED for a chain this wallet does not serve, and with its successor for one that has shut down.
 */
export const networkOf = (chainId: number | string): ServedNetwork => {
  const network = findKnown(normaliseChainId(chainId))
  if (network === undefined || network.retired === true) throw unsupportedChain(network)
  if (network.chainNamespace === 'eip155' || network.chainNamespace === 'solana') return network
  throw new AppError('CHAIN_NOT_SUPPORTED')
}

/** Returns a network as the wire has it: on EVM a number, on Solana CAIP-2. */
export const wireChainOf = (network: ServedNetwork): number | string =>
  network.chainNamespace === 'eip155' ? network.id : network.caipNetworkId
