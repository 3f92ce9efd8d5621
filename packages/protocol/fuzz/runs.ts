import * as fc from 'fast-check'

/** Cases per row: 100 in `npm test`, 2,000 in the extended tier, 20,000 by `npm run fuzz`, or as many as `FUZZ_RUNS` says. */
export const runs = Number(process.env.FUZZ_RUNS ?? (process.env.LATCHKEY_TIER === 'extended' ? 2_000 : 100))
/** The seed of this run; the same seed generates the same cases. */
export const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 0x7fffffff))

let total = 0
/** Number of cases run in this file, over all rows. */
export const totalRuns = (): number => total

/** Checks a property with this run's number of cases. A failure prints its seed, its path and the smallest case. */
export const check = async <values extends [unknown, ...unknown[]]>(
  property: fc.IAsyncProperty<values>,
): Promise<void> => {
  const details = await fc.check(property, { numRuns: runs, seed, endOnFailure: false })
  total += details.numRuns
  if (details.failed) {
    const replay = `FUZZ_SEED=${details.seed} FUZZ_RUNS=${details.numRuns} npm run fuzz`
    throw new Error(`${await fc.asyncDefaultReportMessage(details)}\n\nTo see it again: ${replay}`, {
      cause: details.errorInstance,
    })
  }
}
