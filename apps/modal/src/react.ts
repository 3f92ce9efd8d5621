import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { disconnectedAccount } from './hub.ts'
import type { AccountState, ConnectionState, Modal, ModalState, Namespace, NetworkState } from './Modal.ts'

export type Latchkey<namespace extends Namespace = Namespace> = AccountState<namespace> &
  Pick<NetworkState<namespace>, 'caipNetworkId' | 'chainId'> &
  Pick<ModalState, 'open' | 'view' | 'loading'> & {
    isConnected: boolean
    /** The modal that was passed: `modal.open()`, `modal.disconnect()`, … */
    modal: Modal
  }

/**
 * The account and network of a namespace, of the one in front when none is named, and the state of a modal, kept up to
 * date. Rendered on a server, and while that is hydrated, there is no account.
 */
export const useLatchkey = <namespace extends Namespace = Namespace>(
  modal: Modal,
  namespace?: namespace,
): Latchkey<namespace> => {
  const nobody = useMemo(
    () => disconnectedAccount(namespace ?? modal.getAccount().namespace) as AccountState<namespace>,
    [modal, namespace],
  )
  const account = useSyncExternalStore(
    useCallback((listener) => modal.subscribeAccount(listener, namespace), [modal, namespace]),
    () => modal.getAccount(namespace),
    () => nobody,
  )
  const getNetwork = () => modal.getNetwork(namespace)
  const network = useSyncExternalStore(
    useCallback((listener) => modal.subscribeNetwork(listener, namespace), [modal, namespace]),
    getNetwork,
    getNetwork,
  )
  const state = useSyncExternalStore(modal.subscribeState, modal.getState, modal.getState)
  const { caipNetworkId, chainId } = network
  const { open, view, loading } = state
  const isConnected = account.status === 'connected'
  return { ...account, caipNetworkId, chainId, open, view, loading, isConnected, modal }
}

const none: readonly ConnectionState[] = []

/** All wallets that are connected, the most recently used first. Several in a namespace need `features.multiWallet`. */
export const useConnections = (modal: Modal): readonly ConnectionState[] =>
  useSyncExternalStore(modal.subscribeConnections, modal.getConnections, () => none)
