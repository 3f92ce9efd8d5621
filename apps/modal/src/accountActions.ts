import { AppError } from '@latchkey/protocol'
import type { createStore } from 'jotai/vanilla'
import type { SignInActions } from './data/signIn.ts'
import { loadPart } from './loadPart.ts'
import type { AccountType, IdToken, IdTokenRequest, Namespace, NetworkId } from './Modal.ts'
import { switchNetworkAtom } from './state/connection.ts'
import { siteNetworksAtom } from './state/networks.ts'

/** Actions of a page on the active account, or to get one. All but `switchNetwork` are loaded when called. */
export type AccountActions = {
  /** Throws CHAIN_NOT_SUPPORTED where the site hasn't the network. */
  switchNetwork(network: NetworkId): Promise<void>
  removeNetwork(removed: NetworkId | Namespace): Promise<void>
  setAccountType(type: AccountType): Promise<AccountType>
  linkLogin(): Promise<void>
  getIdToken(request?: IdTokenRequest): Promise<IdToken>
  signIn(): Promise<SignInActions>
}

export const accountActions = (store: ReturnType<typeof createStore>): AccountActions => ({
  async switchNetwork(network) {
    if (!store.get(siteNetworksAtom).includes(network)) throw new AppError('CHAIN_NOT_SUPPORTED')
    await store.set(switchNetworkAtom, network)
  },
  removeNetwork: async (removed) =>
    store.set((await loadPart(import('./state/removeNetwork.ts'))).removeNetworkAtom, removed),
  setAccountType: async (type) =>
    store.set((await loadPart(import('./state/accountType.ts'))).setAccountTypeAtom, type),
  linkLogin: async () => store.set((await loadPart(import('./state/linkLogin.ts'))).linkLoginAtom),
  getIdToken: async (request) =>
    store.set((await loadPart(import('./sign-in/id-token/getIdToken.ts'))).getIdTokenAtom, request),
  signIn: async () => (await loadPart(import('./data/signIn.ts'))).signInActions(store),
})
