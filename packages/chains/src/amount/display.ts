/**
 * Formats numbers and dates for display (specification section 9). All but `formatExact` round: use that for amounts that a user confirms.
 * `value` is a decimal string, which keeps every digit, or a number; `locale` a BCP 47 tag, by default the user's.
 */
type Decimal = string | number

// Intl reads a decimal string exactly; TypeScript knows that only for literals.
const format = (value: Decimal, locale: string | undefined, options: Intl.NumberFormatOptions): string =>
  new Intl.NumberFormat(locale, options).format(value as number)

/** Formats every digit of a decimal string from `formatAmount` in the user's locale. */
export const formatExact = (value: string, locale?: string): string =>
  format(value, locale, { maximumFractionDigits: 100 })

/** Formats two decimals, rounded down: a balance never shows as more than it is. */
export const formatFixed = (value: Decimal, locale?: string): string =>
  format(value, locale, { minimumFractionDigits: 2, maximumFractionDigits: 2, roundingMode: 'trunc' })

/** Formats a token quantity: up to three decimals, rounded down; smaller positive amounts show as `<0.001`. */
export const formatQuantity = (value: Decimal, locale?: string): string =>
  Number(value) > 0 && Number(value) < 0.001
    ? `<${format(0.001, locale, {})}`
    : format(value, locale, { maximumFractionDigits: 3, roundingMode: 'trunc' })

/** Formats US dollars with two decimals, rounded down. Sums of numbers count to 12 digits, so that 0.1 + 0.7 stays $0.80. */
export const formatUsd = (value: Decimal, locale?: string): string =>
  format(typeof value === 'number' ? Number(value.toPrecision(12)) : value, locale, {
    style: 'currency',
    currency: 'USD',
    roundingMode: 'trunc',
  })

/**
 * Formats a short month and day, such as `Mar 5`. `time` is a Date or milliseconds since 1970; `timeZone` an IANA name, by default the
 * user's.
 */
export const formatDay = (time: Date | number, locale?: string, timeZone?: string): string =>
  new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', ...(timeZone ? { timeZone } : {}) }).format(time)
