import type { Network } from './network.ts'
import { networks } from './registry.ts'

/**
 * The network with a CAIP-2 id, in the registry or in another list.
 *
 * @param caipNetworkId as `normaliseChainId` returns it.
 */
export const findNetwork = (caipNetworkId: string, among: readonly Network[] = networks): Network | undefined =>
  among.find((network) => network.caipNetworkId === caipNetworkId)
