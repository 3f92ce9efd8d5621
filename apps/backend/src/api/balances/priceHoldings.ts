import { maxPriced, type TokenBalance } from '@latchkey/api-client'
import { formatAmount, type Network } from '@latchkey/chains'
import { networkImages, tokenImages } from '@latchkey/directory/data'
import { AppError } from '@latchkey/protocol/errors'
import { nativeCoin, type PriceSource } from '../prices/priceSource.ts'
import { priceTokens } from '../prices/priceTokens.ts'
import type { Holding } from './holding.ts'
import { within } from './within.ts'

export type PriceHoldingsOptions = {
  prices: PriceSource
  /** The api's own address, where pictures are. */
  publicUrl: string
}

/** Balances without prices are of more use than none. */
const patienceMs = 3_000
/** In US dollars. Nobody has more of one thing: either the token's maker has made up how many there are, or somebody its price. */
export const highestValue = 1e12

/**
 * Holdings of one chain in the form of the contract. What has no price, or not in time, has `price` 0 and no `value`; never
 * throws.
 */
export async function priceHoldings(
  { prices, publicUrl }: PriceHoldingsOptions,
  network: Network,
  holdings: readonly Holding[],
): Promise<TokenBalance[]> {
  const known = await pricesOf(
    prices,
    holdings.flatMap((holding) => pricedAs(network, holding) ?? []),
  )
  return holdings.map((holding) => {
    const { token, name, symbol, decimals, units } = holding
    const numeric = formatAmount(units, decimals)
    const price = known.get(pricedAs(network, holding) ?? '') ?? 0
    // Shown to people, so a floating point number will do; the quantity beside it is exact.
    const value = price * Number(numeric)
    const isBelieved = price > 0 && value <= highestValue
    return {
      name,
      symbol,
      chainId: network.caipNetworkId,
      ...(token === null ? {} : { address: token }),
      ...(isBelieved ? { value } : {}),
      price: isBelieved ? price : 0,
      quantity: { decimals: String(decimals), numeric },
      iconUrl: iconOf(holding, publicUrl) || (token === null ? networkIcon(network, publicUrl) : ''),
    }
  })
}

/** Of one whole token, by CAIP-10. */
export async function pricesOf(
  source: PriceSource,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const chunks = Array.from({ length: Math.ceil(addresses.length / maxPriced) }, (_, index) =>
    addresses.slice(index * maxPriced, (index + 1) * maxPriced),
  )
  const asked = await Promise.all(chunks.map((chunk) => askPrices(source, chunk)))
  return new Map(asked.flat())
}

async function askPrices(source: PriceSource, addresses: readonly string[]): Promise<[string, number][]> {
  try {
    const late = () => new AppError('SERVICE_UNREACHABLE')
    const priced = await within(patienceMs, priceTokens(source, addresses), late)
    return priced.map(({ address, price }) => [address, price])
  } catch (error) {
    if (error instanceof AppError) return []
    throw error
  }
}

const wrappedSol = 'So11111111111111111111111111111111111111112'

/** CAIP-10 of the token whose price it has; null for coins that have none, as Bitcoin's. */
export function pricedAs({ caipNetworkId, chainNamespace }: Network, { token }: Pick<Holding, 'token'>): string | null {
  if (token !== null) return token
  if (chainNamespace === 'eip155') return `${caipNetworkId}:${nativeCoin}`
  return chainNamespace === 'solana' ? `${caipNetworkId}:${wrappedSol}` : null
}

/** A symbol proves nothing: whoever makes a token may call it USDC. Only what is listed has a picture. */
export function iconOf(
  { isListed, logoUri, symbol }: Pick<Holding, 'isListed' | 'logoUri' | 'symbol'>,
  publicUrl: string,
): string {
  if (!isListed) return ''
  if (logoUri !== undefined) return logoUri
  return Object.hasOwn(tokenImages, symbol.toUpperCase())
    ? `${publicUrl}/public/getTokenImage/${encodeURIComponent(symbol)}`
    : ''
}

/** Of a coin that has no picture of its own. */
const networkIcon = ({ assets: { imageId = '' } }: Network, publicUrl: string): string =>
  Object.hasOwn(networkImages, imageId) ? `${publicUrl}/public/getAssetImage/${imageId}` : ''
