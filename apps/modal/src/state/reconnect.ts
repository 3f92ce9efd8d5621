import { AppError, type ErrorName } from '@latchkey/protocol'
import { atom } from 'jotai/vanilla'
import { isAuthConnection } from '../connectors/auth/authNamespaces.ts'
import type { WalletSession } from '../connectors/Connector.ts'
import { featuresAtom } from '../remote-config/features.ts'
import { type Clock, servicesAtom } from '../services.ts'
import { namespaceOf, type StoredConnection } from '../storedConnections.ts'
import { mayHaveAccountAtom } from './accounts.ts'
import { activeSession, connectedSessionsAtom, isSessionOf } from './connectedSessions.ts'
import { endHereAtom, reconnectAtom } from './connections.ts'
import { discoverAtom, findConnectorAtom } from './connectors.ts'
import { namespacesAtom, siteNetworksAtom } from './networks.ts'
import { openingRouteAtom } from './opening.ts'
import { interruptedAtom, lifeAtom, type Restoring, restoringAtom } from './pending.ts'
import { isOpenAtom, resetRouteAtom, viewAtom } from './route.ts'
import { isStored, readStored } from './stored.ts'

/** Timeout for a wallet to announce itself in the page. */
const findMs = 3000
/** Timeout for it to return its connections. */
const answerMs = 10_000
/** Head start of the most recently used wallet over the others. */
const headStartMs = 1000

/** Failures after which a retry may find the session still valid: it wasn't reported as ended. */
const leavesLoginOpen = (error: AppError): boolean => {
  const open: readonly ErrorName[] = [
    'FRAME_LOAD_FAILED',
    'TIMEOUT',
    'DISCONNECTED',
    'SERVICE_UNREACHABLE',
    'CHAIN_UNREACHABLE',
  ]
  return open.includes(error.name)
}

const toKey = ({ connectorId, network }: StoredConnection): Restoring => ({
  connectorId,
  namespace: namespaceOf(network),
})
const isSame = (one: Restoring, other: Restoring): boolean =>
  one.connectorId === other.connectorId && one.namespace === other.namespace

/** Waits for a result until `limitMs`, then aborts and throws TIMEOUT; without a limit until the modal is destroyed, which aborts too. */
const within = async <value>(
  clock: Clock,
  limitMs: number | null,
  life: AbortSignal,
  act: (signal: AbortSignal) => Promise<value>,
): Promise<value> => {
  const controller = new AbortController()
  const { promise: late, reject } = Promise.withResolvers<never>()
  const cancel =
    limitMs === null
      ? () => undefined
      : clock.after(limitMs, () => {
          controller.abort()
          reject(new AppError('TIMEOUT'))
        })
  return Promise.race([act(AbortSignal.any([controller.signal, life])), late]).finally(cancel)
}

/** Restores one connection. One that its wallet no longer has is removed; one whose wallet couldn't be queried is kept. */
const takeUpOneAtom = atom(null, async (get, set, row: StoredConnection): Promise<void> => {
  const { clock, storage } = get(servicesAtom)
  const key = toKey(row)
  const { connectorId, namespace } = key
  // The user may disconnect meanwhile, or another page: then nothing is restored.
  const isWanted = () => get(restoringAtom).some((other) => isSame(other, key))
  const forget = () => set(endHereAtom, (id, name) => id === connectorId && name === namespace)
  try {
    const connector = await set(findConnectorAtom, connectorId, namespace, findMs)
    if (connector === undefined || !isWanted()) return
    // The embedded wallet has its own limits, for its document and for each request.
    const limitMs = isAuthConnection(connectorId, namespace) ? null : answerMs
    const sessions = await within(clock, limitMs, get(lifeAtom).signal, (signal) =>
      connector.restore({ ...row, namespace, networks: get(siteNetworksAtom), signal }),
    )
    if (!isWanted()) return
    const isKept = (session: WalletSession) => isStored(storage, connectorId, session.namespace)
    const kept = sessions.filter((session) => get(namespacesAtom).includes(session.namespace) && isKept(session))
    for (const session of kept) set(reconnectAtom, connector, session)
    if (!kept.some((session) => session.namespace === namespace)) forget()
  } catch (thrown) {
    if (!isWanted() || !isAuthConnection(connectorId, namespace)) return
    const error = AppError.from(thrown)
    // The stored session is removed with any error (specification section 4); the connection isn't part of it.
    storage.remove('last-login')
    if (leavesLoginOpen(error)) set(interruptedAtom, [...get(interruptedAtom), { ...key, error }])
    else forget()
  } finally {
    set(
      restoringAtom,
      get(restoringAtom).filter((other) => !isSame(other, key)),
    )
  }
})

/** Of connections that replace each other, the first valid one is restored; those after it are removed. */
const takeUpFirstAtom = atom(null, async (get, set, rows: readonly StoredConnection[]): Promise<void> => {
  for (const [index, row] of rows.entries()) {
    const { connectorId, namespace } = toKey(row)
    const isTaken = index > 0 && activeSession(get(connectedSessionsAtom), namespace) !== undefined
    if (isTaken) set(endHereAtom, (id, name) => id === connectorId && name === namespace)
    else await set(takeUpOneAtom, row)
  }
})

/**
 * Restores all connections of a previous session: the most recently used first, then the others, all at once. None waits for a silent
 * wallet: the namespace of one that doesn't answer in time is disconnected. Never throws.
 */
export const takeUpAllAtom = atom(null, async (get, set): Promise<void> => {
  // Taken out of the page while this code was loaded.
  if (get(lifeAtom).signal.aborted) return
  const { clock, storage } = get(servicesAtom)
  const namespaces = get(namespacesAtom)
  const rows = readStored(storage).filter((row) => {
    const { connectorId, namespace } = toKey(row)
    return (
      namespaces.includes(namespace) &&
      !get(connectedSessionsAtom).some((held) => isSessionOf(held, connectorId, namespace))
    )
  })
  set(interruptedAtom, [])
  set(restoringAtom, rows.map(toKey))
  const [first] = rows
  if (first === undefined) return
  // Sources that fail to load find no wallets, so the wait is short.
  if (rows.some((row) => !isAuthConnection(row.connectorId, namespaceOf(row.network))))
    void set(discoverAtom).catch(() => undefined)

  const isAlone = !get(featuresAtom).multiWallet
  const groups = isAlone
    ? namespaces.map((namespace) => rows.filter((row) => toKey(row).namespace === namespace))
    : rows.map((row) => [row])
  const [head = [], ...others] = groups.toSorted((a, b) => Number(b.includes(first)) - Number(a.includes(first)))
  const leading = set(takeUpFirstAtom, head)
  const { promise: headStart, resolve } = Promise.withResolvers<void>()
  const cancel = clock.after(headStartMs, resolve)
  await Promise.race([leading, headStart])
  cancel()
  await Promise.all([leading, ...others.map((group) => set(takeUpFirstAtom, group))])
  // Opened meanwhile for an account that is gone.
  if (!get(isOpenAtom) || get(viewAtom) !== 'Account' || get(mayHaveAccountAtom)) return
  set(resetRouteAtom, get(openingRouteAtom)())
  void set(discoverAtom).catch(() => undefined)
})
