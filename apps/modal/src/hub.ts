import type { ThemeMode } from '@latchkey/protocol/theme'
import type { ProviderEventName, ProviderEvents, ProviderListener } from './connectors/Eip1193Provider.ts'
import { type DataName, emptyData, type ModalData } from './data/ModalData.ts'
import type {
  AccountState,
  ConnectionState,
  Modal,
  ModalEvent,
  ModalState,
  Namespace,
  NetworkId,
  NetworkState,
  SessionState,
  Unsubscribe,
} from './Modal.ts'
import type { Settings } from './Settings.ts'
import { namespaceOf } from './storedConnections.ts'

/** Calls each listener with each value; one that throws does not keep the others from hearing. */
export type Emitter<value> = { emit(value: value): void; listen(listener: (value: value) => void): Unsubscribe }

/** A value that can be read synchronously and subscribed to. Setting equal fields notifies no listener. */
export type Cell<value extends object> = { get(): value; set(next: value): void; listen: Emitter<value>['listen'] }

type ProviderEmitter = {
  emit<name extends ProviderEventName>(event: name, value: ProviderEvents[name]): void
  on<name extends ProviderEventName>(event: name, listener: ProviderListener<name>): void
  removeListener<name extends ProviderEventName>(event: name, listener: ProviderListener<name>): void
}

/** A modal's public state, available from the start; the engine fills it once it is loaded. */
export type Hub = {
  state: Cell<ModalState>
  /** Of the active namespace. */
  account: Cell<AccountState>
  network: Cell<NetworkState>
  /** By namespace of the site. */
  namespaces: ReadonlyMap<Namespace, NamespaceCells>
  connections: Cell<readonly ConnectionState[]>
  session: Cell<SessionState>
  /** The page has used an interface for several wallets at once. */
  multiWallet: Cell<{ isUsed: boolean }>
  events: Emitter<ModalEvent>
  /** Data that the page may request; filled while it is requested. */
  data: { readonly [name in DataName]: Cell<ModalData[name]> }
  /** The number of listeners of each. */
  wanted: Cell<Readonly<Record<DataName, number>>>
  provider: ProviderEmitter
}

export type NamespaceCells = { account: Cell<AccountState>; network: Cell<NetworkState> }

export const disconnectedAccount = <namespace extends Namespace>(namespace: namespace): AccountState<namespace> => ({
  namespace,
  status: 'disconnected',
  address: null,
  addresses: [],
  caipAddress: null,
  email: null,
  userName: null,
  wallet: null,
  type: null,
  isSmartAccountDeployed: null,
})

/** A network as the page sees it. */
export const networkState = (caipNetworkId: NetworkId, networks: readonly NetworkId[]): NetworkState => {
  const reference = caipNetworkId.slice(caipNetworkId.indexOf(':') + 1)
  return {
    caipNetworkId,
    chainId: namespaceOf(caipNetworkId) === 'eip155' ? Number(reference) : reference,
    isSupported: networks.includes(caipNetworkId),
  }
}

export const createEmitter = <value>(): Emitter<value> => {
  const listeners = new Set<(value: value) => void>()
  return {
    emit(value) {
      for (const listener of [...listeners]) {
        try {
          listener(value)
        } catch (thrown) {
          reportError(thrown)
        }
      }
    },
    listen(listener) {
      // Wrapped, so that the same function may listen twice and leave once.
      const own = (value: value): void => listener(value)
      listeners.add(own)
      return () => listeners.delete(own)
    },
  }
}

/** The page gets plain data. */
const isSame = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other)

export const createCell = <value extends object>(initial: value): Cell<value> => {
  const { emit, listen } = createEmitter<value>()
  let current = initial
  return {
    get: () => current,
    set(next) {
      if (isSame(next, current)) return
      current = next
      emit(next)
    },
    listen,
  }
}

const createProviderEmitter = (): ProviderEmitter => {
  const emitters: { [name in ProviderEventName]: Emitter<ProviderEvents[name]> } = {
    connect: createEmitter(),
    disconnect: createEmitter(),
    accountsChanged: createEmitter(),
    chainChanged: createEmitter(),
    message: createEmitter(),
  }
  const leaves: [ProviderEventName, unknown, Unsubscribe][] = []
  return {
    emit: (event, value) => emitters[event].emit(value),
    on(event, listener) {
      leaves.push([event, listener, emitters[event].listen(listener)])
    },
    removeListener(event, listener) {
      const index = leaves.findIndex(([name, known]) => name === event && known === listener)
      if (index >= 0) leaves.splice(index, 1)[0]?.[2]()
    },
  }
}

export type HubOptions = Pick<Settings, 'networks'> & {
  themeMode?: ThemeMode | undefined
  /** The initial networks: at most one of each namespace, the active one first. */
  start: readonly [NetworkId, ...NetworkId[]]
  /** Namespaces with a connection of an earlier visit. */
  restoring: readonly Namespace[]
}

/** One of each, by name. */
const mapData = (make: (name: DataName) => unknown): unknown =>
  Object.fromEntries(Object.keys(emptyData).map((name) => [name, make(name as DataName)]))

export const createHub = ({ networks, themeMode, start, restoring }: HubOptions): Hub => {
  const cellsOf = (network: NetworkId): NamespaceCells => {
    const namespace = namespaceOf(network)
    const status = restoring.includes(namespace) ? 'reconnecting' : 'disconnected'
    return {
      account: createCell({ ...disconnectedAccount(namespace), status }),
      network: createCell(networkState(network, networks)),
    }
  }
  const namespaces = new Map<Namespace, NamespaceCells>()
  for (const network of [...start, ...networks])
    if (!namespaces.has(namespaceOf(network))) namespaces.set(namespaceOf(network), cellsOf(network))
  return {
    state: createCell<ModalState>({
      open: false,
      view: 'Connect',
      loading: false,
      isSwitchingNamespace: false,
      themeMode: themeMode ?? 'dark',
    }),
    ...cellsOf(start[0]),
    namespaces,
    connections: createCell<readonly ConnectionState[]>([]),
    session: createCell<SessionState>({ status: 'none', session: null }),
    multiWallet: createCell({ isUsed: false }),
    events: createEmitter<ModalEvent>(),
    data: mapData((name) => createCell<object>(emptyData[name])) as Hub['data'],
    wanted: createCell(mapData(() => 0) as Readonly<Record<DataName, number>>),
    provider: createProviderEmitter(),
  }
}

/** The reading half of a modal. */
export const hubReaders = (hub: Hub) => {
  /** For namespaces that the site doesn't use: never connected. */
  const resting = new Map<Namespace, NamespaceCells>()
  const cells = (namespace: Namespace | undefined): NamespaceCells => {
    if (namespace === undefined) return hub
    const known = hub.namespaces.get(namespace) ?? resting.get(namespace)
    if (known !== undefined) return known
    const rest = { account: createCell<AccountState>(disconnectedAccount(namespace)), network: hub.network }
    resting.set(namespace, rest)
    return rest
  }
  const useMultiWallet = () => hub.multiWallet.set({ isUsed: true })
  return {
    getState: hub.state.get,
    // The map has the cells of a namespace under its name: the types of its values follow.
    getAccount: ((namespace) => cells(namespace).account.get()) as Modal['getAccount'],
    getNetwork: ((namespace) => cells(namespace).network.get()) as Modal['getNetwork'],
    getConnections() {
      useMultiWallet()
      return hub.connections.get()
    },
    subscribeState: hub.state.listen,
    subscribeAccount: ((listener, namespace) =>
      cells(namespace).account.listen(listener as never)) as Modal['subscribeAccount'],
    subscribeNetwork: ((listener, namespace) =>
      cells(namespace).network.listen(listener as never)) as Modal['subscribeNetwork'],
    subscribeConnections(listener) {
      useMultiWallet()
      return hub.connections.listen(listener)
    },
    getSession: hub.session.get,
    subscribeSession: hub.session.listen,
    subscribeEvents: hub.events.listen,
    getData: (name) => hub.data[name].get(),
    subscribeData(name, listener) {
      const count = (change: number) => hub.wanted.set({ ...hub.wanted.get(), [name]: hub.wanted.get()[name] + change })
      // The map has the cells of each under its name: the types of its values follow.
      const stop = hub.data[name].listen(listener as never)
      count(1)
      let isOver = false
      return () => {
        if (!isOver) count(-1)
        isOver = true
        stop()
      }
    },
  } satisfies Partial<Modal>
}
