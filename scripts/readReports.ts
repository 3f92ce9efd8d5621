import { isAbsolute, relative } from 'node:path'

/** One failure: its name, and its error, in as many lines as needed. */
export type Failure = { name: string; error: string }

/** The time of a test file, or a group of checks, in milliseconds. Files that ran in parallel overlap. */
export type FileTime = { file: string; ms: number }

/** The result of a stage. */
export type Count = { passed: number; failures: readonly Failure[]; files?: readonly FileTime[] }

type VitestReport = {
  numPassedTests: number
  testResults: readonly {
    name: string
    status: string
    message: string
    startTime?: number
    endTime?: number
    assertionResults: readonly { fullName: string; status: string; failureMessages: readonly string[] }[]
  }[]
}

/** Reads Vitest's JSON report. A file that fails outside its tests (it does not load, a hook throws) is a failure itself. */
export const readVitestReport = (report: unknown, root: string): Count => {
  const { numPassedTests, testResults } = report as VitestReport
  const failures = testResults.flatMap(({ name, status, message, assertionResults }): Failure[] => {
    const file = isAbsolute(name) ? relative(root, name) : name
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0 && status === 'failed')
      return [{ name: file, error: message || 'Failed outside its tests' }]
    return failed.map((test) => ({ name: `${file} › ${test.fullName}`, error: test.failureMessages.join('\n') }))
  })
  const files = testResults.map(({ name, startTime = 0, endTime = 0 }) => ({
    file: isAbsolute(name) ? relative(root, name) : name,
    ms: endTime - startTime,
  }))
  return { passed: numPassedTests, failures, files }
}

type PlaywrightError = { message?: string; value?: string }
type PlaywrightSuite = {
  title: string
  suites?: readonly PlaywrightSuite[]
  specs?: readonly {
    title: string
    file?: string
    tests: readonly {
      status: string
      results: readonly { duration?: number; errors: readonly PlaywrightError[] }[]
    }[]
  }[]
}
type PlaywrightReport = {
  stats: { expected: number }
  suites: readonly PlaywrightSuite[]
  errors: readonly PlaywrightError[]
}

const textOf = (errors: readonly PlaywrightError[]): string =>
  errors.map(({ message, value }) => message ?? value ?? '').join('\n')

const playwrightFailures = (suite: PlaywrightSuite, above: readonly string[]): Failure[] => {
  const titles = [...above, suite.title]
  const own = (suite.specs ?? []).flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => ({
        name: [...titles, title].join(' › '),
        error: textOf(results.flatMap(({ errors }) => errors)),
      })),
  )
  return [...own, ...(suite.suites ?? []).flatMap((each) => playwrightFailures(each, titles))]
}

const playwrightTimes = (suite: PlaywrightSuite): FileTime[] => [
  ...(suite.specs ?? []).flatMap(({ file = suite.title, tests }) =>
    tests.flatMap(({ results }) => results.map(({ duration = 0 }) => ({ file, ms: duration }))),
  ),
  ...(suite.suites ?? []).flatMap(playwrightTimes),
]

const sumByFile = (times: readonly FileTime[]): FileTime[] => {
  const sums = new Map<string, number>()
  for (const { file, ms } of times) sums.set(file, (sums.get(file) ?? 0) + ms)
  return [...sums].map(([file, ms]) => ({ file, ms }))
}

/** Reads Playwright's JSON report. Errors outside the tests (a file that does not load, a worker that does not end) count too. */
export const readPlaywrightReport = (report: unknown): Count => {
  const { stats, suites, errors } = report as PlaywrightReport
  const failures = suites.flatMap((suite) => playwrightFailures(suite, []))
  const outside = errors.map((error) => ({ name: 'outside the tests', error: textOf([error]) }))
  return {
    passed: stats.expected,
    failures: [...failures, ...outside],
    files: sumByFile(suites.flatMap(playwrightTimes)),
  }
}

type RowsReport = {
  passed: number
  failures: readonly Failure[]
  rows: readonly { name: string; tookMs: number }[]
}

/** Reads the report of `e2e/hostile/main.ts`. Times are those of groups: rows of a group run one after the other. */
export const readRowsReport = (report: unknown): Count => {
  const { passed, failures, rows } = report as RowsReport
  const times = rows.map(({ name, tookMs }) => ({ file: name.split(' › ').slice(0, 2).join(' › '), ms: tookMs }))
  return { passed, failures, files: sumByFile(times) }
}
