import type { ProjectConfig } from '@latchkey/api-client'
import type { errorCopy } from '@latchkey/copy/error'
import type { ColorMode, ThemeMode } from '@latchkey/protocol/theme'
import { atom } from 'jotai/vanilla'
import type { ReactNode } from 'react'
import type { AccountApi } from './account/AccountApi.ts'
import type { BuyApi } from './buy/createBuyApi.ts'
import type { AuthConnector } from './connectors/auth/createAuthConnector.ts'
import type { Connector } from './connectors/Connector.ts'
import type { OpenerWindow } from './connectors/social/popupFeatures.ts'
import type { Directory } from './directory/Directory.ts'
import type { CaptureApi } from './emailCapture/createCaptureApi.ts'
import type { ExchangesApi } from './exchanges/createExchangesApi.ts'
import type { Hub } from './hub.ts'
import type { NetworkId, ViewName } from './Modal.ts'
import type { NamesApi } from './names/NamesApi.ts'
import type { Settings } from './Settings.ts'
import type { ProofPart } from './sign-in/session-proof/ProofPart.ts'
import type { ModalStorage } from './storage.ts'
import type { SwapApi } from './swap/SwapApi.ts'

/** Time, so that tests need not wait. */
export type Clock = {
  /** Milliseconds since 1970. */
  now(): number
  /** Calls a function once after `delayMs`; returns a function that cancels it. */
  after(delayMs: number, act: () => void): () => void
}

export type SharedChanges = {
  /** Connections have ended here. */
  tell(): void
  /** Called for changes elsewhere. Returns a function that unsubscribes. */
  listen(listener: () => void): () => void
  /** No listener is notified after that. */
  close(): void
}

export type Services = {
  /** Parsed: whole and in bounds. */
  settings: Settings
  /** Draws the site's logo in its views; only there with the option. */
  Logo?: ((props: { mode: ThemeMode; view: ViewName }) => ReactNode) | undefined
  /** Whether the page gave all required options. */
  isUsable: boolean
  hub: Hub
  storage: ModalStorage
  clock: Clock
  /** Calls a function once the active view has been on screen: what it doesn't need must not delay it. */
  afterDrawing(act: () => void): void
  wallet: AuthConnector
  /**
   * Loads the code that finds the site's wallets in this page; each is announced once, including late ones. Resolves with a function that
   * stops it.
   */
  loadConnectors(onConnector: (connector: Connector) => void): Promise<() => void>
  /** Other pages of the site and other modals on this one, that share the project's storage. */
  shared: SharedChanges
  /** Session proof, where the site requests it. */
  proof?: ProofPart | undefined
  /** Calls a node of a network, through the api. Throws AppErrors only. */
  askNode(network: NetworkId, call: { method: string; params?: unknown }): Promise<unknown>
  /** On a phone a wallet is another app; elsewhere it is an extension, or on the phone beside it. */
  isMobile(): boolean
  /** Resolves when the api lists this page's origin for the project; throws the errors of the `origins` endpoint. */
  checkOrigin(): Promise<void>
  /** Resolves with the project's decisions about its pages; its code is loaded first. Throws the errors of `getProjectConfig`. */
  loadProjectConfig(): Promise<ProjectConfig>
  /** The backend's list of wallets; its code is loaded first. */
  loadDirectory(): Promise<Directory>
  /** The backend's account data; its code is loaded first. */
  loadAccountApi(): Promise<AccountApi>
  /** The backend's rows about email capture; its code is loaded first. */
  loadCaptureApi(): Promise<CaptureApi>
  /** The backend's rows about swaps; its code is loaded first. */
  loadSwapApi(): Promise<SwapApi>
  /** The backend's rows about names that accounts register; its code is loaded first. */
  loadNamesApi(): Promise<NamesApi>
  /** The backend's rows about buying; its code is loaded first. */
  loadBuyApi(): Promise<BuyApi>
  /** The backend's row about payments from exchanges; its code is loaded first. */
  loadExchangesApi(): Promise<ExchangesApi>
  /** The texts of errors, which are loaded with the first one. */
  loadErrorCopy(): Promise<typeof errorCopy>
  /** The texts of alerts, which are loaded with the first one. */
  loadAlertWords(): Promise<Pick<typeof import('./describeAlert.ts'), 'describeAlert' | 'alertText'>>
  /** This page's window. */
  page: OpenerWindow
  /** This page's origin. */
  origin: string
  /** Whether any wallet has injected a provider into the page. */
  isProviderInPage(): boolean
  /** Asks the page's wallets to announce themselves, and returns at once whether one of the site's namespaces has any. */
  isWalletInPage(): boolean
  /** The color scheme of a theme mode: `system` is the user's preference. */
  colorMode(mode: ThemeMode): ColorMode
  /** Copies text to the clipboard; rejects when the browser refuses. */
  copy(text: string): Promise<void>
  /** Logs to the developer's console. */
  log(severity: 'error' | 'warning' | 'info', text: string): void
}

const base = atom<Services | null>(null)

/** Everything outside the state. Set once, before anything else is read. */
export const servicesAtom = atom(
  (get): Services => {
    const services = get(base)
    if (services === null) throw new Error('The services of a modal are set before its state is read')
    return services
  },
  (_get, set, services: Services) => set(base, services),
)
