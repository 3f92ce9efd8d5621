import { AppError } from '@latchkey/protocol'
import { atom } from 'jotai/vanilla'
import type { NetworkId } from '../Modal.ts'
import { say } from '../words/say.ts'
import { hasAccountAtom } from './accounts.ts'
import { announceAtom } from './announcement.ts'
import { switchNetworkAtom } from './connection.ts'
import { activeNetworkIdAtom, networkName } from './networks.ts'
import { leaveNetworksAtom, pushAtom } from './route.ts'
import { switchStep } from './routeRules.ts'

/** A switch that the visitor watches in SwitchNetwork. */
export type Switching = { status: 'idle' } | { status: 'pending' } | { status: 'error'; error: AppError }

const base = atom<Switching>({ status: 'idle' })
const serial = atom(0)

export const switchingAtom = atom((get) => get(base))

/** Switch and leave; a failure stays on screen. */
export const runSwitchAtom = atom(null, async (get, set, network: NetworkId) => {
  const id = get(serial) + 1
  set(serial, id)
  set(base, { status: 'pending' })
  try {
    await set(switchNetworkAtom, network)
    if (get(serial) !== id) return
    set(base, { status: 'idle' })
    set(announceAtom, say('said.switched', { network: networkName(network) ?? network }))
    set(leaveNetworksAtom)
  } catch (thrown) {
    if (get(serial) === id) set(base, { status: 'error', error: AppError.from(thrown) })
  }
})

/** The visitor picks a network: the network-switch rule of specification section 2. */
export const chooseNetworkAtom = atom(null, (get, set, network: NetworkId) => {
  const step = switchStep(network, get(activeNetworkIdAtom), get(hasAccountAtom))
  if (step === 'nothing') return set(leaveNetworksAtom)
  if (step === 'SwitchNetwork') set(pushAtom, { view: 'SwitchNetwork', network })
  void set(runSwitchAtom, network)
})
