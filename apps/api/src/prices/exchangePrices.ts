import type { Fungible } from '@latchkey/api-client'
import { findNetwork } from '@latchkey/chains'
import type { Address } from 'viem'
import { decimalsOf, nameOf, symbolOf } from '../chain/erc20Reads.ts'
import { type ContractRead, readContracts } from '../chain/readContracts.ts'
import type { RpcProxy } from '../chain/rpcProxy.ts'
import { getPair, getReserves } from './exchangeReads.ts'
import { type AskedToken, nativeCoin, type PriceSource } from './priceSource.ts'

/** An exchange with the Uniswap V2 interfaces, and its reference tokens. */
export type Exchange = {
  factory: Address
  /** The chain's coin as a token. */
  wrappedNative: Address
  /** The token that counts as one US dollar. */
  stable: Address
  /** The router for swaps. Without it the exchange only serves prices. */
  router?: Address | undefined
  /** Takes a signature (EIP-2612) in place of an approval, and swaps by `router`: `infra/local/contracts/PermitSwapRouter.sol`. */
  permitRouter?: Address | undefined
  /** The provider name that users see for their swaps. Default: Uniswap V2. */
  name?: string | undefined
}

export type ExchangePricesOptions = {
  /** By CAIP-2. Tokens of other chains have no price here. */
  exchanges: Readonly<Record<string, Exchange>>
  rpcProxy: RpcProxy
}

/** The least value on the dollar side of a pool: a price that a few coins can move is useless. */
const leastDepthUsd = 1_000

/**
 * Reads prices from the pools of an on-chain exchange, as of the newest block: against the stable token, or against the chain's coin,
 * whichever pool is deeper.
 *
 * A large trade can move such a price for a block. It is meant for display, on local chains and those without a better source; no decision
 * uses it.
 */
export const createExchangePrices = ({ exchanges, rpcProxy }: ExchangePricesOptions): PriceSource => ({
  async prices(tokens) {
    const byChain = Map.groupBy(tokens, ({ caipNetworkId }) => caipNetworkId)
    const priced = [...byChain].map(([chainId, own]) => {
      const exchange = Object.hasOwn(exchanges, chainId) ? exchanges[chainId] : undefined
      return exchange === undefined ? [] : pricesOnChain(rpcProxy, chainId, exchange, own)
    })
    return (await Promise.all(priced)).flat()
  },
})

async function pricesOnChain(
  rpcProxy: RpcProxy,
  chainId: string,
  exchange: Exchange,
  tokens: readonly AskedToken[],
): Promise<Fungible[]> {
  const readAll = <answer>(reads: readonly ContractRead<answer>[]) => readContracts(rpcProxy, chainId, reads)
  const stable = lower(exchange.stable)
  const native = lower(exchange.wrappedNative)
  const contracts = [...new Set(tokens.map((token) => contractOf(token, native)))]

  // A token itself is called only once its pool has been found deep, so that one made to waste gas spoils no other's price.
  const candidates = [...new Set([native, ...contracts])].flatMap((token) =>
    [stable, native].filter((quote) => quote !== token).map((quote) => ({ token, quote })),
  )
  const pairs = await readAll(candidates.map(({ token, quote }) => getPair(exchange.factory, token, quote)))
  const found = candidates.flatMap((candidate, index) => {
    const pair = pairs[index]
    return pair === undefined || BigInt(pair) === 0n ? [] : [{ ...candidate, pair }]
  })
  const reserves = await readAll(found.map(({ pair }) => getReserves(pair)))

  const quotes = [stable, native]
  const quoteDecimals = new Map(zip(quotes, await readAll(quotes.map(decimalsOf))))
  const pools = found.flatMap((pool, index) => poolOf(pool, reserves[index], quoteDecimals.get(pool.quote)) ?? [])
  const nativePool = pools.find((pool) => pool.token === native && pool.quoteAmount >= leastDepthUsd)
  const nativeUsd = priceIn(nativePool, quoteDecimals.get(native), 1)
  const usdOf = (quote: Address): number => (quote === stable ? 1 : (nativeUsd ?? 0))
  const deep = pools
    .filter(({ quote, quoteAmount }) => quoteAmount * usdOf(quote) >= leastDepthUsd)
    .toSorted((one, other) => other.quoteAmount * usdOf(other.quote) - one.quoteAmount * usdOf(one.quote))

  const traded = [...new Set([stable, native, ...deep.map(({ token }) => token)])]
  const decimals = new Map(zip(traded, await readAll(traded.map(decimalsOf))))
  const priceOf = (token: Address): number | undefined => {
    if (token === stable) return 1
    if (token === native) return nativeUsd
    const pool = deep.find((each) => each.token === token)
    return pool === undefined ? undefined : priceIn(pool, decimals.get(token), usdOf(pool.quote))
  }

  const known = contracts.filter((token) => priceOf(token) !== undefined)
  const names = new Map(zip(known, await readAll(known.map(nameOf))))
  const symbols = new Map(zip(known, await readAll(known.map(symbolOf))))
  return tokens.flatMap((asked) => {
    const token = contractOf(asked, native)
    const [price, places] = [priceOf(token), decimals.get(token)]
    if (price === undefined || places === undefined) return []
    const coin = lower(asked.address) === nativeCoin ? findNetwork(chainId)?.nativeCurrency : undefined
    const { name = names.get(token) ?? '', symbol = symbols.get(token) ?? '' } = coin ?? {}
    return [{ address: asked.said, name, symbol, iconUrl: null, price, decimals: coin?.decimals ?? places }]
  })
}

type Pair = { token: Address; quote: Address }
/** `tokenUnits` in the token's smallest unit, `quoteAmount` in whole ones. */
type Pool = Pair & { tokenUnits: number; quoteAmount: number }

/** Null for an empty pool, or one whose quote token reports no decimals. */
function poolOf({ token, quote }: Pair, reserves: readonly [bigint, bigint] | undefined, decimals: number | undefined) {
  if (reserves === undefined || decimals === undefined) return null
  const [tokenReserve, quoteReserve] = token < quote ? reserves : [reserves[1], reserves[0]]
  if (tokenReserve === 0n || quoteReserve === 0n) return null
  return { token, quote, tokenUnits: Number(tokenReserve), quoteAmount: Number(quoteReserve) / 10 ** decimals }
}

/** US dollars for one whole token. */
const priceIn = (pool: Pool | undefined, decimals: number | undefined, quoteUsd: number): number | undefined =>
  pool === undefined || decimals === undefined
    ? undefined
    : (pool.quoteAmount * quoteUsd) / (pool.tokenUnits / 10 ** decimals)

const lower = (address: string): Address => address.toLowerCase() as Address

/** The token whose pools give the price: for the coin, its wrapped form. */
const contractOf = ({ address }: AskedToken, wrappedNative: Address): Address =>
  lower(address) === nativeCoin ? wrappedNative : lower(address)

const zip = <a, b>(keys: readonly a[], values: readonly b[]): [a, b | undefined][] =>
  keys.map((key, index) => [key, values[index]])
