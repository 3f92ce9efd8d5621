import { wrappedSolMint } from '@latchkey/chains'
import { type Consult, maxPriced } from '../insights/insights.ts'
import { inTime, niceToKnowMs } from '../insights/inTime.ts'

/** US dollars for one whole token, by mint; SOL by its wrapped form. Unknown prices are omitted. */
export type PriceMap = ReadonlyMap<string, number>

/** Returns the prices of SOL and these tokens. Never fails. */
export async function askPrices(tokens: readonly string[], consult: Consult | undefined): Promise<PriceMap> {
  const mints = [...new Set([wrappedSolMint, ...tokens])].slice(0, maxPriced)
  const prices = (await inTime(() => consult?.('tokenPricesUsd', mints), niceToKnowMs)) ?? []
  return new Map(
    mints.flatMap((mint, index) => {
      // A price of zero means that the source doesn't know it.
      const price = prices[index] ?? 0
      return price > 0 ? [[mint, price]] : []
    }),
  )
}
