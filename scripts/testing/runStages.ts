import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Count } from '../readReports.ts'
import { cpuMs } from './cpuMs.ts'
import type { Stage } from './Stage.ts'

/** A finished stage. Times in milliseconds; `cpuMs` is the time of all processors together, if the system reports it. */
export type StageResult = Count & { name: string; wallMs: number; cpuMs: number }

const failed = (error: unknown): Count => ({ passed: 0, failures: [{ name: 'not run', error: String(error) }] })

/**
 * Runs stages in order, also after a failure. `filesOf` returns the test files of a stage, unless all run. A stage that needs the build
 * fails at once when the build has failed.
 */
export const runStages = async (
  stages: readonly Stage[],
  filesOf: (stage: Stage) => readonly string[] | undefined = () => undefined,
): Promise<StageResult[]> => {
  const reports = mkdtempSync(join(tmpdir(), 'latchkey-test-'))
  const results: StageResult[] = []
  let isBuilt = true
  try {
    for (const stage of stages) {
      console.log(`\n== ${stage.name}`)
      const started = { wall: performance.now(), cpu: cpuMs() }
      const files = filesOf(stage)
      const run = { reports, ...(files === undefined ? {} : { files }) }
      const count: Count = await (stage.needsBuild && !isBuilt
        ? failed('The build failed')
        : stage.run(run).catch((error: unknown) => {
            console.error(error)
            return failed(error)
          }))
      if (stage.name === 'build') isBuilt = count.failures.length === 0
      const times = { wallMs: performance.now() - started.wall, cpuMs: cpuMs() - started.cpu }
      results.push({ ...count, name: stage.name, ...times })
    }
  } finally {
    rmSync(reports, { recursive: true, force: true })
  }
  return results
}
