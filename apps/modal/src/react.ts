import { useSyncExternalStore } from 'react'
import { disconnectedAccount } from './hub.ts'
import type { AccountState, Modal, ModalState, NetworkState } from './Modal.ts'

export type Latchkey = AccountState &
  Pick<NetworkState, 'caipNetworkId' | 'chainId'> &
  Pick<ModalState, 'open' | 'view' | 'loading'> & {
    isConnected: boolean
    /** The modal that was passed: `modal.open()`, `modal.disconnect()`, … */
    modal: Modal
  }

const nobody = (): AccountState => disconnectedAccount

/**
 * The account, network and state of a modal, kept up to date. Rendered on a server, and while that is hydrated, there is
 * no account.
 */
export const useLatchkey = (modal: Modal): Latchkey => {
  const account = useSyncExternalStore(modal.subscribeAccount, modal.getAccount, nobody)
  const network = useSyncExternalStore(modal.subscribeNetwork, modal.getNetwork, modal.getNetwork)
  const state = useSyncExternalStore(modal.subscribeState, modal.getState, modal.getState)
  const { caipNetworkId, chainId } = network
  const { open, view, loading } = state
  const isConnected = account.status === 'connected'
  return { ...account, caipNetworkId, chainId, open, view, loading, isConnected, modal }
}
