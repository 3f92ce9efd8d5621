import { formatAmount, formatUsd } from '@latchkey/chains'
import { t } from '@latchkey/copy/approvals'

/** Formats an amount's value in US dollars, to the nearest cent. A small amount is never shown as zero. */
export const inUsd = (units: bigint, decimals: number, priceUsd: number): string => {
  const worth = Number(formatAmount(units, decimals)) * priceUsd
  return worth > 0 && worth < 0.01
    ? t('lessThan', { usd: formatUsd(0.01) })
    : formatUsd(Math.round(Number((worth * 100).toPrecision(12))) / 100)
}

/** Formats a cost in US dollars, rounded up to the cent: never less than it may be. */
export const costInUsd = (units: bigint, decimals: number, priceUsd: number): string => {
  const cents = Number(formatAmount(units, decimals)) * priceUsd * 100
  return formatUsd(Math.ceil(Number(cents.toPrecision(12))) / 100)
}
