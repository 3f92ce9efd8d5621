import type { SolanaAsset, SolanaSwapTerms } from '@latchkey/chains'
import { t } from '@latchkey/copy/approveSolana'
import { type SolanaTokenData, sol, tokenAmount, withMint } from './actionWords.ts'

/** Returns the title of a swap: the amount that leaves, and the minimum that arrives. */
export const swapIntent = ({ give, get }: SolanaSwapTerms, book: SolanaTokenData): string =>
  t('swap.intent', {
    give: amountOf(give.asset, give.amount, book),
    get: amountOf(get.asset, get.minimum, book, 'down'),
  })

const amountOf = (asset: SolanaAsset, amount: bigint, book: SolanaTokenData, rounding?: 'down'): string => {
  if (asset === 'native') return sol(amount, rounding)
  const { value, symbol } = tokenAmount(asset, amount, book, null, rounding)
  return `${value} ${withMint(symbol, asset)}`
}
