import { parseJson } from '@latchkey/protocol/parseJson'
import type { Eip1193Provider, RequestArguments } from './connectors/Eip1193Provider.ts'
import { isWalletInPage } from './connectors/isWalletInPage.ts'
import type { Engine } from './engine.ts'
import { createHub, hubReaders } from './hub.ts'
import type { DisconnectOptions, Modal, ModalOptions, Namespace, NamespaceProvider } from './Modal.ts'
import { methodOrder } from './options/methodOrder.ts'
import { readThemeMode, startOptions } from './options/startOptions.ts'
import { createBitcoinProvider } from './provider/bitcoin/createBitcoinProvider.ts'
import { createAccountProvider } from './provider/createAccountProvider.ts'
import type { ProviderSource } from './provider/ProviderSource.ts'
import { createSolanaProvider } from './provider/solana/createSolanaProvider.ts'
import { toDestroyedError, toUnreachableError } from './provider/toEarlyError.ts'
import { startNetworks } from './startNetworks.ts'
import { createStorage } from './storage.ts'
import { namespaceOf } from './storedConnections.ts'
import { createCurtain } from './ui/createCurtain.ts'
import { createHost } from './ui/createHost.ts'
import { untilPainted } from './ui/untilPainted.ts'

/** Scripts in the head may run before there is a body to put the modal in. */
const bodyParsed = (): Promise<unknown> | null =>
  document.body === null ? new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve)) : null

/** Heights in Connect: the title bar with the email form, the line of login providers, the wallets. */
const emailPx = 251
const socialsPx = 64
const walletsPx = 391

/**
 * Make a modal. Cheap, without side effects, and safe on a server: the engine, the views and the wallet frame are loaded
 * at the first gesture or provider call, or right away when an earlier visit left a wallet connected.
 *
 * Wrong options are not thrown but reported, in the console and in the modal, each as one alert with its fix (`ALERTS.md`).
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
  const curtain = createCurtain({
    host,
    label: start.name,
    theme: () => ({ themeMode: hub.state.get().themeMode, themeVariables: settings.themeVariables ?? {} }),
    onLeave: () => close(),
  })

  let engine: Promise<Engine> | undefined
  /** The curtain is on screen: code that is there already does not keep the user from seeing it. */
  let painted: Promise<void> | undefined
  /** There is nothing to load any more: the modal has only to be shown. */
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
      // A lost one keeps the modal shut: no account gets in without the proof that the page asks for.
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
          curtain,
          proof: proof?.sessionProofPart,
        }),
      (cause) => {
        // A lost chunk must not be lost for ever.
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
  const once = (act: (engine: Engine) => void): void => {
    engine?.then(act, () => undefined)
  }
  const close = (): void => {
    isWanted = false
    curtain.hide()
    once((loaded) => loaded.close())
  }
  /** What an earlier visit left connected ends too, also before anything of it was taken up. */
  const disconnect = async (given?: Namespace | DisconnectOptions): Promise<void> => {
    const { namespace, keepOpen } = typeof given === 'string' ? { namespace: given } : (given ?? {})
    await (await (engine ?? (isRestoring ? load() : undefined)))?.disconnect({ namespace, keepOpen })
  }

  const provider: Eip1193Provider = {
    async request(args) {
      // Libraries ask for these two at page load; that must not load anything.
      const isIdle = engine === undefined && !isRestoring
      if (isIdle && args?.method === 'eth_accounts') return []
      const network = hub.namespaces.get('eip155')?.network.get()
      if (isIdle && args?.method === 'eth_chainId' && network !== undefined) return `0x${network.chainId.toString(16)}`
      return (await load()).request(args)
    },
    on: hub.provider.on,
    removeListener: hub.provider.removeListener,
  }

  const readers = hubReaders(hub)
  const providers = new Map<Namespace, Eip1193Provider | NamespaceProvider>([['eip155', provider]])
  const providerOf = (namespace: Namespace): Eip1193Provider | NamespaceProvider => {
    const known = providers.get(namespace)
    const made = known ?? createProvider(namespace)
    if (known === undefined) providers.set(namespace, made)
    return made
  }
  const createProvider = (namespace: Namespace): NamespaceProvider => {
    const request = async (args: RequestArguments) => (await load()).request(args, namespace)
    const source: ProviderSource = {
      request,
      account: {
        get: () => readers.getAccount(namespace),
        listen: (listener) => readers.subscribeAccount(listener, namespace),
      },
      connect: async () => (await load()).connect(namespace),
      disconnect: () => disconnect(namespace),
    }
    if (namespace === 'solana') return createSolanaProvider(source)
    return namespace === 'bip122' ? createBitcoinProvider(source) : createAccountProvider(namespace, source)
  }

  // After the caller's own turn, so that its listeners are there. Without what is required nothing can work: say so at once.
  if (isRestoring || (typeof document === 'object' && !isComplete))
    queueMicrotask(() => void load().catch(() => undefined))

  /** Both chunks are loaded together. A lost one is loaded again when it is needed. */
  const fetchFirst = (): void => {
    for (const part of [import('./engine.ts'), import('./views/mountViews.tsx')]) part.catch(() => undefined)
  }

  /** The surface at once and, where the email field comes first, that field: it takes keys before anything else is loaded. */
  const showCurtain = (view: unknown): void => {
    const { order, hasEmail, hasSocials, hasWallets } = start.connect
    // The project's decisions over the page's, as the engine reads them.
    const project = (parseJson(storage.read('project-config') ?? '') ?? {}) as { email?: unknown; socials?: unknown[] }
    const hasProviders = project.socials ? project.socials[0] : hasSocials
    const isConnect = isComplete && !isRestoring && (typeof view !== 'string' || view === 'Connect')
    const [first] = methodOrder(order, hasWallets && isWalletInPage(window, used), {
      email: hasEmail && project.email !== false,
      social: hasProviders,
      wallet: hasWallets,
    })
    curtain.show({
      heightPx: isConnect ? emailPx + (hasProviders ? socialsPx : 0) + (hasWallets ? walletsPx : 0) : undefined,
      hasField: isConnect && first === 'email',
    })
    painted = untilPainted()
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
      if ((engine === undefined || isLoading) && document.body !== null && start.embedded === undefined)
        showCurtain(request?.view)
      fetchFirst()
      try {
        const loaded = await load()
        // Closed meanwhile.
        if (!isWanted) return
        await loaded.open(request)
        isDrawn = true
      } finally {
        curtain.hide()
        hub.state.set({ ...hub.state.get(), loading: false })
      }
    },
    close,
    disconnect,
    switchNetwork: async (network) => (await load()).switchNetwork(network),
    removeNetwork: async (network) => (await load()).removeNetwork(network),
    setAccountType: async (type) => (await load()).setAccountType(type),
    linkLogin: async () => (await load()).linkLogin(),
    subscribeData(name, listener) {
      // These are of the site; the others are of an account, and with one the engine is there.
      if ((name === 'networks' || name === 'wallets') && typeof document === 'object') load().catch(() => undefined)
      return readers.subscribeData(name, listener)
    },
    refresh: async (name) => (await (await load()).data()).refresh(name),
    loadMore: async (name) => (await (await load()).data()).loadMore(name),
    searchWallets: async (text) => (await (await load()).data()).searchWallets(text),
    connectWallet: async (id, options) => (await (await load()).signIn()).connectWallet(id, options),
    signInWithEmail: async (email) => (await (await load()).signIn()).signInWithEmail(email),
    signInWith: async (provider) => (await (await load()).signIn()).signInWith(provider),
    getIdToken: async (request) => (await load()).getIdToken(request),
    getLog: async () => (await engine)?.getLog() ?? '',
    // Each is made for its namespace, which the map's one type does not hold.
    getProvider: providerOf as Modal['getProvider'],
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
      curtain.hide()
      host.remove()
      once((loaded) => loaded.destroy())
    },
  }
}
