import type { Asset, EvmNetwork } from '@latchkey/chains'
import { t } from '@latchkey/copy/approvals'
import { exactAmount, shownAmount } from '../screen/exactAmount.ts'
import { inUsd } from '../screen/inUsd.ts'
import type { Insight, TokenMap } from './gatherInsight.ts'

/** An amount in digits, all of its digits where there are more, and the asset's name, as far as they are known. */
export type AssetWords = { value: string; exact: string | null; symbol: string }

/** Formats an amount in words. */
export const moneyWords = (
  units: bigint,
  { decimals, symbol }: { decimals: number; symbol: string },
  rounding?: 'up' | 'down',
): AssetWords => {
  const value = shownAmount(units, decimals, rounding)
  const exact = exactAmount(units, decimals)
  return { value, exact: exact === value ? null : exact, symbol }
}

export const assetWords = (
  asset: Asset,
  amount: bigint,
  { nativeCurrency }: EvmNetwork,
  tokens: TokenMap | null,
  rounding?: 'up' | 'down',
): AssetWords => {
  if (asset === 'native') return moneyWords(amount, nativeCurrency, rounding)
  const facts = tokens?.get(asset) ?? null
  if (facts === null) return { value: amount.toString(), exact: null, symbol: t('token.units') }
  return facts.kind === 'token'
    ? moneyWords(amount, facts, rounding)
    : { value: `#${amount}`, exact: null, symbol: facts.symbol }
}

/** Formats an amount's value in US dollars; null if unknown. */
export const worthOf = (
  asset: Asset,
  amount: bigint,
  { nativeCurrency }: EvmNetwork,
  insight: Pick<Insight, 'priceUsd' | 'tokenPricesUsd' | 'tokens'> | null,
): string | null => {
  if (insight === null) return null
  const facts = asset === 'native' ? nativeCurrency : insight.tokens.get(asset)
  const price = asset === 'native' ? insight.priceUsd : (insight.tokenPricesUsd.get(asset) ?? null)
  return price === null || facts == null || !('decimals' in facts) ? null : inUsd(amount, facts.decimals, price)
}
