/**
 * What an amount field holds after an input (specification section 5): digits and one dot; a comma becomes a dot, a dot at the start gets its
 * zero, decimals beyond the limit are dropped. Any other text changes nothing: no digits are picked out of it, since they would be another
 * amount. So does a comma before three digits that come at once, which is 1,500 to one reader and 1.5 to another.
 *
 * @param previous what the field held before.
 * @param limits most digits before the dot, and after it (the token's decimals; 0 allows no dot).
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
