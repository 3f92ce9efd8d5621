import { setTexts } from '@latchkey/copy'
import { AppError } from '@latchkey/protocol'
import { createStore } from 'jotai/vanilla'
import type { Background } from './background/startBackground.ts'
import type { ReadBrand } from './brand/readBrand.ts'
import { createEmbeddedConnector } from './createEmbeddedConnector.ts'
import { createServices } from './createServices.ts'
import type { DataActions } from './data/publishData.ts'
import type { SignInActions } from './data/signIn.ts'
import { startDevelopmentLanguage } from './developmentLanguage.ts'
import type { Hub } from './hub.ts'
import { loadPart } from './loadPart.ts'
import {
  type AccountType,
  type DisconnectOptions,
  type IdToken,
  type IdTokenRequest,
  type ModalEvent,
  type ModalOptions,
  type ModalRequest,
  type NetworkId,
  plainViews,
} from './Modal.ts'
import { checkPlace, parseOptions } from './options/parseOptions.ts'
import type { ReadChains } from './options/readChains.ts'
import type { Calls } from './provider/createCalls.ts'
import { loadForProvider } from './provider/toEarlyError.ts'
import { publish } from './publish.ts'
import { type Services, servicesAtom } from './services.ts'
import type { ProofPart } from './sign-in/session-proof/ProofPart.ts'
import { switchNetworkAtom, verifySessionAtom } from './state/connection.ts'
import { disconnectAllAtom, disconnectAtom, releaseAtom } from './state/connections.ts'
import { addConnectorAtom, endDiscoveryAtom } from './state/connectors.ts'
import { draftEmailAtom, submitEmailAtom } from './state/emailLogin.ts'
import { takeKeyAtom } from './state/frame.ts'
import { closeAtom, disconnectToConnectAtom, type OpenRequest, openAtom } from './state/modal.ts'
import { activeNetworkIdAtom, siteNetworksAtom } from './state/networks.ts'
import { drawFailureAtom, restoringAtom } from './state/pending.ts'
import { reportProblemsAtom } from './state/project.ts'
import { restoreAtom } from './state/restoring.ts'
import { isOpenAtom } from './state/route.ts'
import { smartAccountNetworksAtom } from './state/smartAccounts.ts'
import { setThemeAtom } from './state/theme.ts'
import { reportSilenceAtom } from './state/wallet.ts'
import type { ModalStorage } from './storage.ts'
import type { Curtain } from './ui/createCurtain.ts'
import type { Host } from './ui/createHost.ts'
import { untilPainted } from './ui/untilPainted.ts'

export type EngineInput = {
  /** As the page gave them. */
  options: ModalOptions
  hub: Hub
  storage: ModalStorage
  host: Host
  /** On screen until the views are. */
  curtain: Curtain
  /** Where networks are objects. */
  readChains?: ReadChains | undefined
  /** Where the page asks for session proof. */
  proof?: ProofPart | undefined
  /** Where there is a logo, or a text. */
  readBrand?: ReadBrand | undefined
}

/** What the loader hands calls on to. */
export type Engine = Calls & {
  open(request?: ModalRequest): Promise<void>
  close(): void
  /** Of one namespace, or of all; the modal stays open with `keepOpen`. */
  disconnect(options: DisconnectOptions): Promise<void>
  switchNetwork(network: NetworkId): Promise<void>
  removeNetwork(network: NetworkId): Promise<void>
  setAccountType(type: AccountType): Promise<AccountType>
  linkLogin(): Promise<void>
  data(): Promise<DataActions>
  signIn(): Promise<SignInActions>
  getIdToken(request?: IdTokenRequest): Promise<IdToken>
  getLog(): Promise<string>
  setTheme(settings: Pick<ModalOptions, 'themeMode' | 'themeVariables'>): void
  destroy(): void
}

/** One modal's engine: its store, its services, and the half of it that the page can see. `replace` is for tests. */
export function createEngine(
  { options, hub, storage, host, curtain, readChains, readBrand, proof }: EngineInput,
  replace: Partial<Services> = {},
): Engine {
  const store = createStore()
  const parsed = parseOptions(options, location.host, readChains, proof?.readOptions)
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
        void draw()
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

  let isDestroyed = false
  let views: Promise<() => void> | undefined
  let drawAtOnce = (change: () => void): void => change()
  /** Draw the modal; the first time its views and React are loaded. */
  const draw = async (): Promise<void> => {
    if (isDestroyed) return
    store.set(drawFailureAtom, null)
    // A page has one reader, and its modals one table of words: that of the one that is opened.
    setTexts(brand?.texts)
    if (views === undefined && settings.embedded === undefined) curtain.show()
    views ??= loadPart(import('./views/mountViews.tsx')).then(async (part) => {
      await startDevelopmentLanguage()
      const draft = curtain.hide()
      if (isDestroyed) return () => undefined
      if (draft?.email) store.set(draftEmailAtom, draft.email)
      const unmount = part.mountViews(host.element(), store, {
        isInSight: draft !== undefined,
        isTyping: draft?.isFocused === true,
      })
      drawAtOnce = part.drawAtOnce
      if (draft?.isSubmitted) void store.set(submitEmailAtom, draft.email)
      return unmount
    })
    try {
      await views
    } catch (cause) {
      views = undefined
      curtain.hide()
      const failure = new AppError('SERVICE_UNREACHABLE', { cause })
      store.set(drawFailureAtom, failure)
      store.set(closeAtom)
      throw failure
    }
  }

  let calls: Promise<Calls> | undefined
  const loadCalls = (): Promise<Calls> => {
    calls ??= loadForProvider(import('./provider/createCalls.ts')).then(
      ({ createCalls }) => createCalls(store),
      (failure: unknown) => {
        calls = undefined
        throw failure
      },
    )
    return calls
  }

  let data: Promise<DataActions> | undefined
  const loadData = (): Promise<DataActions> => {
    data ??= loadPart(import('./data/publishData.ts')).then(
      ({ publishData }) => publishData(store, hub),
      (failure: unknown) => {
        data = undefined
        throw failure
      },
    )
    return data
  }
  const followData = () => {
    if (data === undefined && Object.values(hub.wanted.get()).every((count) => count === 0)) return
    loadData().then(
      ({ follow }) => follow(),
      () => undefined,
    )
  }
  followData()
  const stopWanting = hub.wanted.listen(followData)

  let background: Promise<Background | undefined> | undefined
  if (settings.telemetry || settings.enableLogger || settings.registryUrl) {
    // What happens until its code is there.
    const earlier: ModalEvent[] = []
    const stopKeeping = hub.events.listen((event) => earlier.push(event))
    background = import('./background/startBackground.ts').then(
      ({ startBackground }) => {
        stopKeeping()
        return isDestroyed ? undefined : startBackground(store, earlier)
      },
      () => void stopKeeping(),
    )
  }
  const stopPublishing = publish(store, hub)
  const stopProving = proof?.start(store)
  const stopDrawing = store.sub(isOpenAtom, () => {
    if (store.get(isOpenAtom)) draw().catch(() => undefined)
  })

  void store.set(reportProblemsAtom, parsed.problems)
  // What an earlier visit left stays as it is until the developer is done.
  if (!parsed.isUsable) store.set(restoringAtom, [])
  else if (store.get(restoringAtom).length > 0) void store.set(restoreAtom)

  return {
    async open(request) {
      const wish = request?.view
      // A click's event, passed on by `onClick={modal.open}`, has a `view` too: the window.
      const hasNeeds = typeof wish === 'string' && !plainViews.some((plain) => plain === wish)
      const found = hasNeeds ? await (await loadPart(import('./stepViews.ts'))).findView(store, request) : undefined
      void store.set(reportProblemsAtom, checkPlace(settings))
      drawAtOnce(() => {
        // What stands for a step has its place.
        store.set(openAtom, { ...request, ...found } as OpenRequest)
        found?.goOn?.()
      })
      await draw()
    },
    close: () => store.set(closeAtom),
    async disconnect({ namespace, keepOpen = false }) {
      if (keepOpen && store.get(isOpenAtom))
        return store.set(disconnectToConnectAtom, (_, name) => namespace === undefined || name === namespace)
      return namespace === undefined ? store.set(disconnectAllAtom) : store.set(disconnectAtom, namespace)
    },
    data: loadData,
    signIn: async () => (await loadPart(import('./data/signIn.ts'))).signInActions(store),
    async switchNetwork(network) {
      if (!store.get(siteNetworksAtom).includes(network)) throw new AppError('CHAIN_NOT_SUPPORTED')
      await store.set(switchNetworkAtom, network)
    },
    request: async (args, namespace) => (await loadCalls()).request(args, namespace),
    connect: async (namespace) => (await loadCalls()).connect(namespace),
    removeNetwork: async (network) =>
      store.set((await loadPart(import('./state/removeNetwork.ts'))).removeNetworkAtom, network),
    setAccountType: async (type) =>
      store.set((await loadPart(import('./state/accountType.ts'))).setAccountTypeAtom, type),
    linkLogin: async () => store.set((await loadPart(import('./state/linkLogin.ts'))).linkLoginAtom),
    getIdToken: async (request) =>
      store.set((await loadPart(import('./sign-in/id-token/getIdToken.ts'))).getIdTokenAtom, request),
    getLog: async () => (await background)?.readLog() ?? '',
    setTheme({ themeMode, themeVariables }) {
      const { settings: next, problems } = parseOptions(
        { ...options, themeMode, themeVariables },
        location.host,
        readChains,
        proof?.readOptions,
      )
      void store.set(reportProblemsAtom, problems)
      store.set(setThemeAtom, next.themeMode, next.themeVariables)
    },
    destroy() {
      isDestroyed = true
      curtain.hide()
      store.set(closeAtom)
      background?.then((running) => running?.stop())
      stopPublishing()
      stopWanting()
      data?.then(
        ({ stop }) => stop(),
        () => undefined,
      )
      stopProving?.()
      stopDrawing()
      services.wallet.end()
      services.shared.close()
      store.set(endDiscoveryAtom)
      store.set(releaseAtom)
      views?.then(
        (unmount) => unmount(),
        () => undefined,
      )
      host.remove()
    },
  }
}
