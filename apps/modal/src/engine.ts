import { createStore } from 'jotai/vanilla'
import { type AccountActions, accountActions } from './accountActions.ts'
import { loadBackground } from './background/loadBackground.ts'
import type { ReadBrand } from './brand/readBrand.ts'
import { createDrawing } from './createDrawing.ts'
import { createEmbeddedConnector } from './createEmbeddedConnector.ts'
import { createLazy } from './createLazy.ts'
import { createServices } from './createServices.ts'
import { loadDataWhenWanted } from './data/loadData.ts'
import type { DataActions } from './data/publishData.ts'
import { forward } from './forward.ts'
import type { Hub } from './hub.ts'
import { loadPart } from './loadPart.ts'
import { type DisconnectOptions, type ModalOptions, type ModalRequest, plainViews } from './Modal.ts'
import { checkPlace, parseOptions } from './options/parseOptions.ts'
import type { ReadChains } from './options/readChains.ts'
import type { Calls } from './provider/createCalls.ts'
import { loadForProvider } from './provider/toEarlyError.ts'
import { publish } from './publish.ts'
import { type Services, servicesAtom } from './services.ts'
import type { ProofPart } from './sign-in/session-proof/ProofPart.ts'
import { verifySessionAtom } from './state/connection.ts'
import { disconnectAllAtom, disconnectAtom, releaseAtom } from './state/connections.ts'
import { addConnectorAtom, endDiscoveryAtom } from './state/connectors.ts'
import { takeKeyAtom } from './state/frame.ts'
import { closeAtom, disconnectToConnectAtom, type OpenRequest, openAtom } from './state/modal.ts'
import { activeNetworkIdAtom } from './state/networks.ts'
import { restoringAtom } from './state/pending.ts'
import { reportProblemsAtom } from './state/project.ts'
import { restoreAtom } from './state/restoring.ts'
import { isOpenAtom } from './state/route.ts'
import { smartAccountNetworksAtom } from './state/smartAccounts.ts'
import { setThemeAtom } from './state/theme.ts'
import { reportSilenceAtom } from './state/wallet.ts'
import type { ModalStorage } from './storage.ts'
import type { Host } from './ui/createHost.ts'
import type { LoadingOverlay } from './ui/createLoadingOverlay.ts'
import { untilPainted } from './ui/untilPainted.ts'

export type EngineInput = {
  /** As the page passed them. */
  options: ModalOptions
  hub: Hub
  storage: ModalStorage
  host: Host
  /** On screen until the views are. */
  overlay: LoadingOverlay
  /** Loaded where networks are objects. */
  readChains?: ReadChains | undefined
  /** Loaded where the page requests session proof. */
  proof?: ProofPart | undefined
  /** Loaded where there is a logo, or a text. */
  readBrand?: ReadBrand | undefined
}

/** The loader forwards its calls to these. */
export type Engine = Calls &
  AccountActions & {
    open(request?: ModalRequest): Promise<void>
    close(): void
    /** Of one namespace, or of all; the modal stays open with `keepOpen`. */
    disconnect(options: DisconnectOptions): Promise<void>
    data(): Promise<DataActions>
    getLog(): Promise<string>
    setTheme(settings: Pick<ModalOptions, 'themeMode' | 'themeVariables'>): void
    destroy(): void
  }

/** One modal's engine: its store, its services, and its public half. `replace` is for tests. */
export function createEngine(
  { options, hub, storage, host, overlay, readChains, readBrand, proof }: EngineInput,
  replace: Partial<Services> = {},
): Engine {
  const store = createStore()
  const parse = (given: unknown) => parseOptions(given, location.host, readChains, proof?.readOptions)
  const parsed = parse(options)
  const { settings } = parsed
  const brand = readBrand?.(options, (problems) => void store.set(reportProblemsAtom, problems))
  const services: Services = {
    ...createServices({
      ...parsed,
      hub,
      storage,
      host: host.element,
      chainId: () => store.get(activeNetworkIdAtom),
      onFrameKey: (event) => store.set(takeKeyAtom, event),
      onFrameEnd: () => void store.set(verifySessionAtom),
      onFrameSilent: () => store.set(reportSilenceAtom),
      onSmartAccountNetworks: (chainIds) => store.set(smartAccountNetworksAtom, chainIds),
      afterDrawing: (act) =>
        void drawing
          .draw()
          .then(untilPainted)
          .then(act, () => undefined),
      clock: replace.clock,
    }),
    proof,
    ...brand,
    ...replace,
  }
  store.set(servicesAtom, services)
  store.set(setThemeAtom, settings.themeMode, settings.themeVariables)
  store.set(addConnectorAtom, createEmbeddedConnector(store))

  const drawing = createDrawing({
    store,
    host,
    overlay,
    isEmbedded: settings.embedded !== undefined,
    texts: brand?.texts,
  })
  const calls = createLazy(async () => (await loadForProvider(import('./provider/createCalls.ts'))).createCalls(store))
  const data = loadDataWhenWanted(store, hub)
  const background = loadBackground(store, hub, settings)
  const stopPublishing = publish(store, hub)
  const stopProving = proof?.start(store)

  void store.set(reportProblemsAtom, parsed.problems)
  // A previous session's data stays as it is until the developer has fixed the options.
  if (!parsed.isUsable) store.set(restoringAtom, [])
  else if (store.get(restoringAtom).length > 0) void store.set(restoreAtom)

  return {
    ...accountActions(store),
    async open(request) {
      const wish = request?.view
      // A click's event, passed on by `onClick={modal.open}`, has a `view` too: the window.
      const hasNeeds = typeof wish === 'string' && !(plainViews as readonly string[]).includes(wish)
      const found = hasNeeds ? await (await loadPart(import('./stepViews.ts'))).findView(store, request) : undefined
      void store.set(reportProblemsAtom, checkPlace(settings))
      drawing.atOnce(() => {
        // A step's placeholder counts as its view.
        store.set(openAtom, { ...request, ...found } as OpenRequest)
        found?.goOn?.()
      })
      await drawing.draw()
    },
    close: () => store.set(closeAtom),
    async disconnect({ namespace, keepOpen = false }) {
      if (keepOpen && store.get(isOpenAtom))
        return store.set(disconnectToConnectAtom, (_, name) => namespace === undefined || name === namespace)
      return namespace === undefined ? store.set(disconnectAllAtom) : store.set(disconnectAtom, namespace)
    },
    data: data.get,
    ...forward(calls.get, 'request', 'connect'),
    getLog: background.getLog,
    setTheme({ themeMode, themeVariables }) {
      const { settings: next, problems } = parse({ ...options, themeMode, themeVariables })
      void store.set(reportProblemsAtom, problems)
      store.set(setThemeAtom, next.themeMode, next.themeVariables)
    },
    destroy() {
      drawing.end()
      store.set(closeAtom)
      background.stop()
      stopPublishing()
      data.stop()
      stopProving?.()
      services.wallet.end()
      services.shared.close()
      store.set(endDiscoveryAtom)
      store.set(releaseAtom)
      host.remove()
    },
  }
}
