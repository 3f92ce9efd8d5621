import { connectOverlay } from './connectOverlay.ts'
import type { Engine } from './engine.ts'
import { forward } from './forward.ts'
import { createHub, hubReaders } from './hub.ts'
import type { DisconnectOptions, Modal, ModalOptions, Namespace } from './Modal.ts'
import { readThemeMode, startOptions } from './options/startOptions.ts'
import { createProviders } from './provider/createProviders.ts'
import { toDestroyedError, toUnreachableError } from './provider/toEarlyError.ts'
import { startNetworks } from './startNetworks.ts'
import { createStorage } from './storage.ts'
import { namespaceOf } from './storedConnections.ts'
import { createHost } from './ui/createHost.ts'
import { createLoadingOverlay } from './ui/createLoadingOverlay.ts'
import { untilPainted } from './ui/untilPainted.ts'

/** Scripts in the head may run before there is a body to put the modal in. */
const bodyParsed = (): Promise<unknown> | null =>
  document.body === null ? new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve)) : null

/**
 * Creates a modal. Cheap, without side effects, and safe on a server: the engine, the views and the wallet frame are loaded at the first
 * user gesture or provider call, or right away when a previous session left a wallet connected.
 *
 * Invalid options don't throw but are reported, in the console and in the modal, each as one alert with its fix (`ALERTS.md`).
 */
export const createModal = (options: ModalOptions): Modal => {
  // A page without types may pass anything; the engine parses it.
  const settings: ModalOptions = { ...(typeof options === 'object' ? options : ({} as ModalOptions)) }
  const start = startOptions(options)
  const { networks, themeMode, isComplete } = start
  const storage = createStorage(start.projectId)
  const used = isComplete ? networks.map(namespaceOf) : []
  const stored = typeof document === 'object' ? (storage.read('connections') ?? []) : []
  const restoring = stored.map(({ network }) => namespaceOf(network)).filter((namespace) => used.includes(namespace))
  const isRestoring = restoring.length > 0
  const hub = createHub({ networks, themeMode, start: startNetworks(start, storage), restoring })

  const host = createHost(start.embedded)
  const overlay = createLoadingOverlay({
    host,
    label: start.name,
    theme: () => ({ themeMode: hub.state.get().themeMode, themeVariables: settings.themeVariables ?? {} }),
    onLeave: () => close(),
  })

  let engine: Promise<Engine> | undefined
  /** The overlay is on screen: code that is already loaded doesn't keep the user from seeing it. */
  let painted: Promise<void> | undefined
  /** Everything is loaded: the modal only has to be shown. */
  let isDrawn = false
  /** It was opened and not closed since. */
  let isWanted = false
  let destroyed = false

  /** Rejects with a ProviderRpcError: SERVICE_UNREACHABLE, or DISCONNECTED once the modal was destroyed, also meanwhile. */
  const load = async (): Promise<Engine> => {
    if (destroyed) throw toDestroyedError()
    engine ??= Promise.all([
      import('./engine.ts'),
      start.hasChains ? import('./options/readChains.ts') : undefined,
      // If it fails to load, the modal stays shut: no account gets in without the proof that the page requires.
      start.hasProof ? import('./sign-in/session-proof/sessionProofPart.ts') : undefined,
      start.hasBrand ? import('./brand/readBrand.ts') : undefined,
      bodyParsed(),
      painted,
    ]).then(
      ([{ createEngine }, chains, proof, brand]) =>
        createEngine({
          ...chains,
          ...brand,
          options: settings,
          hub,
          storage,
          host,
          overlay,
          proof: proof?.sessionProofPart,
        }),
      (cause) => {
        // A failed chunk must be retried.
        engine = undefined
        for (const { account } of [hub, ...hub.namespaces.values()])
          account.set({ ...account.get(), status: 'disconnected' })
        throw toUnreachableError(cause)
      },
    )
    const loaded = await engine
    if (destroyed) throw toDestroyedError()
    return loaded
  }
  const once = (act: (engine: Engine) => void) => void engine?.then(act, () => undefined)
  const close = (): void => {
    isWanted = false
    overlay.hide()
    once((loaded) => loaded.close())
  }
  /** Connections of a previous session end too, also before they are restored. */
  const disconnect = async (given?: Namespace | DisconnectOptions): Promise<void> => {
    const { namespace, keepOpen } = typeof given === 'string' ? { namespace: given } : (given ?? {})
    await (await (engine ?? (isRestoring ? load() : undefined)))?.disconnect({ namespace, keepOpen })
  }

  const readers = hubReaders(hub)
  const isIdle = () => engine === undefined && !isRestoring
  const getProvider = createProviders(hub, readers, { load, disconnect, isIdle })

  // After the caller's own turn, so that its listeners are registered. Without required options nothing can work: report that at once.
  if (isRestoring || (typeof document === 'object' && !isComplete))
    queueMicrotask(() => void load().catch(() => undefined))

  /** Both chunks are loaded together. A failed one is loaded again when it is needed. */
  const fetchFirst = (): void => {
    for (const part of [import('./engine.ts'), import('./views/mountViews.tsx')]) part.catch(() => undefined)
  }

  return {
    ...readers,
    preload() {
      if (typeof document === 'object' && !destroyed) fetchFirst()
    },
    async open(request) {
      if (isDrawn || destroyed) return (await load()).open(request)
      const isLoading = hub.state.get().loading
      isWanted = true
      hub.state.set({ ...hub.state.get(), loading: true })
      if ((engine === undefined || isLoading) && document.body !== null && start.embedded === undefined) {
        // A page may pass an event of its button on.
        const view: unknown = request?.view
        const isConnect = isComplete && !isRestoring && (typeof view !== 'string' || view === 'Connect')
        overlay.show(isConnect ? connectOverlay(start.connect, storage, used) : undefined)
        painted = untilPainted()
      }
      fetchFirst()
      try {
        const loaded = await load()
        // Closed meanwhile.
        if (!isWanted) return
        await loaded.open(request)
        isDrawn = true
      } finally {
        overlay.hide()
        hub.state.set({ ...hub.state.get(), loading: false })
      }
    },
    close,
    disconnect,
    ...forward(load, 'switchNetwork', 'removeNetwork', 'setAccountType', 'linkLogin', 'getIdToken'),
    subscribeData(name, listener) {
      // These are of the site; the others are of an account, and with one the engine is there.
      if ((name === 'networks' || name === 'wallets') && typeof document === 'object') load().catch(() => undefined)
      return readers.subscribeData(name, listener)
    },
    ...forward(async () => (await load()).data(), 'refresh', 'loadMore', 'searchWallets'),
    ...forward(async () => (await load()).signIn(), 'connectWallet', 'signInWithEmail', 'signInWith'),
    getLog: async () => (await engine)?.getLog() ?? '',
    getProvider,
    setThemeMode(themeMode) {
      settings.themeMode = themeMode
      hub.state.set({ ...hub.state.get(), themeMode: readThemeMode(themeMode) })
      once((loaded) => loaded.setTheme(settings))
    },
    setThemeVariables(themeVariables) {
      settings.themeVariables = themeVariables
      once((loaded) => loaded.setTheme(settings))
    },
    destroy() {
      destroyed = true
      overlay.hide()
      host.remove()
      once((loaded) => loaded.destroy())
    },
  }
}
