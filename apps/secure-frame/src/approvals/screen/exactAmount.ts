import { formatAmount } from '@latchkey/chains'

// Intl reads a decimal string exactly; TypeScript knows that only for literals.
const format = (decimal: string, options: Intl.NumberFormatOptions): string =>
  new Intl.NumberFormat(undefined, options).format(decimal as unknown as number)

/** Every digit of an amount, written as the reader writes numbers. */
export const exactAmount = (units: bigint, decimals: number): string =>
  format(formatAmount(units, decimals), { maximumFractionDigits: 36 })

/** An amount raised to three digits that count: short to read, and never less than it was. */
export const roundedUp = (units: bigint): bigint => {
  const dropped = 10n ** BigInt(Math.max(0, units.toString().length - 3))
  return ((units + dropped - 1n) / dropped) * dropped
}
