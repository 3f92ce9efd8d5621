/**
 * Returns an amount field's text after an input (specification section 5): digits and one dot. A comma becomes a dot, a leading dot gets a
 * zero, and decimals beyond the limit are dropped. Any other text is ignored: picking digits out of it would make another amount. So is a
 * comma before three digits entered at once, which may mean 1,500 or 1.5.
 *
 * @param previous the field's text before the input.
 * @param limits maximum digits before the dot, and after it (the token's decimals; 0 allows no dot).
 */
export function filterAmountInput(
  text: string,
  previous: string,
  limits: { integerDigits: number; decimalDigits: number },
): string {
  const typed = text.trim()
  const isGrouped = typed.length > previous.length + 1 && /^[1-9]\d{0,2},\d{3}$/.test(typed)
  const plain = isGrouped ? null : /^(\d*)(?:([.,])(\d*))?$/.exec(typed)
  const [, integer = '', dot, decimals = ''] = plain ?? []
  if (plain === null || integer.length > limits.integerDigits) return previous
  if (dot === undefined) return integer
  return limits.decimalDigits === 0 ? previous : `${integer || '0'}.${decimals.slice(0, limits.decimalDigits)}`
}
