import type { Fungible } from '@latchkey/api-client'
import { findNetwork } from '@latchkey/chains'
import type { Address } from 'viem'
import type { RpcProxy } from '../chain/rpcProxy.ts'
import { type AskedToken, nativeCoin, type PriceSource } from './priceSource.ts'
import {
  type ContractRead,
  decimalsOf,
  getPair,
  getReserves,
  nameOf,
  readContracts,
  symbolOf,
} from './readContracts.ts'

/** An exchange with the interfaces of Uniswap V2, and what its prices are told in. */
export type Exchange = {
  factory: Address
  /** The chain's coin as a token. */
  wrappedNative: Address
  /** The token that is taken for one US dollar. */
  stable: Address
}

export type ExchangePricesOptions = {
  /** By CAIP-2. Tokens of other chains have no price here. */
  exchanges: Readonly<Record<string, Exchange>>
  rpcProxy: RpcProxy
}

/** What must lie on the dollar side of a pool: a price that a few coins can move is none. */
const leastDepthUsd = 1_000

/** What one whole token costs in a pool, and how much lies on the other side of it, in US dollars. */
type Quote = { price: number; depthUsd: number }

/**
 * Prices from the pools of an exchange on the chain itself, as they are in the newest block: against the stable token, or
 * against the chain's coin, whichever pool is deeper.
 *
 * Whoever trades much can move such a price for a block. It is meant for showing what something is worth, on local chains
 * and on those that have no better source; nothing is decided by it.
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

  // Nobody but the factory is asked about a token first, so that a token made to waste gas spoils no other's price.
  const candidates = [...new Set([native, ...contracts])].flatMap((token) =>
    [stable, native].filter((quote) => quote !== token).map((quote) => ({ token, quote })),
  )
  const pairs = await readAll(candidates.map(({ token, quote }) => getPair(exchange.factory, token, quote)))
  const found = candidates.flatMap((candidate, index) => {
    const pair = pairs[index]
    return pair === undefined || BigInt(pair) === 0n ? [] : [{ ...candidate, pair }]
  })
  const reserves = await readAll(found.map(({ pair }) => getReserves(pair)))

  const traded = [...new Set([stable, native, ...found.map(({ token }) => token)])]
  const decimals = new Map(zip(traded, await readAll(traded.map(decimalsOf))))
  const pools = found.map((pool, index) => ({ ...pool, reserves: reserves[index] }))
  const quotesOf = (token: Address, quote: Address, quoteUsd: number): Quote[] =>
    pools
      .filter((pool) => pool.token === token && pool.quote === quote)
      .flatMap((pool) => quoteOf(pool, decimals, quoteUsd) ?? [])

  const [ofNative] = quotesOf(native, stable, 1)
  const priceOf = (token: Address): number | undefined => {
    if (token === stable) return 1
    if (token === native) return ofNative?.price
    const quotes = [
      ...quotesOf(token, stable, 1),
      ...(ofNative === undefined ? [] : quotesOf(token, native, ofNative.price)),
    ]
    return quotes.toSorted((a, b) => b.depthUsd - a.depthUsd)[0]?.price
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

type Pool = { token: Address; quote: Address; reserves: readonly [bigint, bigint] | undefined }

/** Null when the pool is empty or shallow, or one of its tokens does not say its decimals. */
function quoteOf({ token, quote, reserves }: Pool, decimals: Map<Address, number | undefined>, quoteUsd: number) {
  const [ofToken, ofQuote] = [decimals.get(token), decimals.get(quote)]
  if (reserves === undefined || ofToken === undefined || ofQuote === undefined) return null
  const [tokenReserve, quoteReserve] = token < quote ? reserves : [reserves[1], reserves[0]]
  if (tokenReserve === 0n || quoteReserve === 0n) return null
  const depthUsd = (Number(quoteReserve) / 10 ** ofQuote) * quoteUsd
  if (!(depthUsd >= leastDepthUsd)) return null
  return { price: depthUsd / (Number(tokenReserve) / 10 ** ofToken), depthUsd }
}

const lower = (address: string): Address => address.toLowerCase() as Address

/** The token whose pools tell the price: the coin's is that of its wrapped form. */
const contractOf = ({ address }: AskedToken, wrappedNative: Address): Address =>
  lower(address) === nativeCoin ? wrappedNative : lower(address)

const zip = <a, b>(keys: readonly a[], values: readonly b[]): [a, b | undefined][] =>
  keys.map((key, index) => [key, values[index]])
