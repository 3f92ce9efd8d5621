import { AppError } from '@latchkey/protocol'
import { atom } from 'jotai/vanilla'
import type { NetworkId } from '../Modal.ts'
import { namespaceOf } from '../storedConnections.ts'
import { movedAtom } from './connections.ts'
import { heldAtom, inUse } from './held.ts'
import { networkIdsAtom, rememberNetworkAtom, setActiveNetworkAtom } from './networks.ts'
import { expireAtom, hasLoginAtom } from './session.ts'
import { askWallet } from './wallet.ts'

/** The embedded wallet's document was replaced. The account stays while the new one confirms it. Never throws. */
export const verifySessionAtom = atom(null, async (get, set) => {
  if (!get(hasLoginAtom)) return
  const answer = await askWallet(get, set, 'IS_CONNECTED', undefined).catch(() => null)
  if (answer?.isConnected === false && get(hasLoginAtom)) set(expireAtom)
})

/**
 * Move a namespace to another network: its wallet first, if there is one. Throws what the wallet throws, and UNAUTHORIZED
 * when the connection ends meanwhile.
 */
export const moveNetworkAtom = atom(null, async (get, set, network: NetworkId) => {
  const namespace = namespaceOf(network)
  if (get(networkIdsAtom)[namespace] === network) return
  const connector = inUse(get(heldAtom), namespace)?.connector
  if (connector !== undefined) {
    await connector.switchNetwork(network)
    // It has moved, whether or not it is still the one in use.
    set(movedAtom, connector, network)
    if (inUse(get(heldAtom), namespace)?.connector !== connector) throw new AppError('UNAUTHORIZED')
  }
  set(rememberNetworkAtom, network)
})

/** Move its namespace to a network, and bring that in front. Throws as `moveNetworkAtom` does. */
export const switchNetworkAtom = atom(null, async (_get, set, network: NetworkId) => {
  await set(moveNetworkAtom, network)
  set(setActiveNetworkAtom, network)
})
