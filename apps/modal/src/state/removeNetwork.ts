import { AppError } from '@latchkey/protocol'
import { atom } from 'jotai/vanilla'
import type { NetworkId } from '../Modal.ts'
import { namespaceOf } from '../storedConnections.ts'
import { moveNetworkAtom, switchNetworkAtom } from './connection.ts'
import { disconnectMatchingAtom } from './connections.ts'
import {
  activeNamespaceAtom,
  activeNetworkIdAtom,
  networkIdsAtom,
  setActiveNetworkAtom,
  siteNetworksAtom,
} from './networks.ts'
import { networkAfterRemoval } from './routeRules.ts'

/**
 * Removes a network from the site's (specification section 4). A wallet that is on it is asked to move to the first remaining network of
 * its namespace; with the last one of a namespace, its connections end. Throws CHAIN_NOT_SUPPORTED for the only network left.
 */
export const removeNetworkAtom = atom(null, async (get, set, removed: NetworkId): Promise<void> => {
  const namespace = namespaceOf(removed)
  const [first, ...others] = get(siteNetworksAtom).filter((id) => id !== removed)
  if (first === undefined) throw new AppError('CHAIN_NOT_SUPPORTED')
  const remaining = [first, ...others] as const
  const isServed = remaining.some((id) => namespaceOf(id) === namespace)
  const isActive = get(activeNetworkIdAtom) === removed
  const isInFront = get(activeNamespaceAtom) === namespace
  const wasThere = get(networkIdsAtom)[namespace] === removed
  const next = networkAfterRemoval(removed, remaining)
  set(siteNetworksAtom, remaining)
  if (!isServed) {
    const ended = set(disconnectMatchingAtom, (_, name) => name === namespace)
    if (isInFront) set(setActiveNetworkAtom, next)
    await ended
  } else if (isActive) await set(switchNetworkAtom, next)
  else if (wasThere) await set(moveNetworkAtom, next)
})
