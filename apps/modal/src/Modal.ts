import type { CaipNetworkId, ChainNamespace, ChainObject } from '@latchkey/chains'
import type { LoginProvider } from '@latchkey/protocol/loginProviders'
import type { ThemeMode, ThemeVariables } from '@latchkey/protocol/theme'
import type { TextKey } from './brand/TextKey.ts'
import type { AccountType, ConnectorType, WalletAccount } from './connectors/Connector.ts'
import type { Eip1193Provider, RequestArguments } from './connectors/Eip1193Provider.ts'
import type { DataName, ModalData } from './data/ModalData.ts'
import type { BitcoinProvider } from './provider/bitcoin/BitcoinProvider.ts'
import type { SolanaProvider } from './provider/solana/SolanaProvider.ts'
import type { CosmosProvider } from './provider/typed/CosmosProvider.ts'
import type { PolkadotProvider } from './provider/typed/PolkadotProvider.ts'
import type { StacksProvider } from './provider/typed/StacksProvider.ts'
import type { SuiProvider } from './provider/typed/SuiProvider.ts'
import type { SessionState, SiweConfig, SiwxOption, SiwxSettings } from './sign-in/session-proof/SessionProof.ts'

export type { TextKey } from './brand/TextKey.ts'
export type { AccountType } from './connectors/Connector.ts'
export type {
  SessionState,
  SignInAccount,
  SignInData,
  SignInMessage,
  SignInSession,
  SiweConfig,
  SiweMessageInput,
  SiwxOption,
  SiwxSettings,
} from './sign-in/session-proof/SessionProof.ts'
/** Initial values of the swap form: tokens by symbol, address or CAIP-10, and the amount of the first. Invalid values are ignored. */
export type SwapArguments = { fromToken?: string; toToken?: string; amount?: string }

/**
 * Initial values of the view PayWithExchange. `asset`: CAIP-19. `amount`: decimal text in whole tokens. `recipient`: CAIP-10, an account of
 * yours on the asset's network that the user pays instead of funding their own; it needs `asset`, and the feature `payments`.
 */
export type ExchangeArguments = { asset?: string; amount?: string; recipient?: string }

/** A chain as CAIP-2 writes it, such as `eip155:1`. */
export type NetworkId = CaipNetworkId
/**
 * A network as an object: a chain of `viem/chains`, or one that you write in viem's shape, with `chainNamespace` and `caipNetworkId` where it
 * isn't an EVM network. For networks in the registry, the registry's data takes precedence; for others the user sees the object's.
 */
export type CustomNetwork = ChainObject
/** A CAIP-2 namespace that the modal connects to. */
export type Namespace = ChainNamespace
export type Address = `0x${string}`

/** A way to connect, as Connect lists them. */
export type ConnectMethod = 'email' | 'social' | 'wallet'

/** Methods in the order in which Connect shows them. `installed`: wallets, where one is installed. */
export type ConnectMethodsOrder = readonly (ConnectMethod | 'installed')[]

/** A login provider for the embedded wallet. */
export type SocialProvider = LoginProvider

/** A sign-in method: email, a login provider, or an external wallet. */
export type SignInMethod = 'email' | 'wallet' | SocialProvider

/** A wallet's position in Connect's list. */
export type WalletGroup = 'walletConnect' | 'recent' | 'injected' | 'featured' | 'custom' | 'external' | 'recommended'

/** A wallet that isn't in the directory, in the directory's format. `wc?uri=…` is appended to its links. */
export type CustomWallet = {
  id: string
  name: string
  /** CAIP-2: at least one chain of each namespace that it serves. */
  chains: NetworkId[]
  /** Reverse-domain name, as EIP-6963 announces it. */
  rdns?: string
  homepage?: string
  mobile_link?: string
  desktop_link?: string
  webapp_link?: string
  app_store?: string
  play_store?: string
  chrome_store?: string
}

/** A wallet that the site supplies, reached by its own EIP-1193 provider. */
export type CustomConnector = {
  /** Unlike that of any other wallet; it is stored, so keep it. */
  id: string
  name: string
  /** An icon: a `data:image/…` or `https:` address. */
  icon?: string
  /** Reverse-domain name, to match the wallet with the directory's. */
  rdns?: string
  /** The EIP-1193 methods. Events are optional: a wallet without them never changes its state unprompted. */
  provider: {
    request(args: RequestArguments): Promise<unknown>
    // Providers type their events in many ways; each listener parses what it gets.
    // biome-ignore lint/suspicious/noExplicitAny: as above
    on?(event: string, listener: (value: any) => void): unknown
    // biome-ignore lint/suspicious/noExplicitAny: as above
    removeListener?(event: string, listener: (value: any) => void): unknown
  }
}

export type ModalOptions = {
  /** The project's id at the backend; decides which pages may embed the wallet. */
  projectId: string
  /** Origin of the wallet frame, such as `https://wallet.example.com`. */
  frameUrl: string
  /** Origin of the api, such as `https://api.example.com`. */
  apiUrl: string
  /**
   * The networks that this site works on, in the order in which they are offered. Networks that an external wallet doesn't know are added
   * to it; the embedded wallet signs on those that its operator serves.
   */
  networks: readonly [NetworkId | CustomNetwork, ...(NetworkId | CustomNetwork)[]]
  /** The initial network; the first of `networks` when absent. */
  defaultNetwork?: NetworkId | CustomNetwork
  /**
   * By network, the node addresses that are given to a wallet when a network is added to it (EIP-3085). Default: those of its object in
   * `networks`, else the registry's public nodes; local development chains have none there.
   */
  rpcUrls?: Readonly<Partial<Record<NetworkId, readonly string[]>>>
  /** The site's description. The wallet shows it as a claim, beside the verified origin. */
  metadata: { name: string; description?: string; url?: string; icons?: readonly string[] }
  features?: {
    /** Sign in with a code sent by email; on when absent. */
    email?: boolean
    /**
     * Sign in with a login provider, in the order of the list; none when absent. Two are shown and the others behind "More". Each has to be
     * configured in the backend too.
     */
    socials?: readonly SocialProvider[]
    /** Connect an external wallet; on when absent. */
    wallets?: boolean
    /** Several wallets at once in one namespace; off when absent: a second one takes the place of the first. */
    multiWallet?: boolean
    /** Show the account's activity; on when absent. */
    activity?: boolean
    /** Swap tokens at the exchanges that your backend supports; off when absent. The project's settings take precedence. */
    swaps?: boolean
    /** Buy tokens from the providers that the operator has set up. Off when absent, and where the project has turned it off. */
    onramp?: boolean
    /** Sell tokens to the providers that the operator has set up. Off when absent, and where the project has turned it off. */
    offramp?: boolean
    /**
     * Fund the account from an exchange: by those that the operator has set up, and by the account's address. Off when absent. The
     * project's settings take precedence.
     */
    payWithExchange?: boolean
    /** Let this page request payments to its own account, from an exchange. Off when absent. The project's settings take precedence. */
    payments?: boolean
    /**
     * Ask for an email address after connecting, for the purpose that the project states: `optional` lets users skip it. Off when absent;
     * the project's settings take precedence.
     */
    emailCapture?: 'optional' | 'required'
    /** The order of methods in Connect; email, social, wallet when absent. `installed` stands for wallets where one is installed. */
    connectMethodsOrder?: ConnectMethodsOrder
  }
  /** Ids of the directory: shown before others, in this order. */
  featuredWalletIds?: readonly string[]
  /** Directory ids of the only wallets to list. */
  includeWalletIds?: readonly string[]
  /** Ids, reverse-domain names or names of wallets that are not shown. Stronger than everything else. */
  excludeWalletIds?: readonly string[]
  /** Wallets that aren't in the directory. */
  customWallets?: readonly CustomWallet[]
  /** Groups of wallets that come before the others, in this order. */
  walletOrder?: readonly WalletGroup[]
  /** Wallets that the site supplies. */
  connectors?: readonly CustomConnector[]
  /** Wallets on another device, by a relay of your own or your provider's. Without it there is no WalletConnect. */
  walletConnect?: { relayUrl: string; projectId?: string } | false
  /** Offers only WalletConnect: its code, and the list of wallets. */
  basic?: boolean
  /**
   * The page element that contains the modal, in place of a dialog over the page; queried when the modal is first opened. It can't be
   * closed: what closes the dialog shows the first view again.
   */
  embedded?: () => Element
  /** The embedded wallet's initial account type, where the network has both; `eoa` when absent. The user's own choice takes precedence. */
  defaultAccountTypes?: { eip155?: AccountType }
  /** Whether a user on a network that is not among `networks` must change it; on when absent. */
  enableNetworkSwitch?: boolean
  /** Let a user stay on a network that is not among `networks`; off when absent. */
  allowUnsupportedChain?: boolean
  /**
   * Sign in the active account with a message after connecting, so that your server can verify its owner. With settings, your api verifies
   * the signatures and `getIdToken` has tokens for your server; with functions, your own backend does. No sign-in when absent. Not together
   * with `siweConfig`.
   */
  siwx?: SiwxOption | SiwxSettings
  /** The same for EVM networks only, with a Sign-In with Ethereum backend as in other kits. */
  siweConfig?: SiweConfig
  /**
   * Send events of the modal to your api: which views open, how sign-ins and signatures end, failures of the wallet frame. Off when absent,
   * where the operator accepts no events, and for users whose browser sends Global Privacy Control. Email addresses and messages are never
   * included; account addresses are with `addresses`.
   */
  telemetry?: boolean | { addresses?: boolean }
  /** Keep a log for `getLog` until the page is left, and have the wallet log the names of its messages to the console. Off when absent. */
  enableLogger?: boolean
  /**
   * The package registry that development builds query for the modal's latest release, once in 7 days, such as
   * `https://registry.npmjs.org`; a newer one is logged to the console. Nothing is requested when absent, and never by production builds.
   */
  registryUrl?: string
  /** `dark` when absent. */
  themeMode?: ThemeMode
  /** Values of `--lk-…` variables. Unknown names and values outside their grammar are ignored. */
  themeVariables?: ThemeVariables
  /**
   * Your logo, at the top of the views in which users connect; one per mode where it needs two. An `https:` address, one of your own
   * origin, or a `data:` address of an image, up to 64 KB. It is drawn 40 px high and at most 220 px wide.
   */
  logo?: string | { readonly light: string; readonly dark: string }
  /**
   * Your own texts, by message key. A text has the same placeholders as ours, such as `{name}`: with others it is reported, and ours stays.
   * The wallet's approval texts can't be changed.
   */
  texts?: Readonly<Partial<Record<TextKey, string>>>
  /** Linked under the sign-in. */
  termsUrl?: string
  privacyUrl?: string
}

const viewNames = [
  'Connect',
  'ConnectWallets',
  'AllWallets',
  'ConnectingExternal',
  'ConnectingWalletConnect',
  'ConnectingWalletConnectBasic',
  'WhatIsAWallet',
  'GetAWallet',
  'EmailLogin',
  'ConnectingSocial',
  'ConnectingFarcaster',
  'Account',
  'Token',
  'WalletReceive',
  'AccountSettings',
  'MoveFunds',
  'UpgradeToSmartAccount',
  'Permissions',
  'UpdateEmailWallet',
  'ProfileWallets',
  'Networks',
  'SwitchNetwork',
  'SwitchActiveChain',
  'UnsupportedChain',
  'DataCapture',
  'ApproveTransaction',
  'SIWXSignMessage',
  'WalletSend',
  'WalletSendToken',
  'WalletSendPreview',
  'WalletSendSent',
  'Swap',
  'SwapToken',
  'RegisterAccountName',
  'RegisterAccountNameSuccess',
  'OnRampProviders',
  'OnRampTokenSelect',
  'OnRampFiatSelect',
  'BuyStatus',
  'Sell',
  'SellStatus',
  'PayWithExchange',
  'PayWithExchangeSelectAsset',
  'PayWithExchangeStatus',
  'ExchangeDeposit',
] as const
export type ViewName = (typeof viewNames)[number]
/** Views that need an account, and may need more. Without it, `open` rejects with the name of what is missing (`viewNeeds.ts`). */
export const guardedViews = [
  'WalletSend',
  'Swap',
  'WalletReceive',
  'AccountSettings',
  'Permissions',
  'UpgradeToSmartAccount',
  'MoveFunds',
  'UpdateEmailWallet',
  'SIWXSignMessage',
  'RegisterAccountName',
  'OnRampProviders',
  'Sell',
  'PayWithExchange',
] as const satisfies readonly ViewName[]
/** All views that need an account. Without one, `open` shows Connect before the first two. */
export const accountViews = ['Account', 'ProfileWallets', ...guardedViews] as const satisfies readonly ViewName[]
/** Views that `open` shows at once. */
export const plainViews = [
  'Connect',
  'ConnectWallets',
  'AllWallets',
  'WhatIsAWallet',
  'GetAWallet',
  'Networks',
  'Account',
  'ProfileWallets',
] as const satisfies readonly ViewName[]
/** The views that `open` takes, beside those of `StepView`. */
export const entryViews = [...plainViews, ...guardedViews] as const satisfies readonly ViewName[]
export type EntryView = (typeof entryViews)[number]
/**
 * Views that are steps of a flow. `open` keeps an active one, and shows one that has everything it needs. Otherwise it shows the view in
 * which the step begins: the list of wallets for ConnectingExternal, Networks for SwitchNetwork.
 */
export type StepView = Extract<
  ViewName,
  | `Connecting${'WalletConnectBasic' | 'WalletConnect' | 'External' | 'Farcaster'}`
  | 'EmailLogin'
  | 'SwitchNetwork'
  | 'SwitchActiveChain'
  | 'UnsupportedChain'
  | 'ApproveTransaction'
  | 'DataCapture'
  | 'RegisterAccountNameSuccess'
  | 'OnRampTokenSelect'
  | 'OnRampFiatSelect'
>

/** The options of `open`. */
export type ModalRequest = {
  view?: EntryView | StepView | undefined
  namespace?: Namespace | undefined
  arguments?: SwapArguments | ExchangeArguments | undefined
}

export type ModalState = {
  open: boolean
  /** The active view; `Connect` while closed. */
  view: ViewName
  /** The modal's own code is on its way. */
  loading: boolean
  /**
   * The active network has moved to another namespace. True while listeners are notified of accounts and networks, and while the open modal
   * still requests a wallet there.
   */
  isSwitchingNamespace: boolean
  themeMode: ThemeMode
}

/** Addresses as a namespace writes them; those of eip155 are checksummed. */
export type AddressOf<namespace extends Namespace> = namespace extends 'eip155' ? Address : string

/** The wallet behind an account, as it describes itself. */
export type WalletInfo = { id: string; name: string; icon: string | null; type: ConnectorType }

export type AccountState<namespace extends Namespace = Namespace> = {
  namespace: namespace
  status: 'disconnected' | 'connecting' | 'reconnecting' | 'connected'
  /** Null unless connected. */
  address: AddressOf<namespace> | null
  /** All accounts that the active wallet has granted, the active one first. */
  addresses: readonly AddressOf<namespace>[]
  /** CAIP-10; null unless connected. */
  caipAddress: `${CaipNetworkId<namespace>}:${string}` | null
  /** The email address of an embedded wallet's user: verified by a code, or as the login provider reports it. */
  email: string | null
  /** Profile data from the login provider: a claim. */
  userName: string | null
  wallet: WalletInfo | null
  /** The embedded wallet's account type of `address` on EVM networks; otherwise null. */
  type: AccountType | null
  /** Whether the user's smart account contract is deployed; null without a smart account, and where it isn't known. */
  isSmartAccountDeployed: boolean | null
}

export type NetworkState<namespace extends Namespace = Namespace> = {
  caipNetworkId: CaipNetworkId<namespace>
  /** An EVM chain id; elsewhere the reference of CAIP-2. */
  chainId: namespace extends 'eip155' ? number : string
  /** Whether it is one of the site's networks. */
  isSupported: boolean
}

/** A connection to a wallet in one namespace. The first of a namespace is the active one there. */
export type ConnectionState = {
  namespace: Namespace
  wallet: WalletInfo
  /** The active one first. Bitcoin wallets have separate payment and ordinals addresses. */
  accounts: readonly WalletAccount[]
  caipNetworkId: NetworkId
  /** Milliseconds since 1970. */
  lastUsedMs: number
}

type OtherProviders = {
  sui: SuiProvider
  stacks: StacksProvider
  polkadot: PolkadotProvider
  cosmos: CosmosProvider
}

export type ProviderOf<namespace extends Namespace> = namespace extends 'eip155'
  ? Eip1193Provider
  : namespace extends 'solana'
    ? SolanaProvider
    : namespace extends 'bip122'
      ? BitcoinProvider
      : OtherProviders[namespace & keyof OtherProviders]

/** For developers: the problem, its cause, and the exact change to make. */
export type AlertReport = { code: string; title: string; cause: string; fix: string; link: string }

/** Options of `getIdToken`. */
export type IdTokenRequest = {
  /** Claims that the token has in addition to the user's id: their addresses, and their email. None when absent. */
  scopes?: readonly ('wallets' | 'email')[]
  /** From your server, 1 to 255 visible ASCII characters; the token carries it. */
  nonce?: string
  /**
   * Have the active wallet sign for the token too, so that your server need not trust the api. Adds the scope `wallets`, and needs a
   * `nonce` of 8 to 255 letters and digits.
   */
  walletProof?: boolean
}

/** A token for your server. */
export type IdToken = {
  /** A JWT, valid for ten minutes at most. */
  idToken: string
  /** In milliseconds since 1970. */
  expiresAtMs: number
  /** With `walletProof`. `account` is CAIP-10. */
  walletProof?: { account: string; message: string; signature: string; publicKey?: string }
}

/** The subject of ACTION_FAILED: a flow of the modal, or something that it shows. */
export type FailedAction =
  | 'activity'
  | 'buy'
  | 'emailCapture'
  | 'emailChange'
  | 'exchange'
  | 'moveFunds'
  | 'name'
  | 'network'
  | 'permissions'
  | 'read'
  | 'sell'
  | 'send'
  | 'swap'
  | 'tokens'

export type ModalEvent =
  | { type: 'MODAL_OPEN'; view: ViewName }
  | { type: 'MODAL_CLOSE' }
  | { type: 'CONNECTED'; namespace: Namespace; address: string }
  /** Another account is active: of the same wallet, or of another connected one. */
  | { type: 'ACCOUNT_CHANGED'; namespace: Namespace; address: string }
  /** No wallet is left in this namespace. */
  | { type: 'DISCONNECTED'; namespace: Namespace }
  | { type: 'NETWORK_SWITCHED'; caipNetworkId: NetworkId }
  /** An account has signed in with a message, here and now. */
  | { type: 'SESSION_PROVED'; namespace: Namespace; address: string; caipNetworkId: NetworkId }
  /** The sign-in failed: `error` is a name of the error catalogue, `USER_REJECTED` when the user rejected it in the wallet. */
  | { type: 'SESSION_PROOF_FAILED'; namespace: Namespace; address: string; caipNetworkId: NetworkId; error: string }
  | { type: 'ALERT'; alert: AlertReport }
  /** A method was chosen: an email address was sent, a provider's window opened, or a request sent to a wallet. `wallet`: its name. */
  | { type: 'SIGN_IN_STARTED'; method: SignInMethod; wallet: string | null }
  /** A step of it did not work, or was declined. `error`: its name, such as USER_REJECTED. */
  | { type: 'SIGN_IN_FAILED'; method: SignInMethod; step: 'email' | 'proof' | 'account' | 'wallet'; error: string }
  | { type: 'SIGNED_IN'; method: SignInMethod; wallet: string | null }
  /** The user is asked to sign or send something, in any wallet. `method`: the call's, such as `personal_sign`. */
  | { type: 'SIGNATURE_REQUESTED'; namespace: Namespace; method: string }
  | { type: 'SIGNATURE_DONE'; namespace: Namespace; method: string }
  | { type: 'SIGNATURE_FAILED'; namespace: Namespace; method: string; error: string }
  /**
   * Something else that the user or the modal set out to do didn't work, or was declined. `error`: its name in the error catalogue. It is
   * also shown, or thrown to the caller, as it is.
   */
  | { type: 'ACTION_FAILED'; action: FailedAction; error: string }
  /** A message that claims to be the wallet's and is not; `count` of all so far. */
  | { type: 'MESSAGE_DROPPED'; reason: 'shape' | 'origin'; count: number }

export type Unsubscribe = () => void

export type ConnectWalletOptions = {
  /**
   * Draws the pairing of a wallet on another device itself: `uri` is the content of its QR code, null once it has expired. Without it the
   * modal shows the code.
   */
  onPairing?: ((uri: string | null) => void) | undefined
  /** Cancels the call when it aborts. */
  signal?: AbortSignal | undefined
}

export type DisconnectOptions = { namespace?: Namespace | undefined; keepOpen?: boolean | undefined }

/** A modal with its own state and its own part of the page. Nothing is loaded before a user gesture or a stored session needs it. */
export type Modal = {
  /**
   * Shows the modal: `view` when given, else Account when connected and Connect when not. Another `namespace` than the active network's
   * switches to its first network. Resolves when the modal is on screen; rejects with SERVICE_UNREACHABLE when it can't be loaded. A view
   * of the account needs one: without it, `open` rejects with UNAUTHORIZED; with NOT_ENABLED where the account lacks a smart account, an
   * email address or funds to move; with CHAIN_NOT_SUPPORTED where sending isn't supported; with SWAPS_UNSUPPORTED where swapping isn't.
   * The modal then stays as it was. `arguments` fill in the view `Swap`; invalid ones are ignored.
   */
  open(options?: ModalRequest): Promise<void>
  /**
   * Loads the code of the first view, so that `open` shows it at once. Call it when the user is about to press your button (`pointerenter`,
   * `focus`, `touchstart`). The code doesn't run, and only the page's own server is requested. Never throws.
   */
  preload(): void
  /** Hides the modal. Pending requests inside are rejected. */
  close(): void
  /**
   * Ends the connections of a namespace, or all, here and in the wallets; resolves within 3 s whatever the wallets do. They aren't restored
   * after a reload. The modal closes, unless `keepOpen` is set: then it shows Connect.
   */
  disconnect(namespace?: Namespace | DisconnectOptions): Promise<void>
  /** Throws CHAIN_NOT_SUPPORTED when the network is not one of the site's, and what the wallet throws. */
  switchNetwork(network: NetworkId): Promise<void>
  /**
   * Switches to another account type of the embedded wallet on EVM networks, from now on and after reloads. Resolves with the type active
   * afterwards: `eoa` from a wallet that couldn't change it. Throws UNAUTHORIZED without the embedded wallet, NOT_ENABLED where the network
   * has no smart accounts, WALLET_BUSY while an approval is pending, and what the wallet throws.
   */
  setAccountType(type: AccountType): Promise<AccountType>
  /**
   * Opens the embedded wallet's page where its user adds and removes sign-in methods; call it in a click. Only that page links a sign-in
   * method, after a new proof: a site can't. Throws UNAUTHORIZED without the embedded wallet, POPUP_BLOCKED when the browser opens no
   * window.
   */
  linkLogin(): Promise<void>
  /**
   * Returns a token that identifies the user to your server: of the embedded wallet, or of the active account that has signed in by
   * `siwx` with your api. `@latchkey/server` verifies it. Call it in a click: the wallet may ask its user about the scopes. Throws
   * UNAUTHORIZED without an account, SIWX_SESSION_INVALID for an account without a session, NOT_ENABLED where your api keeps no sessions,
   * INVALID_PARAMS, USER_REJECTED, and what wallet and api throw.
   */
  getIdToken(request?: IdTokenRequest): Promise<IdToken>
  /**
   * Returns the log since the page was loaded (`enableLogger`), a line for each entry, the oldest first: the modal's console output, and
   * its events without addresses. At most 1,024,000 bytes, of which the oldest lines go first. Empty without the option.
   */
  getLog(): Promise<string>
  /**
   * Removes a network from the site's, or all of a namespace, such as `solana`. A wallet that is on a removed network is asked to move to
   * the first remaining one of its namespace. When a namespace has none left, its connections end, and if it was active the first network
   * of another one becomes active. Throws CHAIN_NOT_SUPPORTED when no network would be left.
   */
  removeNetwork(removed: NetworkId | Namespace): Promise<void>
  /** For eip155 EIP-1193, for viem's `custom()` and others; elsewhere in the namespace's own shape. The same object every time. */
  getProvider<namespace extends Namespace>(namespace: namespace): ProviderOf<namespace>
  getState(): ModalState
  /** Of a namespace; of the active one when none is given. */
  getAccount<namespace extends Namespace = Namespace>(namespace?: namespace): AccountState<namespace>
  getNetwork<namespace extends Namespace = Namespace>(namespace?: namespace): NetworkState<namespace>
  /** All connected wallets, the most recently used first. Several in a namespace need `features.multiWallet`. */
  getConnections(): readonly ConnectionState[]
  /** Whether the active account has signed in with a message (`siwx`). */
  getSession(): SessionState
  subscribeState(listener: (state: ModalState) => void): Unsubscribe
  subscribeAccount<namespace extends Namespace = Namespace>(
    listener: (account: AccountState<namespace>) => void,
    namespace?: namespace,
  ): Unsubscribe
  subscribeNetwork<namespace extends Namespace = Namespace>(
    listener: (network: NetworkState<namespace>) => void,
    namespace?: namespace,
  ): Unsubscribe
  subscribeSession(listener: (session: SessionState) => void): Unsubscribe
  subscribeConnections(listener: (connections: readonly ConnectionState[]) => void): Unsubscribe
  subscribeEvents(listener: (event: ModalEvent) => void): Unsubscribe
  /**
   * Data beyond the active accounts and networks: `tokens`, `activity` and `profile` of the active account, the site's `networks`, and
   * `wallets` to choose from. A snapshot from when `subscribeData` last had listeners.
   */
  getData<name extends DataName>(name: name): ModalData[name]
  /**
   * Subscribes to the data. It is read now, when account or network change, after a transfer, and when the page becomes visible again,
   * until the last listener unsubscribes. Without an account, account data isn't requested.
   */
  subscribeData<name extends DataName>(name: name, listener: (data: ModalData[name]) => void): Unsubscribe
  /** Reads it again now, bypassing the cache. Never rejects when reading fails: `status` has it. */
  refresh(name: DataName): Promise<void>
  /** Reads the next page. */
  loadMore(name: 'activity' | 'wallets'): Promise<void>
  /** Searches `wallets` by part of their name; an empty text ends the search. */
  searchWallets(text: string): Promise<void>
  /**
   * Connects a wallet of `wallets`, by its `id`, without the modal where it is installed. Rejects with USER_REJECTED, WALLET_LOCKED,
   * WALLET_UNAVAILABLE, WALLET_NOT_INSTALLED, and what the wallet throws.
   */
  connectWallet(id: string, options?: ConnectWalletOptions): Promise<AccountState>
  /**
   * Starts a sign-in by email. The user types the code in the wallet's own document, over the modal. Rejects with EMAIL_INVALID; once the
   * user closes the modal, with USER_REJECTED or the failure.
   */
  signInWithEmail(email: string): Promise<AccountState>
  /** Starts a sign-in with a login provider, in a click: it opens a window. Rejects as `signInWithEmail`. */
  signInWith(provider: SocialProvider): Promise<AccountState>
  setThemeMode(mode: ThemeMode): void
  setThemeVariables(variables: ThemeVariables): void
  /** Removes the modal from the page permanently. */
  destroy(): void
}
