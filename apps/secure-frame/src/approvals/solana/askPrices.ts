import { wrappedSolMint } from '@latchkey/chains'
import { type Consult, maxPriced } from '../insights/insights.ts'
import { inTime, niceToKnowMs } from '../insights/inTime.ts'

/** US dollars for one whole token, by mint; of SOL by that of its wrapped form. What nobody knows is not in it. */
export type PriceMap = ReadonlyMap<string, number>

/** What SOL and these tokens are worth. Never fails. */
export async function askPrices(tokens: readonly string[], consult: Consult | undefined): Promise<PriceMap> {
  const mints = [...new Set([wrappedSolMint, ...tokens])].slice(0, maxPriced)
  const prices = (await inTime(() => consult?.('tokenPricesUsd', mints), niceToKnowMs)) ?? []
  return new Map(
    mints.flatMap((mint, index) => {
      // A price of nothing is a source that does not know.
      const price = prices[index] ?? 0
      return price > 0 ? [[mint, price]] : []
    }),
  )
}
