import { AppError } from '@latchkey/protocol/errors'
import { formatAmount, parseAmount } from './amount.ts'

/** Converts a price to a whole number over a power of ten, exactly equal to the floating-point number. */
function toFraction(price: number): { digits: bigint; scale: bigint } {
  if (!Number.isFinite(price) || price <= 0) throw new AppError('AMOUNT_INVALID')
  const [mantissa = '', exponent = ''] = price.toExponential(15).split('e')
  const shift = 15 - Number(exponent)
  const digits = BigInt(mantissa.replace('.', ''))
  return shift >= 0 ? { digits, scale: 10n ** BigInt(shift) } : { digits: digits * 10n ** BigInt(-shift), scale: 1n }
}

const centDecimals = 2

/**
 * Returns how much of a token an amount of money buys, rounded down to base units.
 *
 * @param text an amount of money, with at most two decimals.
 * @param price of one whole token, in the same currency; above 0. Throws AMOUNT_INVALID.
 */
export function unitsForFiat(text: string, price: number, decimals: number): bigint {
  const { digits, scale } = toFraction(price)
  return (parseAmount(text, centDecimals) * 10n ** BigInt(decimals) * scale) / (100n * digits)
}

/** Returns the value of base units, rounded down to the cent, as a decimal amount. Throws AMOUNT_INVALID for an invalid price. */
export function fiatForUnits(units: bigint, price: number, decimals: number): string {
  const { digits, scale } = toFraction(price)
  return formatAmount((units * digits * 100n) / (10n ** BigInt(decimals) * scale), centDecimals)
}
