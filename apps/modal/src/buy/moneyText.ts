/** Returns an amount of money as the reader's locale writes it, such as `$50.00`; for an unknown currency `50 XYZ`. */
export const moneyText = (amount: string, currency: string, locale?: string): string => {
  try {
    return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(Number(amount))
  } catch {
    return `${amount} ${currency}`
  }
}
