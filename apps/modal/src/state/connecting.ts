import { t } from '@latchkey/copy/modal'
import type { RankedWallet } from '@latchkey/directory'
import { AppError, type ErrorName, timeouts } from '@latchkey/protocol'
import { atom } from 'jotai/vanilla'
import type { Connector, Pairing } from '../connectors/Connector.ts'
import type { Namespace, ViewName } from '../Modal.ts'
import { servicesAtom } from '../services.ts'
import { afterConnectingAtom } from './afterConnecting.ts'
import { announceAtom } from './announcement.ts'
import { takeSessionsAtom } from './connections.ts'
import { connectorsAtom } from './connectors.ts'
import { announceErrorAtom } from './errorCopy.ts'
import { activeNamespaceAtom, namespacesAtom, networkIdsAtom, siteNetworksAtom } from './networks.ts'
import { attemptNamespaceAtom } from './pending.ts'
import { rememberWalletAtom } from './recentWallets.ts'
import { isOpenAtom, pushAtom, routerAtom, viewAtom } from './route.ts'

/** A wallet of the list, with the connectors that this page has for it. */
export type WalletTarget = RankedWallet<Connector>

/** Why a wallet is not connected: the five reasons that a user can act on differently. */
type ConnectFailure = 'rejected' | 'failed' | 'locked' | 'unavailable' | 'notInstalled'

/** An attempt to connect a wallet; there is one at a time. */
export type Connecting =
  | { readonly status: 'idle' }
  | { readonly status: 'waiting'; readonly target: WalletTarget }
  | {
      readonly status: 'failed'
      readonly target: WalletTarget
      readonly failure: ConnectFailure
      readonly error: AppError
    }

const failures: Partial<Record<ErrorName, ConnectFailure>> = {
  USER_REJECTED: 'rejected',
  WALLET_LOCKED: 'locked',
  WALLET_UNAVAILABLE: 'unavailable',
  WALLET_NOT_INSTALLED: 'notInstalled',
}

/** The views that show an attempt. When none of them is left, the attempt ends. */
const connectingViews: readonly ViewName[] = [
  'ConnectingExternal',
  'ConnectingWalletConnect',
  'ConnectingWalletConnectBasic',
]

const base = atom<Connecting>({ status: 'idle' })
const pairing = atom<Pairing | null>(null)
const current = atom<AbortController | null>(null)

export const connectingAtom = atom((get) => get(base))

/** The pairing for a wallet on another device, while waiting for it. */
export const pairingAtom = atom((get) => get(pairing))

/** Returns the connector for a wallet: its own for the active namespace, else its first, else by pairing. */
const connectorFor = (
  { connectors }: WalletTarget,
  found: readonly Connector[],
  namespace: Namespace,
): Connector | undefined =>
  connectors.find(({ namespaces }) => namespaces.includes(namespace)) ??
  connectors[0] ??
  found.find(({ type }) => type === 'walletConnect')

const viewFor = (connector: Connector | undefined, isBasic = false) => {
  if (connector?.type !== 'walletConnect') return 'ConnectingExternal'
  return isBasic ? 'ConnectingWalletConnectBasic' : 'ConnectingWalletConnect'
}

/** Cancels a pending attempt, and notifies the wallet. */
export const cancelConnectingAtom = atom(null, (get, set) => {
  get(current)?.abort()
  set(current, null)
  set(pairing, null)
  set(attemptNamespaceAtom, null)
  set(base, { status: 'idle' })
})

/** The attempt ends with the views that show it. */
export const leaveConnectingAtom = atom(null, (get, set) => {
  const { open, history } = get(routerAtom)
  if (get(base).status === 'idle' || (open && history.some(({ view }) => connectingViews.includes(view)))) return
  set(cancelConnectingAtom)
})

const runAtom = atom(null, async (get, set, target: WalletTarget): Promise<void> => {
  set(cancelConnectingAtom)
  const front = get(activeNamespaceAtom)
  const connector = connectorFor(target, get(connectorsAtom), front)
  const fail = (thrown: unknown) => {
    const error = AppError.from(thrown)
    set(current, null)
    set(pairing, null)
    set(attemptNamespaceAtom, null)
    set(base, { status: 'failed', target, failure: failures[error.name] ?? 'failed', error })
    get(servicesAtom).hub.events.emit({ type: 'SIGN_IN_FAILED', method: 'wallet', step: 'wallet', error: error.name })
    void set(announceErrorAtom, error)
  }
  if (connector === undefined) return fail(new AppError('WALLET_NOT_INSTALLED'))

  const offered = connector.namespaces.filter((name) => get(namespacesAtom).includes(name))
  const namespace = offered.includes(front) ? front : offered[0]
  const network = namespace === undefined ? undefined : get(networkIdsAtom)[namespace]
  if (namespace === undefined || network === undefined) return fail(new AppError('WALLET_UNAVAILABLE'))

  const controller = new AbortController()
  const { signal } = controller
  set(current, controller)
  set(attemptNamespaceAtom, namespace)
  set(base, { status: 'waiting', target })
  const { events } = get(servicesAtom).hub
  events.emit({ type: 'SIGN_IN_STARTED', method: 'wallet', wallet: target.name })
  set(announceAtom, t('said.connecting'))
  // A wallet whose window was closed without an answer doesn't report it. A pairing has its own timeout.
  const stopWaiting = get(servicesAtom).clock.after(timeouts.interactiveMs, () => {
    if (signal.aborted || connector.type === 'walletConnect') return
    controller.abort()
    fail(new AppError('TIMEOUT'))
  })
  try {
    const sessions = await connector.connect({
      namespace,
      network,
      networks: get(siteNetworksAtom),
      signal,
      onPairing(next) {
        if (!signal.aborted) set(pairing, next)
      },
    })
    // The user has left. The connector was notified, and keeps nothing.
    if (signal.aborted) return
    if (!sessions.some((session) => session.namespace === namespace)) throw new AppError('NAMESPACE_NOT_GRANTED')
    set(cancelConnectingAtom)
    set(takeSessionsAtom, connector, sessions, namespace)
    events.emit({ type: 'SIGNED_IN', method: 'wallet', wallet: target.name })
    if (target.wallet !== null) set(rememberWalletAtom, target.wallet.id)
    set(announceAtom, t('said.connected'))
    await set(afterConnectingAtom)
  } catch (thrown) {
    if (!signal.aborted) fail(thrown)
  } finally {
    stopWaiting()
  }
})

/** Connects a wallet of the list, in the view that waits for it. Never throws: the result is in `connectingAtom`. */
export const connectWalletAtom = atom(null, async (get, set, target: WalletTarget): Promise<void> => {
  const connector = connectorFor(target, get(connectorsAtom), get(activeNamespaceAtom))
  const isBasic = get(servicesAtom).settings.basic || get(viewAtom) === 'ConnectingWalletConnectBasic'
  const view = viewFor(connector, isBasic)
  const running = set(runAtom, target)
  if (get(isOpenAtom)) set(pushAtom, { view })
  await running
})

/** Asks the same wallet again, in the same view. */
export const retryConnectingAtom = atom(null, async (get, set): Promise<void> => {
  const connecting = get(base)
  if (connecting.status !== 'idle') await set(runAtom, connecting.target)
})

/** A new address to pair with, before or after the old one has expired. */
export const renewPairingAtom = retryConnectingAtom
