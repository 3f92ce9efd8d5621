import { formatAmount, formatUsd } from '@latchkey/chains'
import { t } from '@latchkey/copy/approvals'

/** What an amount is worth, in words. A little is not nothing. */
export const inUsd = (units: bigint, decimals: number, priceUsd: number): string => {
  const worth = Number(formatAmount(units, decimals)) * priceUsd
  return worth > 0 && worth < 0.01 ? t('lessThan', { usd: formatUsd(0.01) }) : t('about', { usd: formatUsd(worth) })
}
