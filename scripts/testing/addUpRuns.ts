import { formatTable } from '../formatTable.ts'

/** One finished run of a soak. */
export type SoakRun = {
  /** The stages, as given. */
  only: string
  underLoad: boolean
  passed: number
  /** Stage and name of each failed test. */
  failures: readonly string[]
  minutes: number
}

/** Returns a line for each run, and the number of runs in which each test failed, the most frequent first. */
export const addUpRuns = (runs: readonly SoakRun[]): string => {
  const rows = runs.map(({ only, underLoad, passed, failures, minutes }, index) => [
    `run ${index + 1}`,
    only,
    underLoad ? 'under load' : 'quiet',
    `${passed} passed`,
    `${failures.length} failed`,
    `${minutes.toFixed(1)} min`,
  ])
  const counts = new Map<string, number>()
  for (const failure of runs.flatMap((run) => run.failures)) counts.set(failure, (counts.get(failure) ?? 0) + 1)
  const failed = [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .map(([name, count]) => `failed in ${count} of ${runs.length} runs: ${name}`)
  return [formatTable(rows), ...failed].join('\n')
}
