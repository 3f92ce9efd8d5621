import type { Network } from '@latchkey/chains'
import { maxDecimals } from '../chain/maxDecimals.ts'

/** An account's holding of one coin or token, as its chain reports it. */
export type Holding = {
  /** CAIP-10 of the contract or mint; null for the chain's own coin. */
  token: string | null
  name: string
  symbol: string
  decimals: number
  /** In the smallest unit. */
  units: bigint
  /** Whether the operator lists the token. An unlisted token may use any name, and has no icon. */
  isListed: boolean
  logoUri?: string | undefined
}

/**
 * Reads what an account has on one chain: the coin, even if it is none, and the tokens that `isHeld`, in any order. Throws
 * CHAIN_UNREACHABLE.
 *
 * @param account in the one form that its chain has for it.
 */
export type ReadHoldings = (account: string, network: Network) => Promise<Holding[]>

/**
 * Whether a token is shown: some of it is there, and it can be divided. Tokens of zero decimals are dropped from balances
 * as low quality (specification section 5): here, and nowhere else on the server.
 */
export const isHeld = ({ units, decimals }: Pick<Holding, 'units' | 'decimals'>): boolean =>
  units > 0n && decimals > 0 && decimals <= maxDecimals

/** The chain's own coin. */
export const coinHolding = ({ nativeCurrency: { name, symbol, decimals } }: Network, units: bigint): Holding => ({
  token: null,
  name,
  symbol,
  decimals,
  units,
  isListed: true,
})
