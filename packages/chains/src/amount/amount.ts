import { AppError } from '@latchkey/protocol/errors'

const maxUnits = 2n ** 256n - 1n

/**
 * Parses a decimal amount (`1.5`) to base units (wei, lamports). Exact: more decimals than the token has are rejected, never rounded.
 * Throws AMOUNT_INVALID.
 *
 * @param decimals the token's number of decimals.
 */
export function parseAmount(text: string, decimals: number): bigint {
  const [, integer = '', fraction = ''] = (text.length <= 256 && /^(\d*)\.?(\d*)$/.exec(text)) || []
  if (integer + fraction === '' || fraction.length > decimals) throw new AppError('AMOUNT_INVALID')
  const units = BigInt(integer + fraction.padEnd(decimals, '0'))
  if (units > maxUnits) throw new AppError('AMOUNT_INVALID')
  return units
}

/** Formats base units as an exact decimal amount without trailing zeros: the inverse of `parseAmount`. */
export function formatAmount(units: bigint, decimals: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0')
  const integer = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return `${units < 0n ? '-' : ''}${integer}${fraction === '' ? '' : `.${fraction}`}`
}
