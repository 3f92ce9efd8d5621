import type { createStore } from 'jotai/vanilla'
import type { AuthWallet, AuthWalletOptions } from './connectors/auth/AuthWallet.ts'
import { authConnectorId } from './connectors/auth/authNamespaces.ts'
import { createAuthWallet } from './connectors/auth/createAuthWallet.ts'
import { servicesAtom } from './services.ts'
import { raiseAlertAtom } from './state/alerts.ts'
import { activeSession, connectedSessionsAtom } from './state/connectedSessions.ts'
import { networkIdsAtom, siteNetworksAtom } from './state/networks.ts'
import { personAtom } from './state/person.ts'
import { accountTypeOfAtom } from './state/smartAccounts.ts'
import { isStored } from './state/stored.ts'
import { askWallet } from './state/wallet.ts'

/** Connects the embedded wallet of one modal to the modal's state. */
export const createEmbeddedWallet = (
  store: ReturnType<typeof createStore>,
  onSession: AuthWalletOptions['onSession'],
): AuthWallet =>
  createAuthWallet({
    ask: (name, payload) =>
      store.get(servicesAtom).proof?.ask(store.get, store.set, name, payload) ??
      askWallet(store.get, store.set, name, payload),
    async request(network, args) {
      const { requestEmbeddedAtom } = await import('./state/embeddedRequest.ts')
      return store.set(requestEmbeddedAtom, network, args)
    },
    signOut: async () => store.get(servicesAtom).wallet.client()?.request('SIGN_OUT', undefined),
    onUser: (person) => store.set(personAtom, person),
    origin: () => store.get(servicesAtom).origin,
    networks: () => store.get(networkIdsAtom),
    siteNetworks: () => store.get(siteNetworksAtom),
    onUnserved: (network) => {
      const frameUrl = new URL(store.get(servicesAtom).settings.frameUrl).origin
      store.set(raiseAlertAtom, 'APKT014', { network, frameUrl })
    },
    accountTypeOf: (owner) => store.get(accountTypeOfAtom)(owner),
    isFree(namespace) {
      const connector = activeSession(store.get(connectedSessionsAtom), namespace)?.connector
      return connector === undefined || connector.type === 'auth'
    },
    isKept: (namespace) => isStored(store.get(servicesAtom).storage, authConnectorId, namespace),
    onSession,
  })
