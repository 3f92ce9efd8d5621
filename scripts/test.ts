/**
 * Every test there is: `npm test`, or some of it: `npm test -- --only=static,unit`
 *
 * All stages run, also after a failure. Ends with a table, what failed in a few lines each, and one line, `N passed, N failed`;
 * exits 1 when something failed.
 */
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { buildApps } from './build.ts'
import { findChromium } from './chromium.ts'
import { findOnPath } from './findOnPath.ts'
import { findFirefox } from './firefox.ts'
import { findForbiddenText } from './forbiddenText.ts'
import { formatFailures } from './formatFailures.ts'
import { formatTable } from './formatTable.ts'
import { checkImports } from './imports.ts'
import { checkLicences } from './licences.ts'
import { type Count, type Failure, readPlaywrightReport, readVitestReport } from './readReports.ts'
import { type NodeRun, runNode } from './runNode.ts'
import { checkSizes, formatSizes } from './sizes.ts'

type Stage = {
  name: string
  /** What `--only` calls it; several stages may share a name. */
  group: 'static' | 'unit' | 'browser' | 'build' | 'conformance' | 'journeys' | 'deployed' | 'hostile' | 'chaos'
  /** Works on the built apps: `--only` builds them first, and a failed build fails the stage. */
  isOfBuild?: true
  run: () => Promise<Count> | Count
}

const root = fileURLToPath(new URL('..', import.meta.url))
const reports = mkdtempSync(join(tmpdir(), 'latchkey-test-'))
process.on('exit', () => rmSync(reports, { recursive: true, force: true }))

/** One check that has no more to say than its output above. */
const countOf = (isPassed: boolean): Count =>
  isPassed ? { passed: 1, failures: [] } : { passed: 0, failures: [{ name: 'its output above says what', error: '' }] }

const countError = (error: unknown): Count => ({ passed: 0, failures: [{ name: 'not run', error: String(error) }] })

/** One check that finds things: passed when it finds none. */
const countFinds = (finds: readonly string[]): Count => {
  for (const find of finds) console.error(find)
  return { passed: finds.length === 0 ? 1 : 0, failures: finds.map((name) => ({ name, error: '' })) }
}

const succeeds = async (run: NodeRun): Promise<Count> => countOf(await runNode(run))

/** A runner that fails without a failed test (a broken configuration, an error outside any test) counts as one failure. */
const countReport = (isPassed: boolean, path: string, read: (report: unknown) => Count): Count => {
  try {
    const count = read(JSON.parse(readFileSync(path, 'utf8')))
    return isPassed || count.failures.length > 0 ? count : { ...count, failures: countOf(false).failures }
  } catch (error) {
    return countError(error)
  }
}

const vitest = async (config: string, env: Readonly<Record<string, string>> = {}): Promise<Count> => {
  const report = join(reports, `${basename(config)}.json`)
  const isPassed = await runNode({
    script: 'node_modules/vitest/vitest.mjs',
    args: ['run', '--config', config, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    env,
  })
  return countReport(isPassed, report, (read) => readVitestReport(read, root))
}

const playwright = async (name: string, more: readonly string[] = []): Promise<Count> => {
  const report = join(reports, `${name}.json`)
  const isPassed = await runNode({
    script: 'e2e/node_modules/@playwright/test/cli.js',
    args: ['test', '--reporter=list,json', ...more],
    folder: 'e2e',
    env: { CHROMIUM: findChromium(), PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  })
  return countReport(isPassed, report, readPlaywrightReport)
}

const conformance = async (): Promise<Count> => {
  const report = join(reports, 'conformance.json')
  const script = 'packages/conformance/ownFrame.ts'
  const isPassed = await runNode({ script, args: [report], env: { CHROMIUM: findChromium() } })
  return countReport(isPassed, report, (read) => read as Count)
}

/** The rows of one browser, a project of the configuration. */
const hostile = (browser: 'chromium' | 'firefox'): Promise<Count> =>
  playwright(`hostile-${browser}`, ['--config=playwright.hostile.config.ts', `--project=${browser}`])

const types = async (): Promise<Count> => {
  const projects = globSync(['{apps,packages,infra}/*/tsconfig*.json', '{e2e,bench,chaos,scripts}/tsconfig*.json'], {
    cwd: root,
  }).toSorted()
  const failures: Failure[] = []
  for (const project of projects) {
    const isPassed = await runNode({ script: 'node_modules/typescript/bin/tsc', args: ['--project', project] })
    console.log(`${isPassed ? 'ok' : 'failed'}  ${project}`)
    if (!isPassed) failures.push({ name: project, error: '' })
  }
  return { passed: projects.length - failures.length, failures }
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
      const failures = rows.flatMap(({ budget, failure }) => (failure ? [{ name: budget, error: failure }] : []))
      return { passed: rows.length - failures.length, failures }
    },
  },
  { name: 'conformance', group: 'conformance', isOfBuild: true, run: conformance },
  { name: 'journeys', group: 'journeys', isOfBuild: true, run: () => playwright('journeys') },
  {
    name: 'deployed system',
    group: 'deployed',
    isOfBuild: true,
    run: () => {
      const isMissing =
        findOnPath(['redis-server', 'valkey-server']) === undefined || findOnPath(['caddy']) === undefined
      if (!isMissing) return vitest('infra/deploy/vitest.deployed.config.ts', { CHROMIUM: findChromium() })
      console.log('Not run: it needs redis-server (or valkey-server) and caddy')
      return { passed: 0, failures: [] }
    },
  },
  { name: 'chaos', group: 'chaos', run: () => vitest('chaos/vitest.chaos.config.ts') },
  { name: 'hostile pages', group: 'hostile', isOfBuild: true, run: () => hostile('chromium') },
  {
    name: 'hostile pages in Firefox',
    group: 'hostile',
    isOfBuild: true,
    run: () => {
      if (findFirefox() !== undefined) return hostile('firefox')
      console.log('Not run: Firefox is missing. Install firefox-esr, or set FIREFOX to its path')
      return { passed: 0, failures: [] }
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
    return countError('The build failed')
  }
  try {
    return await stage.run()
  } catch (error) {
    console.error(error)
    return countError(error)
  }
}

const seconds = (startedMs: number): string => `${((performance.now() - startedMs) / 1000).toFixed(1)} s`

const main = async (): Promise<void> => {
  const started = performance.now()
  const rows: string[][] = []
  const outcomes: (Count & { name: string })[] = []
  let isBuilt = true
  for (const stage of chosenStages()) {
    const stageStarted = performance.now()
    const count = await runStage(stage, isBuilt)
    const { passed, failures } = count
    if (stage.name === 'build') isBuilt = failures.length === 0
    outcomes.push({ ...count, name: stage.name })
    rows.push([stage.name, `${passed} passed`, `${failures.length} failed`, seconds(stageStarted)])
  }
  console.log(`\n${formatTable([...rows, ['everything', '', '', seconds(started)]])}\n`)
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0)
  const failed = outcomes.reduce((sum, outcome) => sum + outcome.failures.length, 0)
  if (failed > 0) console.log(`${formatFailures(outcomes)}\n`)
  console.log(`${passed} passed, ${failed} failed`)
  if (failed > 0) process.exitCode = 1
}

await main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
