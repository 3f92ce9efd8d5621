import { maxPriced } from '@latchkey/api-client'
import { type Network, wrappedSolMint } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol/errors'
import { nativeCoin, type PriceSource } from '../prices/priceSource.ts'
import { priceTokens } from '../prices/priceTokens.ts'
import type { Holding } from './holding.ts'
import { within } from './within.ts'

/** Balances without prices are more useful than none. */
const timeoutMs = 3_000
/** In US dollars. A higher value means that the supply or the price is made up. */
export const highestValue = 1e12

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
    const priced = await within(timeoutMs, priceTokens(source, addresses), late)
    return priced.map(({ address, price }) => [address, price])
  } catch (error) {
    if (error instanceof AppError) return []
    throw error
  }
}

/** Returns the CAIP-10 of the token whose price applies; null for coins that have none, such as Bitcoin's. */
export function pricedAs({ caipNetworkId, chainNamespace }: Network, { token }: Pick<Holding, 'token'>): string | null {
  if (token !== null) return token
  if (chainNamespace === 'eip155') return `${caipNetworkId}:${nativeCoin}`
  return chainNamespace === 'solana' ? `${caipNetworkId}:${wrappedSolMint}` : null
}
