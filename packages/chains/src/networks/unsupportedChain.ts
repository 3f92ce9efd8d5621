import { AppError } from '@latchkey/protocol/errors'
import { findNetwork } from './findNetwork.ts'
import type { Network } from './network.ts'

/**
 * Returns CHAIN_NOT_SUPPORTED for a network that isn't served. For one that has shut down, the error contains its name and its successor's.
 */
export const unsupportedChain = (network: Network | undefined): AppError => {
  const successor = network?.successor === undefined ? undefined : findNetwork(network.successor)
  if (network === undefined || successor === undefined) return new AppError('CHAIN_NOT_SUPPORTED')
  const message = `Chain is not supported: ${network.name} has shut down. Use ${successor.name} (${successor.caipNetworkId})`
  return new AppError('CHAIN_NOT_SUPPORTED', { message, details: { successor: successor.caipNetworkId } })
}
