/**
 * Checks our own frame on a local stack: what `npm test` runs. Prints the report, and writes `{ passed, failures }` to
 * the file that it is given: of each failure, the name of the rule and what was seen instead.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parsePortBase, startStack } from '@latchkey/local'
import { chromiumLaunch } from '../../scripts/chromiumLaunch.ts'
import { browserArgs, createPrinter, formatTotal, groups, parseOptions, runRules } from './src/index.ts'

const [reportFile] = process.argv.slice(2)
const say = (line: string): void => console.log(line)

const dataFolder = mkdtempSync(join(tmpdir(), 'latchkey-conformance-'))
const portBase = parsePortBase(process.env.LATCHKEY_CONFORMANCE_PORT_BASE ?? '21000')
const stack = await startStack({ portBase, dataFolder })
try {
  const { wallet, inbox, demo } = stack.urls
  const { target, profiles } = parseOptions([wallet, '--project', 'demo', '--mail', inbox, '--origin', demo])
  const outcomes = await runRules({
    target,
    profiles,
    groups,
    browser: { executablePath: chromiumLaunch.executablePath, args: browserArgs },
    onOutcome: createPrinter(say),
  })
  say(`\n${formatTotal(outcomes)}`)
  const failures = outcomes
    .filter(({ isPassed }) => !isPassed)
    .map(({ profile, name, seen }) => ({ name: `${profile}  ${name}`, error: seen ?? '' }))
  const passed = outcomes.length - failures.length
  if (reportFile !== undefined) writeFileSync(reportFile, JSON.stringify({ passed, failures }))
  if (failures.length > 0) process.exitCode = 1
} finally {
  await stack.close()
  rmSync(dataFolder, { recursive: true, force: true })
}
