import { formatAmount, formatUsd } from '@latchkey/chains'

/** What an amount is worth. A little is not nothing. */
export const inUsd = (units: bigint, decimals: number, priceUsd: number): string => {
  const worth = Number(formatAmount(units, decimals)) * priceUsd
  return worth > 0 && worth < 0.01 ? `less than ${formatUsd(0.01)}` : formatUsd(worth)
}
