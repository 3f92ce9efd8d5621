import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildApps } from '../build.ts'
import { findChromium } from '../chromium.ts'
import { findOnPath } from '../findOnPath.ts'
import { type Count, readPlaywrightReport, readRowsReport, readVitestReport } from '../readReports.ts'
import { runNode } from '../runNode.ts'
import { checkSizes, formatSizes } from '../sizes.ts'
import type { Stage, StageRun } from './Stage.ts'
import { runStaticChecks } from './staticChecks.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

const nothing: Count = { passed: 0, failures: [] }

const failedOutside = (error = 'The lines above say why') => ({ name: 'outside the tests', error })

/**
 * Reads a runner's report. A runner that fails without a failed test (a broken configuration, an error in no test) counts as one failure
 * for each of `outsideErrors`, or as one.
 */
const countReport = (
  isPassed: boolean,
  path: string,
  read: (report: unknown) => Count,
  outsideErrors: () => readonly string[] = () => [],
): Count => {
  try {
    const count = read(JSON.parse(readFileSync(path, 'utf8')))
    if (isPassed || count.failures.length > 0) return count
    const errors = outsideErrors()
    return { ...count, failures: errors.length > 0 ? errors.map(failedOutside) : [failedOutside()] }
  } catch (error) {
    return { passed: 0, failures: [{ name: 'no report', error: String(error) }] }
  }
}

type VitestRun = { args?: readonly string[]; env?: Readonly<Record<string, string>> }

/**
 * One line for each file that passes, and all output of a failed test. By default a project would leave one core to others, which is half
 * of two.
 */
const vitestFlags = [
  '--reporter=default',
  '--reporter=json',
  `--reporter=${fileURLToPath(new URL('outsideErrorsReporter.ts', import.meta.url))}`,
  '--slowTestThreshold=600000',
  '--silent=passed-only',
  `--maxWorkers=${availableParallelism()}`,
]

const vitest =
  (config: string, { args = [], env = {} }: VitestRun = {}) =>
  async ({ reports, files = [] }: StageRun): Promise<Count> => {
    const report = join(reports, `${basename(config)}.json`)
    const outside = join(reports, `${basename(config)}.outside.json`)
    const { isPassed } = await runNode({
      script: 'node_modules/vitest/vitest.mjs',
      args: ['run', '--config', config, ...vitestFlags, `--outputFile.json=${report}`, ...args, ...files],
      env: { CHROMIUM: findChromium(), LATCHKEY_OUTSIDE_ERRORS: outside, ...env },
    })
    return countReport(
      isPassed,
      report,
      (read) => readVitestReport(read, root),
      () => JSON.parse(readFileSync(outside, 'utf8')) as string[],
    )
  }

const playwright =
  (name: string, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) =>
  async ({ reports, files = [] }: StageRun): Promise<Count> => {
    const report = join(reports, `${name}.json`)
    const { isPassed } = await runNode({
      script: 'e2e/node_modules/@playwright/test/cli.js',
      args: ['test', '--reporter=../scripts/testing/fileReporter.ts,json', ...args, ...files],
      folder: 'e2e',
      env: { CHROMIUM: findChromium(), PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...env },
    })
    return countReport(isPassed, report, readPlaywrightReport)
  }

const build = async (): Promise<Count> => {
  await buildApps({ log: (line) => console.log(line) })
  return { passed: 1, failures: [] }
}

const sizes = async (): Promise<Count> => {
  const rows = checkSizes(root)
  console.log(formatSizes(rows))
  const failures = rows.flatMap(({ budget, failure }) => (failure ? [{ name: budget, error: failure }] : []))
  return { passed: rows.length - failures.length, failures }
}

/** One command that opens its own stack and browsers, with Firefox if it is installed. */
const frameFromOutside = async ({ reports }: StageRun): Promise<Count> => {
  const report = join(reports, 'hostile.json')
  const { isPassed } = await runNode({
    script: 'e2e/hostile/main.ts',
    args: [report],
    env: { CHROMIUM: findChromium() },
  })
  return countReport(isPassed, report, readRowsReport)
}

/** Runs a stage only if its programs are installed. */
const where =
  (isThere: () => boolean, missing: string, run: Stage['run']): Stage['run'] =>
  async (options) => {
    if (isThere()) return await run(options)
    console.log(`Not run: ${missing}`)
    return nothing
  }

/** Runs one of our scripts that has no report: it passes or fails. */
const script =
  (path: string, args: readonly string[] = []) =>
  async (): Promise<Count> => {
    const { isPassed } = await runNode({
      script: path,
      args,
      timeoutMs: 7_200_000,
      env: { CHROMIUM: findChromium(), LATCHKEY_TIER: 'extended' },
    })
    return isPassed ? { passed: 1, failures: [] } : { passed: 0, failures: [failedOutside()] }
  }

const hasServers = (): boolean =>
  findOnPath(['redis-server', 'valkey-server']) !== undefined &&
  // Debian keeps some of them outside users' PATH.
  ['caddy', 'nginx', 'haproxy'].every((proxy) => findOnPath([proxy, `../sbin/${proxy}`]) !== undefined)

const hasWebKit = (): boolean => findOnPath(['WebKitWebDriver']) !== undefined && findOnPath(['Xvfb']) !== undefined

const isBrowserTest = (file: string): boolean =>
  /[.]browser[.]test[.]tsx?$|^packages\/api-client\/src\/origins\/.*[.]test[.]ts$/.test(file) ||
  /^apps\/(secure-frame|vault)\/.*[.]spec[.]ts$/.test(file)
const isNodeTest = (file: string): boolean =>
  /[.]test[.]tsx?$/.test(file) &&
  !/[.]browser[.]test[.]tsx?$/.test(file) &&
  !/deployed\/|runChaos|drillRestore/.test(file)
const isJourney = (file: string): boolean => /^e2e\/(journeys|compat)\/.*[.]spec[.]ts$/.test(file)

/** Every check and test, in the order in which they run. */
export const stages: readonly Stage[] = [
  { name: 'static', group: 'static', tier: 'standard', run: runStaticChecks },
  {
    name: 'unit and contract',
    group: 'unit',
    tier: 'standard',
    selects: isNodeTest,
    run: vitest('vitest.config.ts'),
  },
  {
    name: 'components in a browser',
    group: 'browser',
    tier: 'standard',
    selects: isBrowserTest,
    run: vitest('vitest.browser.config.ts'),
  },
  { name: 'build', group: 'build', tier: 'standard', run: build },
  { name: 'sizes', group: 'build', tier: 'standard', needsBuild: true, run: sizes },
  {
    name: 'journeys',
    group: 'journeys',
    tier: 'standard',
    needsBuild: true,
    selects: isJourney,
    run: playwright('journeys'),
  },
  {
    name: 'deployed system',
    group: 'deployed',
    tier: 'standard',
    needsBuild: true,
    run: where(
      hasServers,
      'it needs redis-server (or valkey-server), caddy, nginx and haproxy',
      vitest('infra/deploy/vitest.deployed.config.ts'),
    ),
  },
  { name: 'chaos', group: 'chaos', tier: 'standard', run: vitest('chaos/vitest.chaos.config.ts') },
  { name: 'the frame from outside', group: 'hostile', tier: 'standard', needsBuild: true, run: frameFromOutside },
  {
    name: 'a project outside',
    group: 'outside',
    tier: 'standard',
    needsBuild: true,
    run: playwright('outside', ['--config=playwright.outside.config.ts', '--project=quick']),
  },
  {
    name: 'journeys, all rows',
    group: 'journeys',
    tier: 'extended',
    needsBuild: true,
    run: playwright('journeys', [], { LATCHKEY_TIER: 'extended' }),
  },
  {
    name: 'journeys through the deployed shape',
    group: 'deployed',
    tier: 'extended',
    needsBuild: true,
    run: where(
      hasServers,
      'it needs redis-server (or valkey-server), caddy, nginx and haproxy',
      playwright('deployed-journeys', ['--config=playwright.deployed.config.ts']),
    ),
  },
  {
    name: 'upgrades of the deployed system',
    group: 'deployed',
    tier: 'extended',
    needsBuild: true,
    run: where(
      hasServers,
      'it needs redis-server (or valkey-server), caddy, nginx and haproxy',
      vitest('infra/deploy/vitest.deployed.config.ts', {
        args: ['deployed/processes', 'deployed/upgrade'],
        env: { LATCHKEY_TIER: 'extended' },
      }),
    ),
  },
  {
    name: 'projects outside',
    group: 'outside',
    tier: 'extended',
    needsBuild: true,
    run: playwright('outside-all', ['--config=playwright.outside.config.ts', '--project=all']),
  },
  {
    name: 'journeys in WebKit',
    group: 'webkit',
    tier: 'extended',
    needsBuild: true,
    run: where(
      hasWebKit,
      "it needs Debian's webkit2gtk-driver and xvfb",
      playwright('webkit', ['--config=playwright.webkit.config.ts']),
    ),
  },
  { name: 'two builds of the frame', group: 'release', tier: 'extended', run: script('scripts/reproduce.ts') },
  { name: 'release rehearsal', group: 'release', tier: 'extended', run: script('scripts/release.ts', ['--dry-run']) },
  {
    name: 'unit and contract, all cases',
    group: 'unit',
    tier: 'extended',
    run: vitest('vitest.config.ts', { env: { LATCHKEY_TIER: 'extended' } }),
  },
  { name: 'fuzz', group: 'fuzz', tier: 'extended', run: script('scripts/fuzz.ts') },
  { name: 'chaos, all failures', group: 'chaos', tier: 'extended', run: script('chaos/main.ts') },
  { name: 'restores of everything', group: 'chaos', tier: 'extended', run: script('chaos/restore/main.ts') },
  // Its figures mean nothing beside other stages; that it finishes does.
  { name: 'chain data, measured', group: 'bench', tier: 'extended', run: script('bench/main.ts', ['chain-data']) },
]
