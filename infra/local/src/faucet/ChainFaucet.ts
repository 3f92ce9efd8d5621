/** Hands out coins and tokens of one local chain. */
export type ChainFaucet = {
  /** CAIP-2. */
  chainId: string
  /** Returns an address in its canonical form; undefined for an address of another chain. */
  parse(address: string): string | undefined
  /** Returns the ids of the transactions, once they have arrived. Rejects when the chain is unreachable. */
  giveCoins(to: string): Promise<string[]>
  /** As `giveCoins`; absent where there are no tokens. */
  giveTokens?(to: string): Promise<string[]>
}
