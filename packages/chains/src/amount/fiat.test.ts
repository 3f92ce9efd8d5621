import { describe, expect, test } from 'vitest'
import { thrown } from '../testing/thrown.ts'
import { fiatForUnits, unitsForFiat } from './fiat.ts'

test.each([
  ['1', 1, 6, 1_000_000n],
  ['2500', 2500, 18, 10n ** 18n],
  ['0.01', 2500, 18, 4_000_000_000_000n],
  ['1', 3, 6, 333_333n],
  ['10', 0.000001234, 0, 8_103_727n],
  ['1', 0.1, 18, 10n ** 19n],
  ['1', 1e21, 18, 0n],
  ['100', 97_123.45, 8, 102_961n],
  ['0', 5, 18, 0n],
])('%s of money at %d a token of %i decimals is %s units, never more than it buys', (text, price, decimals, units) => {
  expect(unitsForFiat(text, price, decimals)).toBe(units)
})

test.each([
  [10n ** 18n, 2500, 18, '2500'],
  [1n, 2500, 18, '0'],
  [1_999_999n, 1, 6, '1.99'],
  [5n, 0.3, 0, '1.5'],
  [2n ** 256n - 1n, 1, 0, (2n ** 256n - 1n).toString()],
])('%s units at %d a token of %i decimals are worth %s, rounded down', (units, price, decimals, text) => {
  expect(fiatForUnits(units, price, decimals)).toBe(text)
})

describe('without a price there is no worth', () => {
  test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('%d', (price) => {
    expect(thrown(() => fiatForUnits(1n, price, 6))).toBe('AMOUNT_INVALID')
    expect(thrown(() => unitsForFiat('1', price, 6))).toBe('AMOUNT_INVALID')
  })
})
