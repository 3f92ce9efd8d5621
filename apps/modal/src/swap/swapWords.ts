/** A percentage, with at most two decimals, in the reader's own way of writing numbers. */
export const percentText = (percent: number): string =>
  new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 2 }).format(percent / 100)

/** Formats the price of one token, in at most six significant digits: a rate far below one doesn't become zero. */
export const rateText = (rate: string): string =>
  new Intl.NumberFormat(undefined, { maximumSignificantDigits: 6, roundingMode: 'trunc' }).format(rate as `${number}`)
