/**
 * Runs every check and test: `npm test`.
 *
 * - `--only=static,unit`: some groups of stages.
 * - `--changed`, `--changed=<commit>`: the static checks, and the tests that reach a file changed since that commit (since `main` by
 *   default) by their imports.
 * - `--tier=extended`: the slow stages that rarely fail (`npm run test:extended`).
 *
 * All stages run, also after a failure. Ends with a table, each failure in a few lines, and one line, `N passed, N failed`; exits 1 when
 * something failed. Writes the table to `test-report.json`.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { formatFailures } from './formatFailures.ts'
import { affectedTests } from './testing/affectedTests.ts'
import { chooseStages } from './testing/chooseStages.ts'
import { formatResults, slowestFiles } from './testing/formatResults.ts'
import { runStages } from './testing/runStages.ts'
import { stages } from './testing/stages.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

const main = async (): Promise<void> => {
  // `--changed` may have no value, which the parser doesn't support.
  const args = process.argv.slice(2).map((arg) => (arg === '--changed' ? '--changed=' : arg))
  const { only, changed, tier } = parseArgs({
    args,
    options: { only: { type: 'string' }, changed: { type: 'string' }, tier: { type: 'string', default: 'standard' } },
  }).values
  const affected = changed === undefined ? undefined : affectedTests(root, changed || undefined)
  const chosen = chooseStages(stages, { only, tier, affected })
  const results = await runStages(chosen, ({ selects }) => selects && affected?.filter(selects))
  const report = results.map(({ files, ...result }) => ({ ...result, slowest: slowestFiles(files) }))
  writeFileSync(join(root, 'test-report.json'), `${JSON.stringify(report, undefined, 2)}\n`)
  console.log(`\n${formatResults(results)}\n`)
  if (results.some(({ failures }) => failures.length > 0)) {
    console.log(`${formatFailures(results)}\n`)
    process.exitCode = 1
  }
  const passed = results.reduce((sum, result) => sum + result.passed, 0)
  const failed = results.reduce((sum, { failures }) => sum + failures.length, 0)
  console.log(`${passed} passed, ${failed} failed`)
}

await main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
