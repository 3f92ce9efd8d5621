import type { createStore } from 'jotai/vanilla'
import type { Hub } from './hub.ts'
import { announceChanges } from './provider/announceChanges.ts'
import { activeNetworkIdAtom } from './state/networks.ts'
import { publicAccountAtom } from './state/publicAccount.ts'
import { isOpenAtom, routeAtom } from './state/route.ts'
import { servicesAtom } from './state/services.ts'

/** Keep the hub, which the page sees, in step with the state. Returns what stops it. */
export function publish(store: ReturnType<typeof createStore>, hub: Hub): () => void {
  const account = () => hub.account.set(store.get(publicAccountAtom))
  const network = () => {
    const caipNetworkId = store.get(activeNetworkIdAtom)
    const isSupported = store.get(servicesAtom).settings.networks.includes(caipNetworkId)
    hub.network.set({ caipNetworkId, chainId: Number(caipNetworkId.slice('eip155:'.length)), isSupported })
  }
  const state = () => {
    const open = store.get(isOpenAtom)
    hub.state.set({ ...hub.state.get(), open, view: open ? store.get(routeAtom).view : 'Connect' })
  }
  // Who connects is on the network already; who disconnects is gone before the network starts over.
  const accountAndNetwork = () => {
    const [first, second] = store.get(publicAccountAtom).address === null ? [account, network] : [network, account]
    first()
    second()
  }
  const stops = [
    store.sub(publicAccountAtom, accountAndNetwork),
    store.sub(activeNetworkIdAtom, accountAndNetwork),
    store.sub(isOpenAtom, state),
    store.sub(routeAtom, state),
    announceChanges(hub),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
