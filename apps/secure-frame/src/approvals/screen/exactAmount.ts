import { formatAmount, formatExact } from '@latchkey/chains'

/** Formats every digit of an amount, in the user's locale. */
export const exactAmount = (units: bigint, decimals: number): string => formatExact(formatAmount(units, decimals))

/** The maximum number of significant digits. */
const shownDigits = 6

/**
 * Formats an amount with up to six significant digits in the user's locale; whole numbers keep all digits. Amounts that
 * leave or may be taken are rounded up, incoming amounts and balances are rounded down: users never confirm more than is
 * shown, or count on less.
 */
export const shownAmount = (units: bigint, decimals: number, rounding: 'up' | 'down' = 'up'): string =>
  exactAmount(roundedTo(units, Math.min(units.toString().length - shownDigits, decimals), rounding), decimals)

/** Formats an amount rounded up to three significant digits: short, and never less than it was. */
export const roundedUp = (units: bigint): bigint => roundedTo(units, units.toString().length - 3, 'up')

const roundedTo = (units: bigint, dropped: number, rounding: 'up' | 'down'): bigint => {
  if (dropped <= 0) return units
  const step = 10n ** BigInt(dropped)
  return ((units + (rounding === 'up' ? step - 1n : 0n)) / step) * step
}
