/**
 * Runs stages repeatedly and sums up the failures: `npm run soak -- journeys,hostile`.
 *
 * - `--runs=5`: how often, 5 by default.
 * - `--load`: keeps every core busy with a separate process meanwhile.
 * - `--fresh`: forgets earlier runs.
 *
 * Each run is written to `node_modules/.cache/latchkey/soak.jsonl` as it ends, so that an interrupted soak resumes there; the totals are
 * those of every run in the file. Exits 1 when any of them failed.
 */
import { spawn } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { addUpRuns, type SoakRun } from './testing/addUpRuns.ts'
import { chooseStages } from './testing/chooseStages.ts'
import { runStages } from './testing/runStages.ts'
import { stages } from './testing/stages.ts'

const file = fileURLToPath(new URL('../node_modules/.cache/latchkey/soak.jsonl', import.meta.url))
const followParent = new URL('followParent.mjs', import.meta.url).href

/** Keeps every core busy until the returned function is called, or this process ends. */
const startLoad = (): (() => void) => {
  const children = Array.from({ length: availableParallelism() }, () =>
    // The pause lets the child notice that its parent is gone.
    spawn(process.execPath, [
      '--import',
      followParent,
      '--eval',
      'setInterval(() => { for (const end = performance.now() + 490; performance.now() < end; ); }, 500)',
    ]),
  )
  return () => {
    for (const child of children) child.kill()
  }
}

const readRuns = (): SoakRun[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as SoakRun)
    : []

const main = async (): Promise<void> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      runs: { type: 'string', default: '5' },
      load: { type: 'boolean', default: false },
      fresh: { type: 'boolean', default: false },
    },
  })
  const only = positionals.join(',')
  const runs = Number(values.runs)
  if (only === '' || !Number.isInteger(runs) || runs < 1)
    throw new Error('Usage: npm run soak -- <stages> [--runs=5] [--load] [--fresh]')
  const chosen = chooseStages(stages, { only, tier: 'standard' })
  if (values.fresh) rmSync(file, { force: true })
  mkdirSync(dirname(file), { recursive: true })
  for (let run = 1; run <= runs; run++) {
    console.log(`\n=== run ${run} of ${runs}${values.load ? ', under load' : ''}`)
    const stop = values.load ? startLoad() : () => undefined
    try {
      const results = await runStages(chosen)
      const done: SoakRun = {
        only,
        underLoad: values.load,
        passed: results.reduce((sum, { passed }) => sum + passed, 0),
        failures: results.flatMap(({ name, failures }) => failures.map((failure) => `${name}: ${failure.name}`)),
        minutes: results.reduce((sum, { wallMs }) => sum + wallMs, 0) / 60_000,
      }
      appendFileSync(file, `${JSON.stringify(done)}\n`)
    } finally {
      stop()
    }
    console.log(`\n${addUpRuns(readRuns())}`)
  }
  if (readRuns().some(({ failures }) => failures.length > 0)) process.exitCode = 1
}

await main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
