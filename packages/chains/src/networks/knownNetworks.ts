import { findNetwork } from './findNetwork.ts'
import type { Network } from './network.ts'
import { networks } from './registry.ts'

/** The networks that one deployment or site knows: the registry's, and additional ones. */
export type KnownNetworks = {
  /** By CAIP-2 id, as `normaliseChainId` returns it. */
  find(caipNetworkId: string): Network | undefined
  readonly all: readonly Network[]
}

/**
 * Returns the registry together with networks that aren't in it. A registry entry can't be replaced, unless its network has shut down: its
 * id may have been reused since.
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
