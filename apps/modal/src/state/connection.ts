import { AppError } from '@latchkey/protocol'
import { atom, type Getter } from 'jotai/vanilla'
import type { Connector } from '../connectors/Connector.ts'
import type { Namespace, NetworkId } from '../Modal.ts'
import { namespaceOf } from '../storedConnections.ts'
import { activeSession, connectedSessionsAtom } from './connectedSessions.ts'
import { movedAtom, takeLoginAtom } from './connections.ts'
import {
  activeNamespaceAtom,
  networkIdsAtom,
  rememberNetworkAtom,
  setActiveNetworkAtom,
  siteNetworksAtom,
} from './networks.ts'
import { lifeAtom } from './pending.ts'
import { expireAtom, hasLoginAtom } from './session.ts'
import { askWallet } from './wallet.ts'

/** The embedded wallet's document was replaced. The account stays while the new one confirms it. Never throws. */
export const verifySessionAtom = atom(null, async (get, set) => {
  if (!get(hasLoginAtom)) return
  const answer = await askWallet(get, set, 'IS_CONNECTED', undefined).catch(() => null)
  if (answer?.isConnected === false && get(hasLoginAtom)) set(expireAtom)
})

/**
 * Switches a namespace to another network: its wallet first, if there is one. Throws what the wallet throws, and UNAUTHORIZED when the
 * connection ends meanwhile.
 */
export const moveNetworkAtom = atom(null, async (get, set, network: NetworkId) => {
  const namespace = namespaceOf(network)
  if (get(networkIdsAtom)[namespace] === network) return
  const connector = activeSession(get(connectedSessionsAtom), namespace)?.connector
  if (connector !== undefined) {
    await connector.switchNetwork(network)
    // It has switched, whether or not it is still the active one.
    set(movedAtom, connector, network)
    if (activeSession(get(connectedSessionsAtom), namespace)?.connector !== connector)
      throw new AppError('UNAUTHORIZED')
  }
  set(rememberNetworkAtom, network)
})

/**
 * The active embedded wallet, when it also serves the namespace of a network in which nothing is connected: a user who switches there gets
 * their account there (specification section 2).
 */
const loginServing = (get: Getter, namespace: Namespace): Connector | undefined => {
  const held = get(connectedSessionsAtom)
  const front = activeSession(held, get(activeNamespaceAtom))?.connector
  const isServed = front?.type === 'auth' && front.namespaces.includes(namespace)
  return isServed && activeSession(held, namespace) === undefined ? front : undefined
}

/** Switches its namespace to a network, and makes that active. Throws as `moveNetworkAtom` does. */
export const switchNetworkAtom = atom(null, async (get, set, network: NetworkId) => {
  const namespace = namespaceOf(network)
  const login = loginServing(get, namespace)
  if (login !== undefined) {
    const { signal } = get(lifeAtom)
    const sessions = await login.connect({ namespace, network, networks: get(siteNetworksAtom), signal })
    set(takeLoginAtom, login, sessions, namespace)
  }
  await set(moveNetworkAtom, network)
  set(setActiveNetworkAtom, network)
})
