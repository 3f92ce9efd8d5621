import type { Asset, EvmNetwork } from '@latchkey/chains'
import { t } from '@latchkey/copy/approvals'
import { exactAmount } from '../screen/exactAmount.ts'
import type { TokenBook } from '../transaction/gatherInsight.ts'

/** An amount of something in digits and the name of it, as far as they are known. */
export type AssetWords = { value: string; symbol: string }

export const assetWords = (
  asset: Asset,
  amount: bigint,
  { nativeCurrency }: EvmNetwork,
  tokens: TokenBook | null,
): AssetWords => {
  if (asset === 'native') {
    return { value: exactAmount(amount, nativeCurrency.decimals), symbol: nativeCurrency.symbol }
  }
  const facts = tokens?.get(asset) ?? null
  if (facts === null) return { value: amount.toString(), symbol: t('token.units') }
  return facts.kind === 'token'
    ? { value: exactAmount(amount, facts.decimals), symbol: facts.symbol }
    : { value: `#${amount}`, symbol: facts.symbol }
}
