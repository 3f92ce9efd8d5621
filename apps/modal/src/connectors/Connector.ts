import type { CaipNetworkId, ChainNamespace } from '@latchkey/chains'
import type { RequestArguments } from './Eip1193Provider.ts'

/**
 * The source of a wallet. `announced`: the wallet announced itself (EIP-6963, Wallet Standard, `btc_providers`, `wbip_providers`);
 * `injected`: it was found in the page under a legacy name; `external`: the dapp supplied it.
 */
export type ConnectorType = 'auth' | 'walletConnect' | 'announced' | 'injected' | 'external'

/**
 * An account at a wallet. Bitcoin wallets have separate addresses for payments and ordinals, and give what is needed to spend from them.
 */
export type WalletAccount = {
  readonly address: string
  readonly type?: 'payment' | 'ordinal'
  /** Hexadecimal. */
  readonly publicKey?: string
  /** BIP-32. */
  readonly path?: string
}

/** An EVM account type: controlled by a key (EOA), or a contract (ERC-4337, EIP-7702). */
export type AccountType = 'eoa' | 'smartAccount'

/** The active account type and the available ones, where a wallet has several. */
export type AccountKinds = {
  /** Of the session's first account. */
  readonly type: AccountType
  /** The address per account type on the session's network, as far as the wallet reports it. With EIP-7702 both are the same. */
  readonly addresses: Readonly<Partial<Record<AccountType, string>>>
  /** Whether the smart account's contract is deployed; null where there is none, or it isn't known. */
  readonly isDeployed: boolean | null
}

/** A wallet's grant in one namespace; has at least one account. */
export type WalletSession = {
  readonly namespace: ChainNamespace
  /** The first is the active one. */
  readonly accounts: readonly [WalletAccount, ...WalletAccount[]]
  /** The network that the wallet is on; it need not be one of the site's. */
  readonly network: CaipNetworkId
  /** The networks that the wallet has approved; absent when it takes any. */
  readonly approved?: readonly CaipNetworkId[]
  /**
   * The peer wallet's own name and icon, where the connector reaches any wallet: a claim, in the shapes of
   * `Connector.name` and `Connector.icon`. Absent when not given. Of the embedded wallet: the login provider.
   */
  readonly wallet?: { readonly name: string; readonly icon: string | null } | undefined
  /** Set by the embedded wallet on EVM networks. */
  readonly kinds?: AccountKinds | undefined
}

/**
 * `accounts`: those of the previous session, where the page has stored them. A wallet that can't be queried without the user is restored by
 * them.
 */
export type RestoreRequest = Omit<ConnectRequest, 'onPairing'> & { readonly accounts?: readonly WalletAccount[] }

export type ConnectRequest = {
  /** The namespace of the accounts: one of the connector's. */
  readonly namespace: ChainNamespace
  /** The network of that namespace to begin on. */
  readonly network: CaipNetworkId
  /** All networks of the site. A connector of one namespace needs its own only. */
  readonly networks: readonly CaipNetworkId[]
  /** Fires when the user has left: nothing may be connected after that. */
  readonly signal: AbortSignal
  /** WalletConnect only: called with an address to pair with, for a QR code or a link, and again with another when it expires. */
  readonly onPairing?: (pairing: Pairing) => void
}

/** `uri` is a `wc:` address that a wallet can use until `expiresAtMs` (milliseconds since 1970). */
export type Pairing = { readonly uri: string; readonly expiresAtMs: number }

export type ConnectorListener = {
  /** Accounts or network of a namespace are others than before. */
  onSession(session: WalletSession): void
  /** The wallet has ended its connection in this namespace: by the user in the wallet, a lock, or a lost peer. */
  onEnd(namespace: ChainNamespace): void
}

/**
 * The interface to one wallet. Every type of wallet is used only through it, and one test suite covers all of them
 * (`connectorContract.fixture.ts`).
 *
 * A connector parses every response of its wallet: results have the shapes above, EVM addresses are checksummed, and every error is an
 * AppError (`toWalletError`): USER_REJECTED, ABORTED, WALLET_LOCKED, WALLET_BUSY, WALLET_UNAVAILABLE, WALLET_NOT_INSTALLED,
 * PAIRING_EXPIRED, NAMESPACE_NOT_GRANTED, WALLET_INVALID_RESPONSE, CHAIN_NOT_SUPPORTED, CHAIN_DISCONNECTED, DISCONNECTED, TIMEOUT,
 * SERVICE_UNREACHABLE (the wallet can't be reached: a relay that is down, code that doesn't load), CAIP_ADDRESS_INVALID, or a JSON-RPC
 * error of the catalogue.
 */
export type Connector = {
  /** Unlike that of any other connector of the same namespace. Stored, so it is the same at the next visit. */
  readonly id: string
  readonly type: ConnectorType
  /** The wallet's own name: shown as a claim, trimmed, at most 64 characters. */
  readonly name: string
  /** An icon that is safe in an `<img>`: a `data:image/…` or `https:` address. */
  readonly icon: string | null
  /** Reverse-domain name, where the wallet announces one. */
  readonly rdns: string | null
  /** One, except for `auth` and `walletConnect`. */
  readonly namespaces: readonly ChainNamespace[]
  /** Set for Bitcoin wallets that send payments themselves (`sendTransfer`). */
  readonly canTransfer?: boolean
  /**
   * Asks the user, in the wallet, for its accounts. Resolves with a session for `namespace`, and for each other that came along. Nothing
   * stays connected when it rejects.
   */
  connect(request: ConnectRequest): Promise<readonly WalletSession[]>
  /** Returns the connections of a previous session, without asking the user. Empty when there are none. */
  restore(request: RestoreRequest): Promise<readonly WalletSession[]>
  /**
   * Switches the wallet's network. Adds a network that it doesn't know (4902) from the registry first. If the account there is another one,
   * listeners are notified before it resolves.
   */
  switchNetwork(network: CaipNetworkId): Promise<void>
  /**
   * Embedded wallet: switches to the account of another type on EVM networks. Resolves with the active type, after listeners are notified.
   */
  setAccountType?(type: AccountType): Promise<AccountType>
  /**
   * Embedded wallet: makes calls from its account of a type on EVM networks while the site keeps the active one. `act` gets the function
   * that makes calls, as with `request`. Throws NOT_ENABLED where that account isn't available.
   */
  actAs?<result>(
    type: AccountType,
    act: (request: (args: RequestArguments) => Promise<unknown>) => Promise<result>,
  ): Promise<result>
  /**
   * Makes a call to the active wallet. The methods of `eip155` are those of EIP-1193; of `solana` those of the wire protocol, section 5
   * (base58); of `bip122` `getAccountAddresses`, `signMessage`, `signPsbt`, `sendTransfer`; elsewhere those of
   * `provider/typed`.
   */
  request(namespace: ChainNamespace, args: RequestArguments): Promise<unknown>
  /** Disconnects at the wallet as far as the wallet supports it; afterwards `restore` returns nothing. Never rejects. */
  disconnect(namespace?: ChainNamespace): Promise<void>
  /** Subscribes to changes that the wallet initiates. Listeners aren't called for what the methods above already resolve with. */
  listen(listener: ConnectorListener): () => void
}

/** Finds connectors in the page: announces each once, including late ones. Returns a function that stops it. */
export type ConnectorSource = (onConnector: (connector: Connector) => void) => () => void
