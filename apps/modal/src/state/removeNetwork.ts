import { AppError } from '@latchkey/protocol'
import { atom } from 'jotai/vanilla'
import type { Namespace, NetworkId } from '../Modal.ts'
import { isNetworkId, namespaceOf } from '../storedConnections.ts'
import { moveNetworkAtom, switchNetworkAtom } from './connection.ts'
import { disconnectMatchingAtom } from './connections.ts'
import {
  activeNamespaceAtom,
  activeNetworkIdAtom,
  networkIdsAtom,
  setActiveNetworkAtom,
  siteNetworksAtom,
} from './networks.ts'

/**
 * Removes a network, or all networks of a namespace, from the site's (specification section 4). A wallet that is on a removed network is
 * asked to move to the first remaining one of its namespace. When a namespace has none left, its connections end; where it was active, the
 * first network of another namespace becomes active. Throws CHAIN_NOT_SUPPORTED when no network would be left.
 */
export const removeNetworkAtom = atom(null, async (get, set, removed: NetworkId | Namespace): Promise<void> => {
  const namespace = isNetworkId(removed) ? namespaceOf(removed) : removed
  const isRemoved = (id: NetworkId | undefined): boolean =>
    id !== undefined && (id === removed || namespaceOf(id) === removed)
  const [first, ...others] = get(siteNetworksAtom).filter((id) => !isRemoved(id))
  if (first === undefined) throw new AppError('CHAIN_NOT_SUPPORTED')
  const remaining = [first, ...others] as const
  const isServed = remaining.some((id) => namespaceOf(id) === namespace)
  const isActive = isRemoved(get(activeNetworkIdAtom))
  const isInFront = get(activeNamespaceAtom) === namespace
  const wasThere = isRemoved(get(networkIdsAtom)[namespace])
  const next = remaining.find((id) => namespaceOf(id) === namespace) ?? first
  set(siteNetworksAtom, remaining)
  if (!isServed) {
    const ended = set(disconnectMatchingAtom, (_, name) => name === namespace)
    if (isInFront) set(setActiveNetworkAtom, next)
    await ended
  } else if (isActive) await set(switchNetworkAtom, next)
  else if (wasThere) await set(moveNetworkAtom, next)
})
