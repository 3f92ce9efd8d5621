import type {
  AccountState,
  Modal,
  ModalEvent,
  ModalOptions,
  ModalState,
  NetworkId,
  NetworkState,
  Unsubscribe,
} from './Modal.ts'
import type { ProviderEventName, ProviderEvents, ProviderListener } from './provider/Eip1193Provider.ts'

/** Calls each listener with each value; one that throws does not keep the others from hearing. */
export type Emitter<value> = { emit(value: value): void; listen(listener: (value: value) => void): Unsubscribe }

/** A value that can be read at once and followed. Setting equal fields tells nobody. */
export type Cell<value extends object> = { get(): value; set(next: value): void; listen: Emitter<value>['listen'] }

export type ProviderEmitter = {
  emit<name extends ProviderEventName>(event: name, value: ProviderEvents[name]): void
  on<name extends ProviderEventName>(event: name, listener: ProviderListener<name>): void
  removeListener<name extends ProviderEventName>(event: name, listener: ProviderListener<name>): void
}

/** What the page can see of a modal, there from the first moment; the engine fills it once it is loaded. */
export type Hub = {
  state: Cell<ModalState>
  account: Cell<AccountState>
  network: Cell<NetworkState>
  events: Emitter<ModalEvent>
  provider: ProviderEmitter
}

export const disconnectedAccount: AccountState = {
  status: 'disconnected',
  address: null,
  caipAddress: null,
  email: null,
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

const isSame = (one: object, other: object): boolean =>
  Object.entries(one).every(([key, value]) => Object.is(value, Reflect.get(other, key)))

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

type HubOptions = { network: NetworkId; themeMode: ModalOptions['themeMode']; isRestoring: boolean }

export const createHub = ({ network: caipNetworkId, themeMode, isRestoring }: HubOptions): Hub => {
  return {
    state: createCell<ModalState>({ open: false, view: 'Connect', loading: false, themeMode: themeMode ?? 'dark' }),
    account: createCell({ ...disconnectedAccount, status: isRestoring ? 'reconnecting' : 'disconnected' }),
    network: createCell<NetworkState>({ caipNetworkId, chainId: Number(caipNetworkId.slice(7)), isSupported: true }),
    events: createEmitter<ModalEvent>(),
    provider: createProviderEmitter(),
  }
}

/** The reading half of a modal. */
export const hubReaders = (hub: Hub) =>
  ({
    getState: hub.state.get,
    getAccount: hub.account.get,
    getNetwork: hub.network.get,
    subscribeState: hub.state.listen,
    subscribeAccount: hub.account.listen,
    subscribeNetwork: hub.network.listen,
    subscribeEvents: hub.events.listen,
  }) satisfies Partial<Modal>
