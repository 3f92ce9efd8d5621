/** What hands out coins and tokens of one local chain. */
export type ChainFaucet = {
  /** CAIP-2. */
  chainId: string
  /** An address in the one form that counts as its own; undefined when it is none of this chain. */
  parse(address: string): string | undefined
  /** The ids of the transactions, once what they brought is there. Rejects when the chain cannot be reached. */
  giveCoins(to: string): Promise<string[]>
  /** As `giveCoins`; absent where there are no tokens. */
  giveTokens?(to: string): Promise<string[]>
}
