import type { Fungible } from '@latchkey/api-client'
import type { Caip10 } from '@latchkey/chains'

/** A token that is asked for: what was said, and what it means. */
export type AskedToken = Caip10 & { said: string }

/** Where prices in US dollars come from. */
export type PriceSource = {
  /**
   * The tokens among these that it knows, in any order. What it says is checked by `priceTokens`.
   *
   * Throws CHAIN_UNREACHABLE or SERVICE_UNREACHABLE when nobody answers, for one chain or for all.
   */
  prices(tokens: readonly AskedToken[]): Promise<Fungible[]>
}

/** The coin of an EVM chain itself, where a token's address is expected (EIP-7528). In lower case. */
export const nativeCoin = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
