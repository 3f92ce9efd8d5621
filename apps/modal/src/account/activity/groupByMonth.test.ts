import { expect, test } from 'vitest'
import { testTransaction } from '../testHistory.fixture.ts'
import { groupByMonth } from './groupByMonth.ts'

const at = (minedAt: string) => testTransaction({ id: minedAt, minedAt })

test('transactions stand under the month of the reader, the newest first', () => {
  const mined = ['2026-12-01T00:30:00.000Z', '2026-11-30T23:30:00.000Z', '2025-11-02T08:00:00.000Z'].map(at)
  const read = (timeZone: string) =>
    groupByMonth(mined, 'en-US', timeZone).map(({ name, transactions }) => `${name}: ${transactions.length}`)
  expect(read('UTC')).toEqual(['December 2026: 1', 'November 2026: 1', 'November 2025: 1'])
  expect(read('America/New_York')).toEqual(['November 2026: 2', 'November 2025: 1'])
  expect(groupByMonth(mined, 'de-DE', 'UTC')[0]?.name).toBe('Dezember 2026')
  expect(groupByMonth([])).toEqual([])
})
