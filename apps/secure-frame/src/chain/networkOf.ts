import { type EvmNetwork, findNetwork, normaliseChainId, type SolanaNetwork } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'

/** A network on which the wallet has an account. */
export type ServedNetwork = EvmNetwork | SolanaNetwork

/**
 * The network that a page names in any of the wire's forms. Throws CHAIN_ID_INVALID for what is no chain id,
 * CHAIN_NOT_SUPPORTED for a chain this wallet does not serve or that has ended.
 */
export const networkOf = (chainId: number | string): ServedNetwork => {
  const network = findNetwork(normaliseChainId(chainId))
  if (network === undefined || network.retired === true) throw new AppError('CHAIN_NOT_SUPPORTED')
  if (network.chainNamespace === 'eip155' || network.chainNamespace === 'solana') return network
  throw new AppError('CHAIN_NOT_SUPPORTED')
}

/** A network as the wire returns it: on EVM a number, on Solana CAIP-2. */
export const wireChainOf = (network: ServedNetwork): number | string =>
  network.chainNamespace === 'eip155' ? network.id : network.caipNetworkId
