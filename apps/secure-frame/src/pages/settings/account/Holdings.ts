/** One coin or token on one network, summed over the wallet's accounts there. */
export type HeldToken = {
  /** CAIP-10 of the contract or mint; the network's CAIP-2 ID for its own coin. */
  readonly id: string
  readonly name: string
  readonly symbol: string
  /** Decimal text, in whole tokens. */
  readonly amount: string
  /** In US dollars; null where no price is known. */
  readonly worth: number | null
  /** As the API returned it; empty where there is none. */
  readonly iconUrl: string
}

/** The wallet's holdings on one network: the most valuable token first. */
export type NetworkHoldings = {
  readonly caipNetworkId: string
  readonly name: string
  /** In US dollars; null where no price is known. */
  readonly worth: number | null
  readonly tokens: readonly HeldToken[]
}

/** The total holdings of the wallet's accounts of every type, on all networks that the deployment serves. */
export type Holdings = {
  /** In US dollars; null while no price is known of anything held. 0 when nothing is held. */
  readonly total: number | null
  /** The networks with any holdings, the most valuable first. */
  readonly networks: readonly NetworkHoldings[]
  /** True if an account's balance could not be read. */
  readonly isPartial: boolean
  /** Addresses of the smart accounts, without those that share the standard account's address. */
  readonly smartAccounts: readonly string[]
  /** Reads a token's icon: `data:image/…`, or null where there is none. Never rejects. */
  readonly icon: (iconUrl: string) => Promise<string | null>
}
