import type { Requester } from '../chain/sharer.ts'

/** A token by its contract, with checksum, or its mint; the chain's own coin is `nativeCoin`, or the mint of wrapped SOL. */
export type SwapToken = {
  address: string
  name: string
  symbol: string
  decimals: number
  logoUri: string
  /** The operator's list says that it can be approved by a signature. */
  eip2612?: boolean | undefined
}

/** What is to be swapped: exactly `amount` of `from`, in base units. `toChain`: where `to` is, by CAIP-2, if on another chain. */
export type SwapPair = { from: string; to: string; amount: bigint; toChain?: string }

/**
 * `route`: the tokens on the way, both ends included; empty where it is not known. `priceImpact`: how far the amount is below the price before
 * the swap, in percent; null where that is not known.
 */
export type SwapQuote = {
  toAmount: bigint
  route: readonly string[]
  priceImpact: number | null
  /** To another chain: how long it takes, in seconds, and what it costs beside gas, in US dollars; null where that is not known. */
  crossing?: { seconds: number | null; feesUsd: number | null }
}

/**
 * Where a swap to another chain is, by the exchange's word. `refunded`: paid back on the chain that it came from. `txHash`: of the transaction that
 * pays, on the chain of `refunded` or of arrival.
 */
export type CrossingStatus = { state: 'pending' | 'arrived' | 'refunded' | 'failed'; txHash: string | null }

/** A signature (EIP-2612) that lets `permitSpender` take the amount, until `deadline` in seconds since 1970. `signature`: 65 bytes. */
type SwapPermit = { deadline: bigint; signature: `0x${string}` }

/**
 * A transaction that is not sent yet. `gas`: null where the chain's node cannot estimate it. On Solana `data` is the whole transaction in base64,
 * `to` the exchange, and there is no price of gas.
 */
export type BuiltTransaction = {
  to: string
  data: string
  value: bigint
  gas: bigint | null
  gasPrice: bigint | null
}

export type GasPrices = Readonly<Record<'standard' | 'fast' | 'instant', bigint>>

/**
 * An exchange on one chain, or from one to others. Every driver throws CHAIN_UNREACHABLE when the chain doesn't answer. One that asks a vendor throws
 * SERVICE_UNREACHABLE when that doesn't answer, and SWAP_MISMATCH when it answers for another swap. The wallet frame trusts none of it and
 * checks each transaction by itself.
 */
export type ExchangeDriver = {
  /** What users see as the provider. */
  readonly name: string
  /** Takes signatures in place of approvals, of tokens with `eip2612`. Default: none does. */
  readonly permitSpender?: string
  tokens(): readonly SwapToken[]
  /** Throws LIQUIDITY_INSUFFICIENT when no route has enough. `owner`: who would swap. */
  quote(pair: SwapPair, owner: string): Promise<SwapQuote>
  /** Chains that it brings tokens to, by CAIP-2, instead of swapping on its own. */
  readonly destinations?: readonly string[]
  /** With `destinations`: where a swap to another chain is, by its transaction on this one. */
  status?(txHash: string, toChain: string): Promise<CrossingStatus>
  /** What the exchange may spend of a token, in base units. */
  allowance(token: string, owner: string): Promise<bigint>
  /** In wei. Throws GAS_PRICE_UNSUPPORTED on Solana. */
  gasPrice(): Promise<GasPrices>
  /** The transaction that allows the exchange exactly `amount`; null: what the owner has. */
  buildApprove(
    approval: { token: string; owner: string; amount: bigint | null },
    requester: Requester,
  ): Promise<BuiltTransaction>
  /**
   * The transaction that swaps, for `owner` as sender and recipient. `minimum`: the least that may come out. Throws LIQUIDITY_INSUFFICIENT, and
   * PRICE_MOVED when the exchange gives less than that now. Without `estimates`, or where estimating fails, `gas` is null. `permit`: only with a
   * `permitSpender`, and a token in.
   */
  buildTransaction(
    swap: SwapPair & {
      owner: string
      minimum: (quoted: bigint) => bigint
      estimates: boolean
      permit?: SwapPermit | undefined
    },
    requester: Requester,
  ): Promise<BuiltTransaction>
}
