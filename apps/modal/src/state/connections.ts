import { t } from '@latchkey/copy/modal'
import { timeouts } from '@latchkey/protocol'
import { atom } from 'jotai/vanilla'
import { isAuthConnection } from '../connectors/auth/authNamespaces.ts'
import type { Connector, WalletSession } from '../connectors/Connector.ts'
import type { Namespace } from '../Modal.ts'
import { featuresAtom } from '../remote-config/features.ts'
import { servicesAtom } from '../services.ts'
import { namespaceOf } from '../storedConnections.ts'
import { readPurchases, writePurchases } from '../storedPurchases.ts'
import { announceAtom } from './announcement.ts'
import {
  activeSession,
  type ConnectedSession,
  type ConnectedWallet,
  connectedSessionsAtom,
  isSessionOf,
  keptAddress,
  orderedSession,
  walletOf,
} from './connectedSessions.ts'
import { connectorsAtom, discoverAtom } from './connectors.ts'
import {
  activeNamespaceAtom,
  namespacesAtom,
  rememberNetworkAtom,
  resetNetworkAtom,
  setActiveNetworkAtom,
} from './networks.ts'
import { attemptNamespaceAtom, interruptedAtom, lifeAtom, restoringAtom } from './pending.ts'
import { hideAtom } from './route.ts'
import { isStored, readStored, removeStored, storeChange, storeFirst } from './stored.ts'

/** A wallet's grant in one namespace; the first account is the active one. */
export type WalletConnection = {
  readonly connector: ConnectedWallet
  readonly session: WalletSession
  /** Milliseconds since 1970. */
  readonly lastUsedMs: number
}

const toConnection = (held: ConnectedSession): WalletConnection => ({
  connector: walletOf(held),
  session: orderedSession(held),
  lastUsedMs: held.lastUsedMs,
})

/** The most recently used first: the first of a namespace is the active one there. */
export const connectionsAtom = atom((get): readonly WalletConnection[] => get(connectedSessionsAtom).map(toConnection))

/** The active connection of the active namespace, or null. */
export const activeConnectionAtom = atom((get): WalletConnection | null => {
  const held = activeSession(get(connectedSessionsAtom), get(activeNamespaceAtom))
  return held === undefined ? null : toConnection(held)
})

export type NamespaceStatus = 'connecting' | 'reconnecting' | 'connected' | 'disconnected'

/** By namespace of the site. */
export const namespaceStatusAtom = atom((get): Partial<Record<Namespace, NamespaceStatus>> => {
  const held = get(connectedSessionsAtom)
  const restoring = get(restoringAtom)
  const statusOf = (namespace: Namespace): NamespaceStatus => {
    if (activeSession(held, namespace) !== undefined) return 'connected'
    if (restoring.some((each) => each.namespace === namespace)) return 'reconnecting'
    return get(attemptNamespaceAtom) === namespace ? 'connecting' : 'disconnected'
  }
  return Object.fromEntries(get(namespacesAtom).map((namespace) => [namespace, statusOf(namespace)]))
})

/** Unsubscribes from a connected connector. */
const listening = atom<ReadonlyMap<Connector, () => void>>(new Map())

/** Listens to the connected connectors, and to no others. */
const listenAtom = atom(null, (get, set) => {
  const held = new Set(get(connectedSessionsAtom).map(({ connector }) => connector))
  const stops = new Map(get(listening))
  for (const [connector, stop] of stops) {
    if (held.has(connector)) continue
    stop()
    stops.delete(connector)
  }
  for (const connector of held) {
    if (stops.has(connector)) continue
    const stop = connector.listen({
      onSession: (session) => set(changeSessionAtom, connector, session),
      onEnd: (namespace) => set(endHereAtom, (id, name) => id === connector.id && name === namespace),
    })
    stops.set(connector, stop)
  }
  set(listening, stops)
})

/** Stops listening and restoring when the modal is removed from the page. Connections stay stored for the next visit. */
export const releaseAtom = atom(null, (get, set) => {
  get(lifeAtom).abort()
  for (const stop of get(listening).values()) stop()
  set(listening, new Map())
  set(restoringAtom, [])
})

const holdAtom = atom(null, (_get, set, held: readonly ConnectedSession[]) => {
  set(connectedSessionsAtom, held)
  set(listenAtom)
})

/** Selects the connections. */
export type Match = (connectorId: string, namespace: Namespace) => boolean

/**
 * Ends connections, here and in storage, whatever their wallets answer. The first that remains in a namespace becomes active; where none
 * does, the choice of a network is forgotten too (specification section 4).
 */
export const endHereAtom = atom(null, (get, set, isGone: Match) => {
  const { storage, shared } = get(servicesAtom)
  const before = get(connectedSessionsAtom)
  const after = before.filter(({ connector, session }) => !isGone(connector.id, session.namespace))
  const restoring = get(restoringAtom)
  const addresses = () => readStored(storage).flatMap(({ accounts }) => accounts.map(({ address }) => address))
  const connectedBefore = addresses()
  removeStored(storage, ({ connectorId, network }) => isGone(connectorId, namespaceOf(network)))
  storage.remove('account-cache')
  storage.remove('answer-cache')
  const connected = addresses()
  if (after.length < before.length || connected.length < connectedBefore.length) storage.remove('pending')
  // A purchase stays as long as its account does. Of an account that the wallet no longer gives, until all connections are over.
  const isKept = (buyer: string): boolean =>
    connected.length > 0 && (connected.includes(buyer) || !connectedBefore.includes(buyer))
  const purchases = readPurchases(storage).filter(({ address }) => isKept(address))
  writePurchases(storage, purchases)
  set(
    restoringAtom,
    restoring.filter(({ connectorId, namespace }) => !isGone(connectorId, namespace)),
  )
  set(
    interruptedAtom,
    get(interruptedAtom).filter(({ connectorId, namespace }) => !isGone(connectorId, namespace)),
  )
  set(holdAtom, after)
  for (const namespace of get(namespacesAtom))
    if (activeSession(before, namespace) !== undefined && activeSession(after, namespace) === undefined)
      set(resetNetworkAtom, namespace)
  shared.tell()
})

/** Another page of this site, or another modal on this page, has ended connections: they are over here too. */
export const obeySharedAtom = atom(null, (get, set) => {
  const kept = readStored(get(servicesAtom).storage)
  const isKept: Match = (id, namespace) =>
    kept.some(({ connectorId, network }) => connectorId === id && namespaceOf(network) === namespace)
  const isStale = get(connectedSessionsAtom).some(({ connector, session }) => !isKept(connector.id, session.namespace))
  if (isStale) set(endHereAtom, (id, namespace) => !isKept(id, namespace))
})

type End = { readonly connectorId: string; readonly namespace: Namespace }

/**
 * Ends connections at their wallets, also those of a previous session that weren't restored yet; the result changes nothing here, and a
 * failure is only logged. Waits 3 s at most (specification section 4).
 */
const endAtWalletsAtom = atom(null, async (get, set, ends: readonly End[], held: readonly ConnectedSession[]) => {
  const { promise: late, resolve: stopWaiting } = Promise.withResolvers<void>()
  const { clock, storage, log } = get(servicesAtom)
  const cancel = clock.after(timeouts.signOutMs, stopWaiting)
  const find = ({ connectorId, namespace }: End): Connector | undefined =>
    held.find((each) => isSessionOf(each, connectorId, namespace))?.connector ??
    get(connectorsAtom).find(({ id, namespaces }) => id === connectorId && namespaces.includes(namespace))
  const tell = async (end: End): Promise<void> => {
    const known = find(end)
    if (known !== undefined) return known.disconnect(end.namespace)
    // A modal outside the page discovers no wallets.
    if (get(lifeAtom).signal.aborted) return
    await set(discoverAtom)
    // The user has connected it again meanwhile.
    if (!isStored(storage, end.connectorId, end.namespace)) await find(end)?.disconnect(end.namespace)
  }
  // not words: the specification quotes it, for developers.
  const warn = () => log('warning', 'Failed to disconnect chains')
  await Promise.race([Promise.all(ends.map((end) => tell(end).catch(warn))), late])
  cancel()
})

/** Sessions as a wallet gives them: those of the site's namespaces, the wanted one first. */
const ordered = (
  sessions: readonly WalletSession[],
  wanted: Namespace,
  namespaces: readonly Namespace[],
): readonly WalletSession[] =>
  sessions
    .filter(({ namespace }) => namespaces.includes(namespace))
    .toSorted((a, b) => Number(b.namespace === wanted) - Number(a.namespace === wanted))

/**
 * The user has connected: the new connections become active, and `wanted` is the active namespace. Unless the site allows several wallets,
 * they replace the previous ones of their namespaces.
 */
export const takeSessionsAtom = atom(
  null,
  (get, set, connector: Connector, sessions: readonly WalletSession[], wanted: Namespace) => {
    const { storage, clock } = get(servicesAtom)
    const taken = ordered(sessions, wanted, get(namespacesAtom)).map(
      (session): ConnectedSession => ({
        connector,
        session,
        address: session.accounts[0].address,
        lastUsedMs: clock.now(),
      }),
    )
    const others = get(connectedSessionsAtom).filter(
      (held) => !taken.some(({ session }) => isSessionOf(held, connector.id, session.namespace)),
    )
    set(holdAtom, [...taken, ...others])
    for (const held of taken.toReversed()) storeFirst(storage, held)
    for (const { session } of taken.toReversed()) set(rememberNetworkAtom, session.network)
    const first = taken[0]
    if (first !== undefined) set(setActiveNetworkAtom, first.session.network)
    if (get(featuresAtom).multiWallet) return
    const isReplaced: Match = (id, namespace) =>
      id !== connector.id && taken.some(({ session }) => session.namespace === namespace)
    void set(disconnectMatchingAtom, isReplaced)
  },
)

/** As `takeSessionsAtom`, with all accounts of a sign-in: those that an earlier sign-in had, and this one doesn't, are removed. */
export const takeLoginAtom = atom(
  null,
  (_get, set, connector: Connector, sessions: readonly WalletSession[], wanted: Namespace) => {
    set(takeSessionsAtom, connector, sessions, wanted)
    set(endHereAtom, (id, name) => isAuthConnection(id, name) && !sessions.some(({ namespace }) => namespace === name))
  },
)

/** A connection of an earlier visit is there again, in its old place among the others. */
export const reconnectAtom = atom(null, (get, set, connector: Connector, session: WalletSession) => {
  const { storage } = get(servicesAtom)
  const rows = readStored(storage)
  const placeOf = ({ connector: { id }, session: { namespace } }: ConnectedSession): number =>
    rows.findIndex(({ connectorId, network }) => connectorId === id && namespaceOf(network) === namespace)
  const row = rows.find(
    ({ connectorId, network }) => connectorId === connector.id && namespaceOf(network) === session.namespace,
  )
  if (row === undefined) return
  const held: ConnectedSession = { connector, session, address: keptAddress(row, session), lastUsedMs: row.lastUsedMs }
  const others = get(connectedSessionsAtom).filter((other) => !isSessionOf(other, connector.id, session.namespace))
  set(
    holdAtom,
    [...others, held].toSorted((a, b) => placeOf(a) - placeOf(b)),
  )
  storeChange(storage, held)
  set(rememberNetworkAtom, session.network)
})

/** Applies a change of a connection; one that another page has ended meanwhile ends here too. */
const updateAtom = atom(null, (get, set, next: ConnectedSession) => {
  const { id } = next.connector
  const { namespace } = next.session
  if (!storeChange(get(servicesAtom).storage, next)) {
    set(endHereAtom, (other, name) => other === id && name === namespace)
    return
  }
  set(
    connectedSessionsAtom,
    get(connectedSessionsAtom).map((held) => (isSessionOf(held, id, namespace) ? next : held)),
  )
  if (activeSession(get(connectedSessionsAtom), namespace) === next) set(rememberNetworkAtom, next.session.network)
})

/** A wallet's accounts or network have changed without a request. Those not connected here stay so. */
const changeSessionAtom = atom(null, (get, set, connector: Connector, session: WalletSession) => {
  const held = get(connectedSessionsAtom).find((each) => isSessionOf(each, connector.id, session.namespace))
  if (held === undefined) return
  const address = keptAddress({ accounts: held.session.accounts, address: held.address }, session)
  set(updateAtom, { ...held, session, address })
})

/** The wallet has switched to a network, as requested. */
export const movedAtom = atom(null, (get, set, connector: Connector, network: WalletSession['network']) => {
  const held = get(connectedSessionsAtom).find((each) => isSessionOf(each, connector.id, namespaceOf(network)))
  if (held !== undefined) set(updateAtom, { ...held, session: { ...held.session, network } })
})

const find = (
  held: readonly ConnectedSession[],
  { connector, session }: WalletConnection,
): ConnectedSession | undefined => held.find((each) => isSessionOf(each, connector.id, session.namespace))

/** Activates this connection, with its network. One that another page has ended meanwhile ends here too. */
export const useConnectionAtom = atom(null, (get, set, connection: WalletConnection) => {
  const { storage, clock } = get(servicesAtom)
  const held = find(get(connectedSessionsAtom), connection)
  if (held === undefined) return
  const { id } = held.connector
  const { namespace } = held.session
  if (!isStored(storage, id, namespace)) {
    set(endHereAtom, (other, name) => other === id && name === namespace)
    return
  }
  const used = { ...held, lastUsedMs: clock.now() }
  set(connectedSessionsAtom, [used, ...get(connectedSessionsAtom).filter((other) => other !== held)])
  storeFirst(storage, used)
  set(setActiveNetworkAtom, used.session.network)
})

/** Activates another of a wallet's granted accounts, and its connection. */
export const useAccountAtom = atom(null, (get, set, connection: WalletConnection, address: string) => {
  const held = find(get(connectedSessionsAtom), connection)
  if (held === undefined || !held.session.accounts.some((account) => account.address === address)) return
  set(
    connectedSessionsAtom,
    get(connectedSessionsAtom).map((other) => (other === held ? { ...held, address } : other)),
  )
  set(useConnectionAtom, connection)
})

/** Ends connections here, then at their wallets; also those of a previous session that are still being restored. */
export const disconnectMatchingAtom = atom(null, async (get, set, isGone: Match) => {
  const held = get(connectedSessionsAtom)
  // A connection that another page has ended meanwhile is held without being stored.
  const inStorage = readStored(get(servicesAtom).storage).map(({ connectorId, network }) => ({
    connectorId,
    namespace: namespaceOf(network),
  }))
  const onlyHeld = held
    .map(({ connector, session }) => ({ connectorId: connector.id, namespace: session.namespace }))
    .filter((one) => !inStorage.some((row) => row.connectorId === one.connectorId && row.namespace === one.namespace))
  const ends = [...inStorage, ...onlyHeld].filter(({ connectorId, namespace }) => isGone(connectorId, namespace))
  set(endHereAtom, isGone)
  await set(endAtWalletsAtom, ends, held)
})

export const disconnectConnectionAtom = atom(null, (_get, set, { connector, session }: WalletConnection) =>
  set(disconnectMatchingAtom, (id, namespace) => id === connector.id && namespace === session.namespace),
)

/** Disconnects a namespace: its connections end, and the modal closes. */
export const disconnectAtom = atom(null, async (_get, set, namespace: Namespace) => {
  const done = set(disconnectMatchingAtom, (_, name) => name === namespace)
  set(announceAtom, t('said.disconnected'))
  set(hideAtom)
  await done
})

/**
 * The user disconnects the active account: the connections in its namespace end, and the modal closes. An account of the embedded wallet is
 * signed out, in every namespace.
 */
export const leaveAccountAtom = atom(null, async (get, set) => {
  const front = get(activeNamespaceAtom)
  const isLogin = activeSession(get(connectedSessionsAtom), front)?.connector.type === 'auth'
  const done = set(disconnectMatchingAtom, (id, name) => name === front || (isLogin && isAuthConnection(id, name)))
  set(announceAtom, t('said.disconnected'))
  set(hideAtom)
  await done
})

/** Disconnects everything, and closes the modal. */
export const disconnectAllAtom = atom(null, async (_get, set) => {
  const done = set(disconnectMatchingAtom, () => true)
  set(announceAtom, t('said.disconnected'))
  set(hideAtom)
  await done
})
