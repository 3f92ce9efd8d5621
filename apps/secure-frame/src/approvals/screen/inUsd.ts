import { formatAmount, formatUsd } from '@latchkey/chains'
import { t } from '@latchkey/copy/approvals'

/** What an amount is worth, in words, to the nearest cent. A little is not nothing. */
export const inUsd = (units: bigint, decimals: number, priceUsd: number): string => {
  const worth = Number(formatAmount(units, decimals)) * priceUsd
  return worth > 0 && worth < 0.01
    ? t('lessThan', { usd: formatUsd(0.01) })
    : formatUsd(Math.round(Number((worth * 100).toPrecision(12))) / 100)
}

/** The same of a cost, rounded up to the cent: never less than it may be. */
export const costInUsd = (units: bigint, decimals: number, priceUsd: number): string => {
  const cents = Number(formatAmount(units, decimals)) * priceUsd * 100
  return formatUsd(Math.ceil(Number(cents.toPrecision(12))) / 100)
}
