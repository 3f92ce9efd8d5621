import type { Wallet } from '@latchkey/api-client'
import type { CaipNetworkId, ChainNamespace } from '@latchkey/chains'
import type { WalletGroup } from '@latchkey/directory'
import type { ThemeMode, ThemeVariables } from '@latchkey/protocol/theme'
import type { Eip1193Provider } from './provider/Eip1193Provider.ts'

/** A chain as CAIP-2 writes it, such as `eip155:1`. */
export type NetworkId = CaipNetworkId
/** A kind of chain (CAIP-2 namespace) that the modal connects to. */
export type Namespace = ChainNamespace
export type Address = `0x${string}`

/** A way to connect, as Connect lists them. */
export type ConnectMethod = 'email' | 'wallet'

/** A wallet that the site brings itself, reached by its own EIP-1193 provider. */
export type CustomConnector = {
  /** Unlike that of any other wallet; it is stored, so keep it. */
  id: string
  name: string
  /** A picture: a `data:image/…` or `https:` address. */
  icon?: string
  /** Reverse-domain name, by which the directory may know the wallet. */
  rdns?: string
  provider: Pick<Eip1193Provider, 'request'> & Partial<Pick<Eip1193Provider, 'on' | 'removeListener'>>
}

export type ModalOptions = {
  /** As registered with the backend; decides which pages may embed the wallet. */
  projectId: string
  /** Origin of the wallet frame, such as `https://wallet.example.com`. */
  frameUrl: string
  /** Origin of the api, such as `https://api.example.com`. */
  apiUrl: string
  /** The networks that this site works on, in the order in which they are offered. */
  networks: readonly [NetworkId, ...NetworkId[]]
  /** Where a visitor starts; the first of `networks` when absent. */
  defaultNetwork?: NetworkId
  /** How the site describes itself. The wallet shows it as a claim, beside the origin that it knows. */
  metadata: { name: string; description?: string; url?: string; icons?: readonly string[] }
  features?: {
    /** Log in with a code sent by email; on when absent. */
    email?: boolean
    /** Connect a wallet of the visitor's own; on when absent. */
    wallets?: boolean
    /** Several wallets at once in one namespace; off when absent: a second one takes the place of the first. */
    multiWallet?: boolean
    /** What Connect shows first; email before wallets when absent. */
    connectMethodsOrder?: readonly ConnectMethod[]
  }
  /** Ids of the directory: shown before others, in this order. */
  featuredWalletIds?: readonly string[]
  /** Ids of the directory: of its wallets, these alone. */
  includeWalletIds?: readonly string[]
  /** Ids, reverse-domain names or names of wallets that are not shown. Stronger than everything else. */
  excludeWalletIds?: readonly string[]
  /** Wallets that the directory does not know. */
  customWallets?: readonly Wallet[]
  /** Groups of wallets that come before the others, in this order. */
  walletOrder?: readonly WalletGroup[]
  /** Wallets that the site brings itself. */
  connectors?: readonly CustomConnector[]
  /** Wallets on another device, by a relay of your own or your provider's. Without it there is no WalletConnect. */
  walletConnect?: { relayUrl: string; projectId?: string } | false
  /** By WalletConnect alone: its code, and the list of wallets. */
  basic?: boolean
  /** A part of the page instead of a dialog over it: closing shows its first view again. */
  embedded?: boolean
  /** Whether a visitor on a network that is not among `networks` must change it; on when absent. */
  enableNetworkSwitch?: boolean
  /** Let a visitor stay on a network that is not among `networks`; off when absent. */
  allowUnsupportedChain?: boolean
  /** `dark` when absent. */
  themeMode?: ThemeMode
  /** Values of `--lk-…` variables. Unknown names and values outside their grammar are ignored. */
  themeVariables?: ThemeVariables
  /** Linked under the login. */
  termsUrl?: string
  privacyUrl?: string
}

export const viewNames = [
  'Connect',
  'ConnectWallets',
  'AllWallets',
  'ConnectingExternal',
  'ConnectingWalletConnect',
  'ConnectingWalletConnectBasic',
  'WhatIsAWallet',
  'GetAWallet',
  'EmailLogin',
  'Account',
  'ProfileWallets',
  'Networks',
  'SwitchNetwork',
  'SwitchActiveChain',
  'UnsupportedChain',
  'ApproveTransaction',
] as const
export type ViewName = (typeof viewNames)[number]
/** The views that make sense without what leads to them. */
export type EntryView = Extract<
  ViewName,
  'Connect' | 'ConnectWallets' | 'AllWallets' | 'WhatIsAWallet' | 'Account' | 'ProfileWallets' | 'Networks'
>

export type ModalState = {
  open: boolean
  /** The view in front; `Connect` while closed. */
  view: ViewName
  /** The modal's own code is on its way. */
  loading: boolean
  themeMode: ThemeMode
}

export type AccountState = {
  status: 'disconnected' | 'connecting' | 'reconnecting' | 'connected'
  /** Checksummed; null unless connected. */
  address: Address | null
  /** CAIP-10; null unless connected. */
  caipAddress: `${NetworkId}:${Address}` | null
  email: string | null
}

export type NetworkState = {
  caipNetworkId: NetworkId
  chainId: number
  /** Whether it is one of the site's networks. */
  isSupported: boolean
}

/** For developers: what is wrong, why, and exactly what to change. */
export type AlertReport = { code: string; title: string; cause: string; fix: string; link: string }

export type ModalEvent =
  | { type: 'MODAL_OPEN'; view: ViewName }
  | { type: 'MODAL_CLOSE' }
  | { type: 'CONNECTED'; address: Address }
  | { type: 'DISCONNECTED' }
  | { type: 'NETWORK_SWITCHED'; caipNetworkId: NetworkId }
  | { type: 'ALERT'; alert: AlertReport }
  /** A message that claims to be the wallet's and is not; `count` of all so far. */
  | { type: 'MESSAGE_DROPPED'; reason: 'shape' | 'origin'; count: number }

export type Unsubscribe = () => void

/** One modal: its own state, its own part of the page. Nothing is loaded before a gesture or a stored login asks for it. */
export type Modal = {
  /**
   * Show the modal: on `view` when given, else Account when connected and Connect when not. Another `namespace` than the
   * active network's switches to its first network. Resolves when the modal is on screen.
   */
  open(options?: { view?: EntryView; namespace?: Namespace }): Promise<void>
  /** Hide the modal. What waits for an answer inside is rejected. */
  close(): void
  /** Log out here and in the wallet; answers within 3 s whatever the wallet does. */
  disconnect(): Promise<void>
  /** Throws CHAIN_NOT_SUPPORTED when the network is not one of the site's. */
  switchNetwork(network: NetworkId): Promise<void>
  /** EIP-1193, for viem's `custom()` and others. The same object every time. */
  getProvider(namespace: Namespace): Eip1193Provider
  getState(): ModalState
  getAccount(): AccountState
  getNetwork(): NetworkState
  subscribeState(listener: (state: ModalState) => void): Unsubscribe
  subscribeAccount(listener: (account: AccountState) => void): Unsubscribe
  subscribeNetwork(listener: (network: NetworkState) => void): Unsubscribe
  subscribeEvents(listener: (event: ModalEvent) => void): Unsubscribe
  setThemeMode(mode: ThemeMode): void
  setThemeVariables(variables: ThemeVariables): void
  /** Take the modal out of the page for good. */
  destroy(): void
}
