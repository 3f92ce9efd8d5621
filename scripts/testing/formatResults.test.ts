import { expect, test } from 'vitest'
import { formatResults } from './formatResults.ts'

test('ends with a line for each stage, their sum, and the slowest files first', () => {
  const results = [
    { name: 'static', passed: 8, failures: [], wallMs: 30_000, cpuMs: 55_000 },
    {
      name: 'unit',
      passed: 20,
      failures: [{ name: 'a.test.ts', error: 'no' }],
      wallMs: 1_500,
      cpuMs: 2_000,
      files: [
        { file: 'a.test.ts', ms: 200 },
        { file: 'b.test.ts', ms: 1_200 },
      ],
    },
  ]
  expect(formatResults(results).split('\n')).toEqual([
    'static       8 passed  0 failed  30.0 s  55.0 s CPU',
    'unit        20 passed  1 failed   1.5 s   2.0 s CPU',
    'everything  28 passed  1 failed  31.5 s  57.0 s CPU',
    '',
    'Slowest files',
    '1.2 s  unit  b.test.ts',
    '0.2 s  unit  a.test.ts',
  ])
})
