import type { createStore } from 'jotai/vanilla'
import { createAuthWallet } from './connectors/auth/createAuthWallet.ts'
import type { Connector } from './connectors/Connector.ts'
import { personAtom } from './state/person.ts'
import { servicesAtom } from './state/services.ts'
import { askWallet } from './state/wallet.ts'

/** The embedded wallet of one modal, as one connector among the others. */
export const createEmbeddedConnector = (store: ReturnType<typeof createStore>): Connector =>
  createAuthWallet({
    ask: (name, payload) => askWallet(store.get, store.set, name, payload),
    async request(args) {
      const { requestEmbeddedAtom } = await import('./state/embeddedRequest.ts')
      return store.set(requestEmbeddedAtom, args)
    },
    signOut: async () => store.get(servicesAtom).wallet.client()?.request('SIGN_OUT', undefined),
    onUser: (person) => store.set(personAtom, person),
  })
