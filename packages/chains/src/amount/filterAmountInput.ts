/**
 * What stays of an amount while it is being typed (specification section 5): digits and one dot; a comma becomes a dot,
 * a dot at the start gets its zero, digits beyond the limits are dropped.
 *
 * @param limits most digits before the dot, and after it (the token's decimals; 0 allows no dot).
 */
export function filterAmountInput(text: string, limits: { integerDigits: number; decimalDigits: number }): string {
  const kept = text.replaceAll(',', '.').replace(/[^\d.]/g, '')
  const dot = kept.indexOf('.')
  if (dot === -1 || limits.decimalDigits === 0)
    return (dot === -1 ? kept : kept.slice(0, dot)).slice(0, limits.integerDigits)
  const integer = kept.slice(0, dot).slice(0, limits.integerDigits)
  const decimals = kept.slice(dot).replaceAll('.', '').slice(0, limits.decimalDigits)
  return `${integer || '0'}.${decimals}`
}
