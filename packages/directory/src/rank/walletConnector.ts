/** A way to a wallet that this page has, as far as the list of wallets must know it (specification section 3). */
export type WalletConnector = {
  readonly id: string
  /** What the wallet calls itself. */
  readonly name: string
  readonly type: 'walletConnect' | 'announced' | 'injected' | 'external' | 'auth'
  /** Namespaces of CAIP-2, at least one. What the page finds has one: a wallet of several has a connector for each. */
  readonly namespaces: readonly string[]
  /** Reverse-domain name, where it announces one (EIP-6963). */
  readonly rdns: string | null
}
