import { expect, test } from 'vitest'
import { createPrinter, formatTotal } from './formatOutcome.ts'
import type { Outcome } from './Rule.ts'

const outcome = (changes: Partial<Outcome> = {}): Outcome => ({
  profile: 4,
  group: 'READY',
  name: 'READY is said once',
  source: 'wire 3',
  isPassed: true,
  tookMs: 1,
  ...changes,
})

test('a report has a heading for each profile and group, and one line for each rule', () => {
  const lines: string[] = []
  const print = createPrinter((line) => lines.push(line))
  print(outcome())
  print(outcome({ name: 'READY has no id', isPassed: false, tookMs: 1, seen: 'its id is 1' }))
  print(outcome({ profile: 5 }))
  print(outcome({ profile: 5, group: 'HELLO', name: 'PING is answered' }))
  expect(lines).toEqual([
    'Profile 4',
    '\nREADY',
    'ok  4  READY is said once',
    'not ok  4  READY has no id: its id is 1 (wire 3)',
    '\nProfile 5',
    '\nREADY',
    'ok  5  READY is said once',
    '\nHELLO',
    'ok  5  PING is answered',
  ])
})

test('the last line counts', () => {
  expect(formatTotal([outcome(), outcome({ isPassed: false, tookMs: 1 })])).toBe('1 passed, 1 failed')
})
