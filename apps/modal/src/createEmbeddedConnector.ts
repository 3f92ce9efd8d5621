import type { createStore } from 'jotai/vanilla'
import type { AuthWallet } from './connectors/auth/AuthWallet.ts'
import { authConnectorId, authNamespaces } from './connectors/auth/authNamespaces.ts'
import type { Connector, ConnectorListener } from './connectors/Connector.ts'
import { loadPart } from './loadPart.ts'
import { networkIdsAtom } from './state/networks.ts'

/**
 * The embedded wallet of one modal, as a connector. Its code is loaded with the first call: a failed load throws SERVICE_UNREACHABLE, and
 * the next call tries again.
 */
export const createEmbeddedConnector = (store: ReturnType<typeof createStore>): Connector => {
  const listeners = new Set<ConnectorListener>()
  let loading: Promise<AuthWallet> | null = null
  const load = (): Promise<AuthWallet> => {
    loading ??= loadPart(import('./createEmbeddedWallet.ts')).then(
      ({ createEmbeddedWallet }) =>
        createEmbeddedWallet(store, (session) => {
          for (const { onSession } of listeners) onSession(session)
        }),
      (failure: unknown) => {
        loading = null
        throw failure
      },
    )
    return loading
  }
  return {
    id: authConnectorId,
    type: 'auth',
    name: 'Email',
    icon: null,
    rdns: null,
    get namespaces() {
      return authNamespaces.filter((namespace) => store.get(networkIdsAtom)[namespace] !== undefined)
    },
    connect: async (request) => (await load()).connect(request),
    restore: async (request) => (await load()).restore(request),
    switchNetwork: async (network) => (await load()).switchNetwork(network),
    setAccountType: async (type) => (await load()).setAccountType(type),
    actAs: async (type, act) => (await load()).actAs(type, act),
    request: async (namespace, args) => (await load()).request(namespace, args),
    // The code is in one chunk with what loads the wallet's document: without it, no document has a session to end.
    disconnect: (namespace) =>
      load().then(
        (wallet) => wallet.disconnect(namespace),
        () => undefined,
      ),
    // A session that ends by itself is noticed at the next request, and its document's end at the frame: see `state/`.
    listen(listener) {
      const own = { ...listener }
      listeners.add(own)
      return () => listeners.delete(own)
    },
  }
}
