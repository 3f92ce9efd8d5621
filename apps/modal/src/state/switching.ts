import { t } from '@latchkey/copy/modal'
import type { AppError } from '@latchkey/protocol'
import { atom } from 'jotai/vanilla'
import type { NetworkId } from '../Modal.ts'
import { namespaceOf } from '../storedConnections.ts'
import { afterConnectingAtom } from './afterConnecting.ts'
import { announceAtom } from './announcement.ts'
import { activeSession, connectedSessionsAtom } from './connectedSessions.ts'
import { switchNetworkAtom } from './connection.ts'
import { failed } from './failed.ts'
import { openAtom } from './modal.ts'
import {
  activeNamespaceAtom,
  activeNetworkIdAtom,
  isUnsupportedAtom,
  networkNameAtom,
  setActiveNetworkAtom,
} from './networks.ts'
import { closingsAtom, leaveNetworksAtom, pushAtom, routeAtom, routerAtom, viewAtom } from './route.ts'
import { switchStep } from './routeRules.ts'

/** A switch that SwitchNetwork shows to the user. */
export type Switching = { status: 'idle' } | { status: 'pending' } | { status: 'error'; error: AppError }

const base = atom<Switching>({ status: 'idle' })
const serial = atom(0)

export const switchingAtom = atom((get) => get(base))

/** Leaves the choice of a network: from UnsupportedChain to the next step after connecting, elsewhere to the view before the choice. */
const leaveChoiceAtom = atom(null, (get, set) => {
  if (get(routerAtom).history.some(({ view }) => view === 'UnsupportedChain')) void set(afterConnectingAtom)
  else set(leaveNetworksAtom)
})

/** Leaves UnsupportedChain as after a choice, once the wallet is on a network of the site, or has disconnected. */
export const leaveUnsupportedAtom = atom(null, (get, set) => {
  if (get(viewAtom) === 'UnsupportedChain' && !get(isUnsupportedAtom)) set(leaveChoiceAtom)
})

/**
 * Switches, then leaves the view in which the user waits for it. If the user has left it by then, or the modal, nothing is changed. A
 * failure stays on screen.
 */
export const runSwitchAtom = atom(null, async (get, set, network: NetworkId) => {
  const id = get(serial) + 1
  set(serial, id)
  const closings = get(closingsAtom)
  const route = get(routeAtom)
  set(base, { status: 'pending' })
  try {
    await set(switchNetworkAtom, network)
    if (get(serial) !== id) return
    set(base, { status: 'idle' })
    set(announceAtom, t('said.switched', { network: get(networkNameAtom)(network) }))
    if (get(closingsAtom) === closings && get(routeAtom) === route) set(leaveChoiceAtom)
  } catch (thrown) {
    if (get(serial) === id) set(base, { status: 'error', error: failed(get, 'network', thrown) })
  }
})

/**
 * The user picks a network: the network-switch rule of specification section 2. `isConfirmed`: in SwitchActiveChain, or where no
 * confirmation is needed.
 */
export const chooseNetworkAtom = atom(null, (get, set, network: NetworkId, isConfirmed: boolean = false) => {
  const held = get(connectedSessionsAtom)
  const front = activeSession(held, get(activeNamespaceAtom))
  const hasTargetAccount = activeSession(held, namespaceOf(network)) !== undefined
  const step = switchStep({
    target: network,
    active: get(activeNetworkIdAtom),
    isConfirmed,
    isAuthServed:
      front?.connector.type === 'auth' && front.connector.namespaces.some((name) => name === namespaceOf(network)),
    hasAccount: front !== undefined,
    hasTargetAccount,
  })
  if (step === 'nothing') return set(leaveChoiceAtom)
  if (step === 'SwitchActiveChain') return set(pushAtom, { view: 'SwitchActiveChain', network })
  set(pushAtom, { view: 'SwitchNetwork', network })
  void set(runSwitchAtom, network)
})

/** The user confirms in SwitchActiveChain: the other namespace becomes active, and a wallet for it is chosen next. */
export const confirmActiveChainAtom = atom(null, (get, set) => {
  const route = get(routeAtom)
  if (route.view !== 'SwitchActiveChain') return
  set(setActiveNetworkAtom, route.network)
  set(openAtom, { view: 'Connect' })
})
