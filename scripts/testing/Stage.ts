import type { Count } from '../readReports.ts'

/** What a stage is run with. */
export type StageRun = {
  /** Folder for the reports of test runners; gone when the process ends. */
  reports: string
  /** Test files to run, relative to the root; all of the stage's when undefined. */
  files?: readonly string[]
}

/** One row of `npm test`. */
export type Stage = {
  name: string
  /** What `--only` calls it; several stages may share a group. */
  group: string
  /** `npm test` runs the `standard` ones, `npm run test:extended` the `extended` ones. */
  tier: 'standard' | 'extended'
  /** Works on the built apps: `--only` builds them first, and a failed build fails the stage. */
  needsBuild?: true
  /** The test files that it can run by name, for `--changed`; stages without them aren't run then, `static` excepted. */
  selects?: (file: string) => boolean
  run: (run: StageRun) => Promise<Count>
}
