import type { Engine } from './engine.ts'
import { createHub, hubReaders } from './hub.ts'
import type { Modal, ModalOptions } from './Modal.ts'
import type { Eip1193Provider } from './provider/Eip1193Provider.ts'
import { startNetworks } from './startNetworks.ts'
import { createStorage } from './storage.ts'

/** Scripts in the head may run before there is a body to put the modal in. */
const bodyParsed = (): Promise<unknown> | null =>
  document.body === null ? new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve)) : null

/**
 * Make a modal. Cheap, without side effects, and safe on a server: the engine, the views and the wallet frame are loaded
 * at the first gesture or provider call, or right away when an earlier visit left a login open.
 *
 * A wrong setting is not thrown but reported, in the console and in the modal, as an alert (`ALERTS.md`).
 */
export const createModal = (options: ModalOptions): Modal => {
  const storage = createStorage(options.projectId)
  const isRestoring = typeof document === 'object' && storage.read('email-login-used') === true
  const settings = { ...options }
  const [network] = startNetworks(options, storage)
  const hub = createHub({ network, themeMode: options.themeMode, isRestoring })

  let engine: Promise<Engine> | undefined
  let destroyed = false

  const load = (): Promise<Engine> => {
    if (destroyed) return Promise.reject(new Error('This modal was destroyed'))
    engine ??= Promise.all([import('./engine.ts'), bodyParsed()]).then(
      ([{ createEngine }]) => createEngine({ settings, hub, storage }),
      (cause) => {
        // A lost chunk must not be lost for ever.
        engine = undefined
        hub.account.set({ ...hub.account.get(), status: 'disconnected' })
        throw new Error('The modal could not be loaded. Check the connection', { cause })
      },
    )
    return engine
  }
  const once = (act: (engine: Engine) => void): void => {
    engine?.then(act, () => undefined)
  }

  const provider: Eip1193Provider = {
    async request(args) {
      // Libraries ask for these two at page load; that must not load anything.
      const isIdle = engine === undefined && !isRestoring
      if (isIdle && args?.method === 'eth_accounts') return []
      if (isIdle && args?.method === 'eth_chainId') return `0x${hub.network.get().chainId.toString(16)}`
      return (await load()).request(args)
    },
    on: hub.provider.on,
    removeListener: hub.provider.removeListener,
  }

  // After the caller's own turn, so that its listeners are there. Without a project nothing can work: say so at once.
  if (isRestoring || (typeof document === 'object' && !options.projectId))
    queueMicrotask(() => void load().catch(() => undefined))

  return {
    ...hubReaders(hub),
    async open(request) {
      hub.state.set({ ...hub.state.get(), loading: true })
      try {
        await (await load()).open(request)
      } finally {
        hub.state.set({ ...hub.state.get(), loading: false })
      }
    },
    close: () => once((loaded) => loaded.close()),
    disconnect: async () => (await engine)?.disconnect(),
    switchNetwork: async (network) => (await load()).switchNetwork(network),
    getProvider: () => provider,
    setThemeMode(themeMode) {
      settings.themeMode = themeMode
      hub.state.set({ ...hub.state.get(), themeMode })
      once((loaded) => loaded.setTheme(settings))
    },
    setThemeVariables(themeVariables) {
      settings.themeVariables = themeVariables
      once((loaded) => loaded.setTheme(settings))
    },
    destroy() {
      destroyed = true
      once((loaded) => loaded.destroy())
    },
  }
}
