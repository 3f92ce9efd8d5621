/**
 * Returns the smallest value that at least this share (0 to 1) of all values does not exceed: nearest rank. Throws `RangeError` when there
 * are none.
 */
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((one, other) => one - other)
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]
  if (value === undefined) throw new RangeError('There is no percentile of nothing')
  return value
}
