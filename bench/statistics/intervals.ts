/** Start and end on one clock, in milliseconds. */
export type Interval = { readonly startMs: number; readonly endMs: number }

/** Returns how much of `within` the intervals cover together, in milliseconds; overlaps count once. */
export const coveredMs = (intervals: readonly Interval[], within: Interval): number => {
  let covered = 0
  let reachedMs = within.startMs
  for (const { startMs, endMs } of intervals.toSorted((one, other) => one.startMs - other.startMs)) {
    const fromMs = Math.max(startMs, reachedMs)
    const toMs = Math.min(endMs, within.endMs)
    if (toMs <= fromMs) continue
    covered += toMs - fromMs
    reachedMs = toMs
  }
  return covered
}

export const durationMs = ({ startMs, endMs }: Interval): number => endMs - startMs

/** Returns whether an interval overlaps `within`. */
export const overlaps = ({ startMs, endMs }: Interval, within: Interval): boolean =>
  startMs < within.endMs && endMs > within.startMs
