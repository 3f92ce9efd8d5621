/** Returns the middle value, or the mean of the two in the middle. Throws `RangeError` when there are none. */
export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((one, other) => one - other)
  const upper = sorted[Math.floor(sorted.length / 2)]
  const lower = sorted[Math.ceil(sorted.length / 2) - 1]
  if (upper === undefined || lower === undefined) throw new RangeError('There is no median of nothing')
  return (lower + upper) / 2
}
