import { type ReactNode, useCallback, useMemo, useSyncExternalStore } from 'react'
import { type DataName, emptyData, type ModalData, type TokenHolding, type TokensState } from './data/ModalData.ts'
import { disconnectedAccount } from './hub.ts'
import type {
  AccountState,
  ConnectionState,
  Modal,
  ModalState,
  Namespace,
  NetworkState,
  SessionState,
} from './Modal.ts'

export type Latchkey<namespace extends Namespace = Namespace> = AccountState<namespace> &
  Pick<NetworkState<namespace>, 'caipNetworkId' | 'chainId'> &
  Pick<ModalState, 'open' | 'view' | 'loading'> & {
    isConnected: boolean
    /** The modal that was passed: `modal.open()`, `modal.disconnect()`, … */
    modal: Modal
  }

/**
 * Returns the account and network of a namespace, of the active one by default, and the state of a modal, kept up to date. On a server, and
 * during hydration, there is no account.
 */
export const useLatchkey = <namespace extends Namespace = Namespace>(
  modal: Modal,
  namespace?: namespace,
): Latchkey<namespace> => {
  const disconnected = useMemo(
    () => disconnectedAccount(namespace ?? modal.getAccount().namespace) as AccountState<namespace>,
    [modal, namespace],
  )
  const account = useSyncExternalStore(
    useCallback((listener) => modal.subscribeAccount(listener, namespace), [modal, namespace]),
    () => modal.getAccount(namespace),
    () => disconnected,
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

/** All connected wallets, the most recently used first. Several in a namespace need `features.multiWallet`. */
export const useConnections = (modal: Modal): readonly ConnectionState[] =>
  useSyncExternalStore(modal.subscribeConnections, modal.getConnections, () => none)

const noSession: SessionState = { status: 'none', session: null }

/** Whether the active account has signed in with a message (`siwx`). */
export const useSession = (modal: Modal): SessionState =>
  useSyncExternalStore(modal.subscribeSession, modal.getSession, () => noSession)
/**
 * Returns a modal's data, kept up to date while the component is mounted: `useData(modal, 'tokens')`. Nothing is read before a component
 * requests it. Empty on a server, and during hydration.
 */
export const useData = <name extends DataName>(modal: Modal, name: name): ModalData[name] =>
  useSyncExternalStore(
    useCallback((listener) => modal.subscribeData(name, listener), [modal, name]),
    () => modal.getData(name),
    () => emptyData[name],
  )

/** Returns the account of a namespace, of the active one by default. */
export const useAccount = <namespace extends Namespace = Namespace>(
  modal: Modal,
  namespace?: namespace,
): AccountState<namespace> & { isConnected: boolean; caipNetworkId: NetworkState<namespace>['caipNetworkId'] } => {
  const { modal: _, open: __, view: ___, loading: ____, chainId: _____, ...account } = useLatchkey(modal, namespace)
  // Without the fields above it is the account and these two.
  return account as never
}

/** Returns the network of a namespace, of the active one by default. */
export const useNetwork = <namespace extends Namespace = Namespace>(
  modal: Modal,
  namespace?: namespace,
): NetworkState<namespace> => {
  const getNetwork = () => modal.getNetwork(namespace)
  return useSyncExternalStore(
    useCallback((listener) => modal.subscribeNetwork(listener, namespace), [modal, namespace]),
    getNetwork,
    getNetwork,
  )
}

/** The active account's balances on its network: its coin, then tokens. */
export const useTokens = (modal: Modal): TokensState => useData(modal, 'tokens')

/** Returns the active account's balance of the network's own coin; `balance` is null until it is known. */
export const useBalance = (
  modal: Modal,
): Omit<TokensState, 'tokens' | 'totalUsd'> & { balance: TokenHolding | null } => {
  const { tokens, totalUsd: _, ...read } = useTokens(modal)
  return { ...read, balance: tokens.find(({ address }) => address === null) ?? null }
}

/** The active account's activity; `modal.loadMore('activity')` loads the next page. */
export const useActivity = (modal: Modal): ModalData['activity'] => useData(modal, 'activity')

/** The account's own name and avatar. */
export const useProfile = (modal: Modal): ModalData['profile'] => useData(modal, 'profile')

/** The site's networks, for a list of your own: `modal.switchNetwork(id)` changes to one. */
export const useNetworks = (modal: Modal): ModalData['networks']['networks'] => useData(modal, 'networks').networks

/** Wallets to choose from, for a list of your own: `modal.connectWallet(id)` connects one, `modal.searchWallets(text)` searches. */
export const useWallets = (modal: Modal): ModalData['wallets'] => useData(modal, 'wallets')

/** The arguments of `ConnectButton`'s render function. */
export type ConnectButtonState = Latchkey & {
  /** Opens the modal: on Connect, or on the account. */
  openModal(): void
  openNetworks(): void
  disconnect(): void
}

/** A custom button: draws the result of `children` for a modal's state. */
export const ConnectButton = ({
  modal,
  children,
}: {
  modal: Modal
  children: (state: ConnectButtonState) => ReactNode
}): ReactNode => {
  const state = useLatchkey(modal)
  return children({
    ...state,
    openModal: () => void modal.open(),
    openNetworks: () => void modal.open({ view: 'Networks' }),
    disconnect: () => void modal.disconnect(),
  })
}
