import { expect, test } from 'vitest'
import { formatFailures } from './formatFailures.ts'

test('each failure has its stage, its name and the first lines of its error, without colours and places', () => {
  const error =
    '\u001b[31mError: not visible\u001b[39m\n\nLocator: heading\n    at a.ts:1\nExpected: visible\nWaited: 5 s'
  const stages = [
    { name: 'types', failures: [] },
    { name: 'journeys', failures: [{ name: 'main.spec.ts › signs', error }] },
    { name: 'sizes', failures: [{ name: 'vault', error: 'x'.repeat(500) }] },
  ]
  expect(formatFailures(stages).split('\n')).toEqual([
    'failed  journeys: main.spec.ts › signs',
    '    Error: not visible',
    '    Locator: heading',
    '    Expected: visible',
    '    Waited: 5 s',
    'failed  sizes: vault',
    `    ${'x'.repeat(400)}`,
  ])
})

test('where nothing failed there is nothing to say', () => {
  expect(formatFailures([{ name: 'types', failures: [] }])).toBe('')
})
