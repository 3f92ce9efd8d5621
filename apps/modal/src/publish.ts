import type { createStore } from 'jotai/vanilla'
import { type Hub, networkState } from './hub.ts'
import type { ConnectionState, NetworkId } from './Modal.ts'
import { announceChanges } from './provider/announceChanges.ts'
import { featuresAtom } from './remote-config/features.ts'
import { servicesAtom } from './services.ts'
import { raiseAlertAtom } from './state/alerts.ts'
import { activeSession, connectedSessionsAtom } from './state/connectedSessions.ts'
import { leaveConnectingAtom } from './state/connecting.ts'
import { connectionsAtom, namespaceStatusAtom, obeySharedAtom, type WalletConnection } from './state/connections.ts'
import { leaveLoginAtom } from './state/login.ts'
import { activeNamespaceAtom, activeNetworkIdAtom, networkIdsAtom, siteNetworksAtom } from './state/networks.ts'
import { personAtom } from './state/person.ts'
import { publicAccount } from './state/publicAccount.ts'
import { isOpenAtom, routeAtom, routerAtom } from './state/route.ts'
import { smartAccountNetworksAtom } from './state/smartAccounts.ts'

type Store = ReturnType<typeof createStore>

/** Keeps the hub, which the page sees, in step with the state. Returns a function that stops it. */
export function publish(store: Store, hub: Hub): () => void {
  const { shared } = store.get(servicesAtom)
  const stateOf = (network: NetworkId) => networkState(network, store.get(siteNetworksAtom))
  const connections = () => hub.connections.set(store.get(connectionsAtom).map(toState))
  const namespaces = () => {
    const ids = store.get(networkIdsAtom)
    for (const [namespace, cells] of hub.namespaces) {
      const network = ids[namespace]
      const account = () => cells.account.set(publicAccount(store.get, namespace))
      // On connecting, the network is already set; on disconnecting, the account goes before the network is reset.
      const isGone = !store.get(connectedSessionsAtom).some(({ session }) => session.namespace === namespace)
      if (isGone) account()
      if (network !== undefined) cells.network.set(stateOf(network))
      if (!isGone) account()
    }
  }
  const front = () => {
    const account = () => hub.account.set(publicAccount(store.get, store.get(activeNamespaceAtom)))
    const network = () => hub.network.set(stateOf(store.get(activeNetworkIdAtom)))
    const [first, second] = store.get(connectedSessionsAtom).length === 0 ? [account, network] : [network, account]
    first()
    second()
  }
  const state = () => {
    const open = store.get(isOpenAtom)
    const isConnected = activeSession(store.get(connectedSessionsAtom), namespace) !== undefined
    const isSwitchingNamespace = hub.state.get().isSwitchingNamespace && open && !isConnected
    const view = open ? store.get(routeAtom).view : 'Connect'
    hub.state.set({ ...hub.state.get(), open, view, isSwitchingNamespace })
  }
  let namespace = store.get(activeNamespaceAtom)
  const all = () => {
    const before = namespace
    namespace = store.get(activeNamespaceAtom)
    if (namespace !== before) hub.state.set({ ...hub.state.get(), isSwitchingNamespace: true })
    connections()
    namespaces()
    front()
    state()
  }
  const multiWallet = () => {
    if (hub.multiWallet.get().isUsed && !store.get(featuresAtom).multiWallet) store.set(raiseAlertAtom, 'APKTI001')
  }
  all()
  multiWallet()
  const stops = [
    ...[
      connectedSessionsAtom,
      namespaceStatusAtom,
      networkIdsAtom,
      siteNetworksAtom,
      activeNamespaceAtom,
      personAtom,
    ].map((each) => store.sub(each, all)),
    store.sub(isOpenAtom, state),
    store.sub(routeAtom, state),
    store.sub(routerAtom, () => {
      store.set(leaveConnectingAtom)
      store.set(leaveLoginAtom)
    }),
    shared.listen(() => {
      store.set(obeySharedAtom)
      if (store.get(smartAccountNetworksAtom).length > 0) void obeyAccountType(store).catch(() => undefined)
    }),
    hub.multiWallet.listen(multiWallet),
    announceChanges(hub),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** A page that can't load this gets the other type with its next request for the account. */
const obeyAccountType = async (store: Store): Promise<void> => {
  const { obeyAccountTypeAtom } = await import('./state/accountType.ts')
  await store.set(obeyAccountTypeAtom)
}

const toState = ({ connector, session, lastUsedMs }: WalletConnection): ConnectionState => ({
  namespace: session.namespace,
  wallet: connector,
  accounts: session.accounts,
  caipNetworkId: session.network,
  lastUsedMs,
})
