import { t } from '@latchkey/copy/modal'
import type { FrameKeyEvent } from '@latchkey/protocol'
import { createLazyAuthConnector } from './connectors/auth/createLazyAuthConnector.ts'
import { isWalletInPage } from './connectors/isWalletInPage.ts'
import type { WalletLink } from './connectors/walletConnect/walletLinks.ts'
import { createSharedChanges } from './createSharedChanges.ts'
import type { Hub } from './hub.ts'
import { loadPart } from './loadPart.ts'
import type { Settings } from './Settings.ts'
import { sdkVersion } from './sdkVersion.ts'
import type { Clock, Services } from './services.ts'
import type { ModalStorage } from './storage.ts'
import { namespaceOf } from './storedConnections.ts'

type ServicesInput = {
  settings: Settings
  isUsable: boolean
  hub: Hub
  storage: ModalStorage
  host: () => Element
  /** CAIP-2 id of the active network. */
  chainId: () => string
  onFrameKey: (event: FrameKeyEvent) => void
  onFrameEnd: () => void
  onFrameSilent: () => void
  afterDrawing: Services['afterDrawing']
  /** EVM chain ids, as the embedded wallet reports them. */
  onSmartAccountNetworks: (chainIds: readonly number[]) => void
  clock?: Clock | undefined
}

const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, act) {
    const timer = setTimeout(act, delayMs)
    return () => clearTimeout(timer)
  },
}

/** The services of a real page. */
export function createServices(input: ServicesInput): Services {
  const { settings, hub, storage, host, chainId, clock = systemClock } = input
  const log: Services['log'] = (severity, text) =>
    // Developers look in the console for setup errors: this is the only code that writes to it.
    // biome-ignore lint/suspicious/noConsole: alerts for developers
    console[severity === 'warning' ? 'warn' : severity](`[latchkey] ${text}`)
  const { name, description = '', url = location.origin, icons = [] } = settings.metadata
  const metadata = { name, description, url, icons: [...icons] }
  const isMobile = (): boolean => /Android|iPhone|iPad|iPod/i.test(navigator.userAgent)
  // A request follows a user gesture, so the browser lets the wallet come to the front.
  const onWaiting = ({ href, target }: WalletLink): void => {
    if (isMobile()) window.open(href, target, 'noopener,noreferrer')
  }
  let dropped = 0
  let nodes: Services['askNode'] | undefined
  const backend = { ...settings, sdkVersion }
  const services: Services = {
    settings,
    isUsable: input.isUsable,
    hub,
    storage,
    clock,
    afterDrawing: input.afterDrawing,
    wallet: createLazyAuthConnector({
      ...settings,
      metadata,
      sdkVersion,
      frameTitle: t('frameTitle'),
      chainId,
      host,
      after: clock.after,
      onDrop: (reason) => hub.events.emit({ type: 'MESSAGE_DROPPED', reason, count: ++dropped }),
      onWarning: (text) => services.log('warning', text),
      onKey: input.onFrameKey,
      onSmartAccountNetworks: input.onSmartAccountNetworks,
      onEnd: input.onFrameEnd,
      onSilent: input.onFrameSilent,
    }),
    async loadConnectors(onConnector) {
      return (await loadPart(import('./connectors/loadConnectors.ts'))).loadConnectors(
        { settings, metadata, onWaiting },
        onConnector,
      )
    },
    shared: createSharedChanges(settings.projectId),
    askNode: async (network, call) => {
      const { createAskNode } = await loadPart(import('./connectors/createAskNode.ts'))
      nodes ??= createAskNode(backend, settings)
      return nodes(network, call)
    },
    isMobile,
    async checkOrigin() {
      await (await loadPart(import('./connectors/checkOrigin.ts'))).checkOrigin({
        ...backend,
        origin: globalThis.origin,
      })
    },
    loadProjectConfig: async () =>
      (await loadPart(import('./remote-config/loadProjectConfig.ts'))).loadProjectConfig(backend),
    loadDirectory: async () => (await loadPart(import('./directory/createDirectory.ts'))).createDirectory(backend),
    loadAccountApi: async () =>
      (await loadPart(import('./account/createAccountApi.ts'))).createAccountApi({ ...backend, storage }),
    loadCaptureApi: async () =>
      (await loadPart(import('./emailCapture/createCaptureApi.ts'))).createCaptureApi(backend),
    loadSwapApi: async () => (await loadPart(import('./swap/SwapApi.ts'))).createSwapApi(backend, storage),
    loadNamesApi: async () => (await loadPart(import('./names/NamesApi.ts'))).createNamesApi(backend),
    loadBuyApi: async () => (await loadPart(import('./buy/createBuyApi.ts'))).createBuyApi(backend),
    loadExchangesApi: async () =>
      (await loadPart(import('./exchanges/createExchangesApi.ts'))).createExchangesApi(backend),
    loadErrorCopy: async () => (await loadPart(import('@latchkey/copy/error'))).errorCopy,
    loadAlertWords: () => loadPart(import('./describeAlert.ts')),
    page: globalThis,
    origin: location.origin,
    isProviderInPage: () => 'ethereum' in window,
    isWalletInPage: () =>
      settings.basic !== true && isWalletInPage(window, [...new Set(settings.networks.map(namespaceOf))]),
    colorMode: (mode) =>
      mode === 'system' ? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light') : mode,
    copy: (text) => navigator.clipboard.writeText(text),
    log,
  }
  return services
}
