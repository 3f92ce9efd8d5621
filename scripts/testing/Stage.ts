import type { Count } from '../readReports.ts'

/** A stage's input. */
export type StageRun = {
  /** The folder for test runners' reports; deleted when the process ends. */
  reports: string
  /** Test files to run, relative to the root; undefined: all of the stage's. */
  files?: readonly string[]
}

/** One row of `npm test`. */
export type Stage = {
  name: string
  /** Its name for `--only`; several stages may share a group. */
  group: string
  /** `npm test` runs the `standard` ones, `npm run test:extended` the `extended` ones. */
  tier: 'standard' | 'extended'
  /** Needs the built apps: `--only` builds them first, and a failed build fails the stage. */
  needsBuild?: true
  /** Matches the test files that it can run by name, for `--changed`; stages without it aren't run then, except `static`. */
  selects?: (file: string) => boolean
  run: (run: StageRun) => Promise<Count>
}
