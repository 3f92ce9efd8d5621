import { findNetwork } from './findNetwork.ts'
import type { Network } from './network.ts'
import { networks } from './registry.ts'

/** The networks that one deployment or one site knows: the registry's, and its own. */
export type KnownNetworks = {
  /** By CAIP-2 id, as `normaliseChainId` returns it. */
  find(caipNetworkId: string): Network | undefined
  readonly all: readonly Network[]
}

/**
 * Returns the registry together with networks that aren't in it. What the registry says of a network can't be replaced,
 * unless the network has ended: its id may have been taken since.
 */
export const knownNetworks = (own: readonly Network[] = []): KnownNetworks => {
  const isOwn = ({ caipNetworkId }: Network): boolean => {
    const known = findNetwork(caipNetworkId)
    return known === undefined || known.retired === true
  }
  const added = own.filter(isOwn)
  const kept = networks.filter(({ caipNetworkId }) => findNetwork(caipNetworkId, added) === undefined)
  const all = [...kept, ...added]
  return { find: (caipNetworkId) => findNetwork(caipNetworkId, all), all }
}
