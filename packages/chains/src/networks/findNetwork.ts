import type { Network } from './network.ts'
import { networks } from './registry.ts'

/**
 * Returns the network with a CAIP-2 id, from the registry or another list.
 *
 * @param caipNetworkId as `normaliseChainId` returns it.
 */
export const findNetwork = (caipNetworkId: string, among: readonly Network[] = networks): Network | undefined =>
  among.find((network) => network.caipNetworkId === caipNetworkId)
