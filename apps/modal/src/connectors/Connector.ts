import type { CaipNetworkId, ChainNamespace } from '@latchkey/chains'
import type { RequestArguments } from './Eip1193Provider.ts'

/**
 * How the page came to a wallet. `announced`: the wallet made itself known (EIP-6963, Wallet Standard, `btc_providers`, `wbip_providers`);
 * `injected`: it was found in the page under an old name; `external`: the dapp brought it.
 */
export type ConnectorType = 'auth' | 'walletConnect' | 'announced' | 'injected' | 'external'

/** An account at a wallet. Bitcoin wallets keep kinds of addresses apart and give what is needed to spend from them. */
export type WalletAccount = {
  readonly address: string
  readonly type?: 'payment' | 'ordinal'
  /** Hexadecimal. */
  readonly publicKey?: string
  /** BIP-32. */
  readonly path?: string
}

/** What acts for a person on a chain: its own kind of account, by a key (EOA), or a contract (ERC-4337, EIP-7702). */
export type AccountType = 'eoa' | 'smartAccount'

/** What kind of account is in use, and which there are, where a wallet has several kinds. */
export type AccountKinds = {
  /** Of the session's first account. */
  readonly type: AccountType
  /** The address of each kind on the session's network, as far as the wallet says. With EIP-7702 both have the same. */
  readonly addresses: Readonly<Partial<Record<AccountType, string>>>
  /** Whether the contract of the smart account is on the chain; null where there is none, or nobody says. */
  readonly isDeployed: boolean | null
}

/** What a wallet has granted in one namespace: never without an account. */
export type WalletSession = {
  readonly namespace: ChainNamespace
  /** The first is the one in use. */
  readonly accounts: readonly [WalletAccount, ...WalletAccount[]]
  /** The network that the wallet is on; it need not be one of the site's. */
  readonly network: CaipNetworkId
  /** The networks that the wallet has approved; absent when it takes any. */
  readonly approved?: readonly CaipNetworkId[]
  /**
   * What the wallet at the other end calls itself, where the connector reaches any wallet: a claim, in the shapes of
   * `Connector.name` and `Connector.icon`. Absent when it does not say. Of the embedded wallet: with whose account it was
   * logged in to.
   */
  readonly wallet?: { readonly name: string; readonly icon: string | null } | undefined
  /** Of the embedded wallet on EVM networks. */
  readonly kinds?: AccountKinds | undefined
}

/** `accounts`: those of the earlier visit, where the page has kept them. A wallet that can't be asked without the user is taken up by them. */
export type RestoreRequest = Omit<ConnectRequest, 'onPairing'> & { readonly accounts?: readonly WalletAccount[] }

export type ConnectRequest = {
  /** Whose accounts are wanted: one of the connector's. */
  readonly namespace: ChainNamespace
  /** The network of that namespace to begin on. */
  readonly network: CaipNetworkId
  /** All networks of the site. A connector of one namespace needs its own only. */
  readonly networks: readonly CaipNetworkId[]
  /** The visitor has left: nothing may be connected any more. */
  readonly signal: AbortSignal
  /** WalletConnect alone: an address to pair with, for a QR code or a link; another one follows when it expires. */
  readonly onPairing?: (pairing: Pairing) => void
}

/** `uri` is a `wc:` address that a wallet can use until `expiresAtMs` (milliseconds since 1970). */
export type Pairing = { readonly uri: string; readonly expiresAtMs: number }

export type ConnectorListener = {
  /** Accounts or network of a namespace are others than before. */
  onSession(session: WalletSession): void
  /** The wallet has ended its connection in this namespace: by the visitor in the wallet, a lock, or a lost peer. */
  onEnd(namespace: ChainNamespace): void
}

/**
 * A way to one wallet. Every kind of wallet is used through this alone, and one suite of tests runs over all of them
 * (`connectorContract.fixture.ts`).
 *
 * A connector parses whatever its wallet says: what leaves it has the shapes above, EVM addresses are checksummed, and
 * everything that it throws is an AppError (`toWalletError`): USER_REJECTED, ABORTED, WALLET_LOCKED, WALLET_BUSY,
 * WALLET_UNAVAILABLE, WALLET_NOT_INSTALLED, PAIRING_EXPIRED, NAMESPACE_NOT_GRANTED, WALLET_INVALID_RESPONSE,
 * CHAIN_NOT_SUPPORTED, CHAIN_DISCONNECTED, DISCONNECTED, TIMEOUT, SERVICE_UNREACHABLE (no way to the wallet: a relay that
 * is down, code that does not load), CAIP_ADDRESS_INVALID, or a JSON-RPC error of the catalogue.
 */
export type Connector = {
  /** Unlike that of any other connector of the same namespace. Stored, so it is the same at the next visit. */
  readonly id: string
  readonly type: ConnectorType
  /** What the wallet calls itself: shown as a claim, trimmed, at most 64 characters. */
  readonly name: string
  /** A picture that is safe in an `<img>`: a `data:image/…` or `https:` address. */
  readonly icon: string | null
  /** Reverse-domain name, where the wallet announces one. */
  readonly rdns: string | null
  /** One, but for `auth` and `walletConnect`. */
  readonly namespaces: readonly ChainNamespace[]
  /** Of Bitcoin wallets: it makes payments itself (`sendTransfer`). */
  readonly canTransfer?: boolean
  /**
   * Ask the visitor, in the wallet, for its accounts. Resolves with a session for `namespace`, and for each other that
   * came along. Nothing stays connected when it rejects.
   */
  connect(request: ConnectRequest): Promise<readonly WalletSession[]>
  /** What is still connected from an earlier visit, without asking the visitor anything. Empty when nothing is. */
  restore(request: RestoreRequest): Promise<readonly WalletSession[]>
  /**
   * Move the wallet. Adds a network that it does not know (4902) from the registry first. Where the account there is another
   * one, listeners hear of it before it resolves.
   */
  switchNetwork(network: CaipNetworkId): Promise<void>
  /**
   * Of the embedded wallet: use its account of another kind on EVM networks. Resolves with the kind in use, of which
   * listeners hear first.
   */
  setAccountType?(type: AccountType): Promise<AccountType>
  /**
   * Of the embedded wallet: make calls from its account of a type on EVM networks while the site goes on with the one in use. `act`
   * gets what calls are made by, as with `request`. Throws NOT_ENABLED where that account isn't there.
   */
  actAs?<result>(
    type: AccountType,
    act: (request: (args: RequestArguments) => Promise<unknown>) => Promise<result>,
  ): Promise<result>
  /**
   * A call to the wallet in use. The methods of `eip155` are those of EIP-1193; of `solana` those of the wire protocol,
   * section 5 (base58); of `bip122` `getAccountAddresses`, `signMessage`, `signPsbt`, `sendTransfer`; elsewhere those of
   * `provider/typed`.
   */
  request(namespace: ChainNamespace, args: RequestArguments): Promise<unknown>
  /** End it at the wallet as far as the wallet knows how; afterwards `restore` gives nothing. Never rejects. */
  disconnect(namespace?: ChainNamespace): Promise<void>
  /** Follow what happens by itself. Calls nobody back for what the methods above already resolve with. */
  listen(listener: ConnectorListener): () => void
}

/** What finds connectors in the page: announces each once, also those that come late. Returns what stops it. */
export type ConnectorSource = (onConnector: (connector: Connector) => void) => () => void
