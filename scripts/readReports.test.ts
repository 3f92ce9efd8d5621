import { expect, test } from 'vitest'
import { readPlaywrightReport, readRowsReport, readVitestReport } from './readReports.ts'

test('a report of Vitest names each failed test and its file, and a file that fails beside its tests', () => {
  const passed = { fullName: 'sums adds', status: 'passed', failureMessages: [] }
  const failed = {
    fullName: 'sums carries',
    status: 'failed',
    failureMessages: ['Error: 10 is not 20\n    at add.ts:1'],
  }
  const report = {
    numPassedTests: 1,
    testResults: [
      {
        name: '/house/a/add.test.ts',
        status: 'failed',
        message: '',
        startTime: 1_000,
        endTime: 1_250,
        assertionResults: [passed, failed],
      },
      { name: '/house/a/load.test.ts', status: 'failed', message: 'Cannot find it', assertionResults: [] },
      {
        name: '/house/a/hook.test.ts',
        status: 'failed',
        message: '',
        assertionResults: [{ ...passed, status: 'skipped' }],
      },
    ],
  }
  expect(readVitestReport(report, '/house')).toEqual({
    passed: 1,
    failures: [
      { name: 'a/add.test.ts › sums carries', error: 'Error: 10 is not 20\n    at add.ts:1' },
      { name: 'a/load.test.ts', error: 'Cannot find it' },
      { name: 'a/hook.test.ts', error: 'Failed outside its tests' },
    ],
    files: [
      { file: 'a/add.test.ts', ms: 250 },
      { file: 'a/load.test.ts', ms: 0 },
      { file: 'a/hook.test.ts', ms: 0 },
    ],
  })
})

test('a report of Playwright names each failed test with its groups, and errors outside the tests', () => {
  const spec = (title: string, status: string, errors: { message: string }[]) => ({
    title,
    file: 'main.spec.ts',
    tests: [{ status, results: [{ errors, duration: 500 }] }],
  })
  const report = {
    stats: { expected: 1 },
    suites: [
      {
        title: 'main.spec.ts',
        specs: [
          spec('logs in', 'expected', []),
          spec('signs', 'unexpected', [{ message: 'Too late' }, { message: 'It waited for a button' }]),
          spec('is not run here', 'skipped', []),
        ],
        suites: [{ title: 'the api is away', specs: [spec('says so', 'flaky', [{ message: 'It says nothing' }])] }],
      },
    ],
    errors: [{ message: 'A worker did not end' }],
  }
  expect(readPlaywrightReport(report)).toEqual({
    passed: 1,
    failures: [
      { name: 'main.spec.ts › signs', error: 'Too late\nIt waited for a button' },
      { name: 'main.spec.ts › the api is away › says so', error: 'It says nothing' },
      { name: 'outside the tests', error: 'A worker did not end' },
    ],
    files: [{ file: 'main.spec.ts', ms: 2_000 }],
  })
})

test('a report of rows names each failed row, and adds up the time of each group', () => {
  const failures = [{ name: 'chromium › origins › reads nothing', error: 'it read the address' }]
  const rows = [
    { name: 'chromium › origins › reads nothing', tookMs: 200 },
    { name: 'chromium › origins › signs nothing', tookMs: 300 },
  ]
  expect(readRowsReport({ passed: 1, failures, rows })).toEqual({
    passed: 1,
    failures,
    files: [{ file: 'chromium › origins', ms: 500 }],
  })
})
