import { expect, test } from 'vitest'
import { addUpRuns } from './addUpRuns.ts'

test('adds up the failures of each test over all runs, the most frequent first', () => {
  const run = { only: 'journeys', underLoad: false, passed: 190, minutes: 12.34 }
  const runs = [
    { ...run, failures: ['journeys: send'] },
    { ...run, underLoad: true, failures: ['journeys: names', 'journeys: send'] },
    { ...run, failures: [] },
  ]
  expect(addUpRuns(runs).split('\n')).toEqual([
    'run 1  journeys  quiet       190 passed  1 failed  12.3 min',
    'run 2  journeys  under load  190 passed  2 failed  12.3 min',
    'run 3  journeys  quiet       190 passed  0 failed  12.3 min',
    'failed in 2 of 3 runs: journeys: send',
    'failed in 1 of 3 runs: journeys: names',
  ])
})
