import { formatAmount, formatExact } from '@latchkey/chains'

/** Every digit of an amount, written as the reader writes numbers. */
export const exactAmount = (units: bigint, decimals: number): string => formatExact(formatAmount(units, decimals))

/** Digits that count, at most. */
const shownDigits = 6

/**
 * An amount in at most six digits that count, written as the reader writes numbers; whole numbers keep all of theirs. What
 * leaves or may be taken is rounded up, what comes or is there is rounded down: nobody agrees to more than is shown, or
 * counts on less.
 */
export const shownAmount = (units: bigint, decimals: number, rounding: 'up' | 'down' = 'up'): string =>
  exactAmount(roundedTo(units, Math.min(units.toString().length - shownDigits, decimals), rounding), decimals)

/** An amount raised to three digits that count: short to read, and never less than it was. */
export const roundedUp = (units: bigint): bigint => roundedTo(units, units.toString().length - 3, 'up')

const roundedTo = (units: bigint, dropped: number, rounding: 'up' | 'down'): bigint => {
  if (dropped <= 0) return units
  const step = 10n ** BigInt(dropped)
  return ((units + (rounding === 'up' ? step - 1n : 0n)) / step) * step
}
