import { formatAmount, formatExact } from '@latchkey/chains'

/** Every digit of an amount, written as the reader writes numbers. */
export const exactAmount = (units: bigint, decimals: number): string => formatExact(formatAmount(units, decimals))

/** An amount raised to three digits that count: short to read, and never less than it was. */
export const roundedUp = (units: bigint): bigint => {
  const dropped = 10n ** BigInt(Math.max(0, units.toString().length - 3))
  return ((units + dropped - 1n) / dropped) * dropped
}
