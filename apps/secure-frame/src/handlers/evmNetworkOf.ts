import { type EvmNetwork, findNetwork, normaliseChainId } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'

/**
 * The Ethereum network that a page names in any of the wire's forms. Throws CHAIN_ID_INVALID for what is no chain id,
 * CHAIN_NOT_SUPPORTED for a chain this wallet does not serve or that has ended.
 */
export const evmNetworkOf = (chainId: number | string): EvmNetwork => {
  const network = findNetwork(normaliseChainId(chainId))
  if (network?.chainNamespace !== 'eip155' || network.retired === true) throw new AppError('CHAIN_NOT_SUPPORTED')
  return network
}
