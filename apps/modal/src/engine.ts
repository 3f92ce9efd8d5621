import { AppError } from '@latchkey/protocol'
import { createStore } from 'jotai/vanilla'
import { createServices } from './createServices.ts'
import type { Hub } from './hub.ts'
import type { EntryView, ModalOptions, NetworkId } from './Modal.ts'
import { createRequest } from './provider/createRequest.ts'
import type { RequestArguments } from './provider/Eip1193Provider.ts'
import { publish } from './publish.ts'
import { connectionAtom } from './state/accounts.ts'
import { disconnectAtom, restoreAtom, switchNetworkAtom, verifySessionAtom } from './state/connection.ts'
import { endDiscoveryAtom } from './state/connectors.ts'
import { takeKeyAtom } from './state/frame.ts'
import { closeAtom, openAtom } from './state/modal.ts'
import { activeNetworkIdAtom } from './state/networks.ts'
import { checkSettingsAtom } from './state/project.ts'
import { isOpenAtom } from './state/route.ts'
import { type Services, servicesAtom } from './state/services.ts'
import { setThemeAtom } from './state/theme.ts'
import type { ModalStorage } from './storage.ts'
import { createHost } from './ui/createHost.ts'

export type EngineInput = { settings: ModalOptions; hub: Hub; storage: ModalStorage }

/** What the loader hands calls on to. */
export type Engine = {
  open(request?: { view?: EntryView }): Promise<void>
  close(): void
  disconnect(): Promise<void>
  switchNetwork(network: NetworkId): Promise<void>
  request(args: RequestArguments): Promise<unknown>
  setTheme(settings: Pick<ModalOptions, 'themeMode' | 'themeVariables'>): void
  destroy(): void
}

/** One modal's engine: its store, its services, and the half of it that the page can see. `replace` is for tests. */
export function createEngine({ settings, hub, storage }: EngineInput, replace: Partial<Services> = {}): Engine {
  const store = createStore()
  const host = createHost()
  const services: Services = {
    ...createServices({
      settings,
      hub,
      storage,
      host: host.element,
      chainId: () => store.get(activeNetworkIdAtom),
      onFrameKey: (event) => store.set(takeKeyAtom, event),
      onFrameEnd: () => void store.set(verifySessionAtom),
      clock: replace.clock,
    }),
    ...replace,
  }
  store.set(servicesAtom, services)
  store.set(setThemeAtom, settings.themeMode, settings.themeVariables)

  let views: Promise<() => void> | undefined
  /** Draw the modal; the first time its views and React are loaded. */
  const draw = async (): Promise<void> => {
    views ??= import('./views/mountViews.tsx').then(({ mountViews }) => mountViews(host.element(), store))
    try {
      await views
    } catch (cause) {
      views = undefined
      store.set(closeAtom)
      throw new AppError('SERVICE_UNREACHABLE', { cause })
    }
  }

  const stopPublishing = publish(store, hub)
  const stopDrawing = store.sub(isOpenAtom, () => {
    if (store.get(isOpenAtom)) draw().catch(() => undefined)
  })

  store.set(checkSettingsAtom)
  if (store.get(connectionAtom).status === 'reconnecting') void store.set(restoreAtom)

  return {
    async open(request) {
      store.set(openAtom, request?.view)
      await draw()
    },
    close: () => store.set(closeAtom),
    disconnect: () => store.set(disconnectAtom),
    async switchNetwork(network) {
      if (!settings.networks.includes(network)) throw new AppError('CHAIN_NOT_SUPPORTED')
      await store.set(switchNetworkAtom, network)
    },
    request: createRequest(store),
    setTheme: ({ themeMode, themeVariables }) => store.set(setThemeAtom, themeMode, themeVariables),
    destroy() {
      store.set(closeAtom)
      stopPublishing()
      stopDrawing()
      services.wallet.end()
      services.shared.close()
      store.set(endDiscoveryAtom)
      views?.then(
        (unmount) => unmount(),
        () => undefined,
      )
      host.remove()
    },
  }
}
