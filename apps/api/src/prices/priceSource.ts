import type { Fungible } from '@latchkey/api-client'
import type { Caip10 } from '@latchkey/chains'

/** A requested token: the original text, and its parsed form. */
export type AskedToken = Caip10 & { said: string }

/** A source of prices in US dollars. */
export type PriceSource = {
  /**
   * Returns the tokens among these that it knows, in any order. `priceTokens` validates its answer.
   *
   * Throws CHAIN_UNREACHABLE or SERVICE_UNREACHABLE when nothing responds, for one chain or for all.
   */
  prices(tokens: readonly AskedToken[]): Promise<Fungible[]>
}

/** Stands for an EVM chain's own coin where a token's address is expected (EIP-7528). In lower case. */
export const nativeCoin = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
