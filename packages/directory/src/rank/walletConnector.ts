/** A connection to a wallet that this page has, as far as the list of wallets needs it (specification section 3). */
export type WalletConnector = {
  readonly id: string
  /** The wallet's own name. */
  readonly name: string
  readonly type: 'walletConnect' | 'announced' | 'injected' | 'external' | 'auth'
  /** CAIP-2 namespaces, at least one. Connectors that the page finds have one: a wallet with several has a connector for each. */
  readonly namespaces: readonly string[]
  /** Reverse-domain name, if announced (EIP-6963). */
  readonly rdns: string | null
}
