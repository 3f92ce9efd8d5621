import type { TokenBalance } from '@latchkey/api-client'
import { formatAmount, type Network } from '@latchkey/chains'
import type { PriceSource } from '../prices/priceSource.ts'
import type { Holding } from './holding.ts'
import { iconOf, networkIcon } from './iconOf.ts'
import { highestValue, pricedAs, pricesOf } from './pricesOf.ts'

export type PriceHoldingsOptions = {
  prices: PriceSource
  /** The api's own base URL, which serves icons. */
  publicUrl: string
}

/**
 * Returns the holdings of one chain in the contract's form. Those without a price, or without one in time, have `price` 0 and no `value`.
 * Never throws.
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
    // For display, so floating point will do; the quantity beside it is exact.
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
