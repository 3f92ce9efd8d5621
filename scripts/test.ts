/**
 * Every test there is: `npm test`, or some of it: `npm test -- --only=static,unit`
 *
 * All stages run, also after a failure. Ends with a table and one line, `N passed, N failed`; exits 1 when something failed.
 */
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { buildApps } from './build.ts'
import { findChromium } from './chromium.ts'
import { findFirefox } from './firefox.ts'
import { findForbiddenText } from './forbiddenText.ts'
import { formatTable } from './formatTable.ts'
import { checkImports } from './imports.ts'
import { checkLicences } from './licences.ts'
import { type NodeRun, runNode } from './runNode.ts'
import { checkSizes, formatSizes } from './sizes.ts'

type Count = { passed: number; failed: number }
type Stage = {
  name: string
  /** What `--only` calls it; several stages may share a name. */
  group: 'static' | 'unit' | 'browser' | 'build' | 'conformance' | 'journeys' | 'hostile'
  /** Works on the built apps: `--only` builds them first, and a failed build fails the stage. */
  isOfBuild?: true
  run: () => Promise<Count> | Count
}

const root = fileURLToPath(new URL('..', import.meta.url))
const reports = mkdtempSync(join(tmpdir(), 'latchkey-test-'))
process.on('exit', () => rmSync(reports, { recursive: true, force: true }))

const countOf = (isPassed: boolean): Count => ({ passed: isPassed ? 1 : 0, failed: isPassed ? 0 : 1 })

/** One check that finds things: passed when it finds none. */
const countFinds = (finds: readonly string[]): Count => {
  for (const find of finds) console.error(find)
  return { passed: finds.length === 0 ? 1 : 0, failed: finds.length }
}

const succeeds = async (run: NodeRun): Promise<Count> => countOf(await runNode(run))

/** A runner that fails without a failed test (a broken configuration, an error outside any test) counts as one failure. */
const countReport = (isPassed: boolean, read: () => Count): Count => {
  try {
    const count = read()
    return isPassed || count.failed > 0 ? count : { ...count, failed: 1 }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))

const vitest = async (config: string, env: Readonly<Record<string, string>> = {}): Promise<Count> => {
  const report = join(reports, `${config}.json`)
  const isPassed = await runNode({
    script: 'node_modules/vitest/vitest.mjs',
    args: ['run', '--config', config, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    env,
  })
  return countReport(isPassed, () => {
    const { numPassedTests, numFailedTests } = readJson(report) as { numPassedTests: number; numFailedTests: number }
    return { passed: numPassedTests, failed: numFailedTests }
  })
}

const playwright = async (name: string, more: readonly string[] = []): Promise<Count> => {
  const report = join(reports, `${name}.json`)
  const isPassed = await runNode({
    script: 'e2e/node_modules/@playwright/test/cli.js',
    args: ['test', '--reporter=list,json', ...more],
    folder: 'e2e',
    env: { CHROMIUM: findChromium(), PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  })
  return countReport(isPassed, () => {
    const { stats } = readJson(report) as { stats: { expected: number; unexpected: number; flaky: number } }
    return { passed: stats.expected, failed: stats.unexpected + stats.flaky }
  })
}

const conformance = async (): Promise<Count> => {
  const report = join(reports, 'conformance.json')
  const script = 'packages/conformance/ownFrame.ts'
  const isPassed = await runNode({ script, args: [report], env: { CHROMIUM: findChromium() } })
  return countReport(isPassed, () => readJson(report) as Count)
}

/** The rows of one browser, a project of the configuration. */
const hostile = (browser: 'chromium' | 'firefox'): Promise<Count> =>
  playwright(`hostile-${browser}`, ['--config=playwright.hostile.config.ts', `--project=${browser}`])

const types = async (): Promise<Count> => {
  const projects = globSync(['{apps,packages,infra}/*/tsconfig*.json', '{e2e,bench,scripts}/tsconfig*.json'], {
    cwd: root,
  }).toSorted()
  const count = { passed: 0, failed: 0 }
  for (const project of projects) {
    const isPassed = await runNode({ script: 'node_modules/typescript/bin/tsc', args: ['--project', project] })
    console.log(`${isPassed ? 'ok' : 'failed'}  ${project}`)
    count[isPassed ? 'passed' : 'failed'] += 1
  }
  return count
}

const stages: readonly Stage[] = [
  {
    name: 'format and lint',
    group: 'static',
    run: () =>
      succeeds({
        script: 'node_modules/@biomejs/biome/bin/biome',
        args: ['ci', '--error-on-warnings', `--colors=${process.stdout.isTTY ? 'force' : 'off'}`, '.'],
      }),
  },
  { name: 'types', group: 'static', run: types },
  { name: 'imports', group: 'static', run: async () => countFinds((await checkImports(root)).failures) },
  { name: 'licences', group: 'static', run: () => countFinds(checkLicences(root).refusals) },
  { name: 'forbidden text', group: 'static', run: () => countFinds(findForbiddenText(root)) },
  { name: 'unit and contract', group: 'unit', run: () => vitest('vitest.config.ts', { CHROMIUM: findChromium() }) },
  {
    name: 'components in a browser',
    group: 'browser',
    run: () => vitest('vitest.browser.config.ts', { CHROMIUM: findChromium() }),
  },
  {
    name: 'build',
    group: 'build',
    run: async () => {
      await buildApps({ log: (line) => console.log(line) })
      return countOf(true)
    },
  },
  {
    name: 'sizes',
    group: 'build',
    isOfBuild: true,
    run: () => {
      const rows = checkSizes(root)
      console.log(formatSizes(rows))
      const failed = rows.filter((row) => row.failure !== undefined).length
      return { passed: rows.length - failed, failed }
    },
  },
  { name: 'conformance', group: 'conformance', isOfBuild: true, run: conformance },
  { name: 'journeys', group: 'journeys', isOfBuild: true, run: () => playwright('journeys') },
  { name: 'hostile pages', group: 'hostile', isOfBuild: true, run: () => hostile('chromium') },
  {
    name: 'hostile pages in Firefox',
    group: 'hostile',
    isOfBuild: true,
    run: () => {
      if (findFirefox() !== undefined) return hostile('firefox')
      console.log('Not run: Firefox is missing. Install firefox-esr, or set FIREFOX to its path')
      return { passed: 0, failed: 0 }
    },
  },
]

const chosenStages = (): readonly Stage[] => {
  const groups = [...new Set<string>(stages.map((stage) => stage.group))]
  const { only } = parseArgs({ options: { only: { type: 'string' } } }).values
  if (only === undefined) return stages
  const wanted = only.split(',')
  const unknown = wanted.filter((name) => !groups.includes(name))
  if (unknown.length > 0) throw new Error(`There is no stage ${unknown.join(', ')}. Stages: ${groups.join(', ')}`)
  const chosen = stages.filter((stage) => wanted.includes(stage.group))
  const isBuildNeeded = chosen.some((stage) => stage.isOfBuild)
  return stages.filter((stage) => chosen.includes(stage) || (isBuildNeeded && stage.name === 'build'))
}

const runStage = async (stage: Stage, isBuilt: boolean): Promise<Count> => {
  console.log(`\n== ${stage.name}`)
  if (stage.isOfBuild && !isBuilt) {
    console.error('Not run: the build failed')
    return countOf(false)
  }
  try {
    return await stage.run()
  } catch (error) {
    console.error(error)
    return countOf(false)
  }
}

const seconds = (startedMs: number): string => `${((performance.now() - startedMs) / 1000).toFixed(1)} s`

const main = async (): Promise<void> => {
  const started = performance.now()
  const rows: string[][] = []
  const total = { passed: 0, failed: 0 }
  let isBuilt = true
  for (const stage of chosenStages()) {
    const stageStarted = performance.now()
    const { passed, failed } = await runStage(stage, isBuilt)
    if (stage.name === 'build') isBuilt = failed === 0
    total.passed += passed
    total.failed += failed
    rows.push([stage.name, `${passed} passed`, `${failed} failed`, seconds(stageStarted)])
  }
  console.log(`\n${formatTable([...rows, ['everything', '', '', seconds(started)]])}\n`)
  console.log(`${total.passed} passed, ${total.failed} failed`)
  if (total.failed > 0) process.exitCode = 1
}

await main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
