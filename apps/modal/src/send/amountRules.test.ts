import { describe, expect, test } from 'vitest'
import { testEther, testUsdc } from '../account/testAccountApi.fixture.ts'
import {
  type AmountEntry,
  balanceUnitsOf,
  filterEntry,
  hasRisen,
  maxUnits,
  otherUnit,
  readAmount,
  worthOf,
} from './amountRules.ts'

const ether = testEther('1.5')
const usdc = testUsdc('250')
const unpriced = { ...usdc, price: 0 }

describe('what an amount field holds', () => {
  test.each<[string, AmountEntry['unit'], typeof usdc | null, string]>([
    ['1,5', 'token', ether, '1.5'],
    ['.5', 'token', ether, '0.5'],
    ['12abc3', 'token', ether, '3'],
    ['-7', 'token', ether, '3'],
    ['-1e5', 'token', ether, '3'],
    ['1.1234567', 'token', usdc, '1.123456'],
    ['1.239', 'fiat', ether, '1.23'],
    ['9'.repeat(20), 'token', ether, '3'],
    [`0.${'1'.repeat(30)}`, 'token', null, `0.${'1'.repeat(18)}`],
    ['', 'token', ether, ''],
    [' 1 000 ', 'token', ether, '3'],
  ])('%j in %s, after 3', (text, unit, token, expected) => {
    expect(filterEntry(text, unit, token, '3')).toBe(expected)
  })
})

describe('what an amount means', () => {
  test.each<[string, AmountEntry['unit'], typeof usdc, string, bigint | null]>([
    ['1', 'token', ether, 'ready', 10n ** 18n],
    ['1.5', 'token', ether, 'ready', 15n * 10n ** 17n],
    ['1.500000000000000001', 'token', ether, 'tooMuch', 15n * 10n ** 17n + 1n],
    ['250', 'token', usdc, 'ready', 250_000_000n],
    ['250.000001', 'token', usdc, 'tooMuch', 250_000_001n],
    ['3000', 'fiat', ether, 'ready', 15n * 10n ** 17n],
    ['3000.01', 'fiat', ether, 'tooMuch', 1_500_005_000_000_000_000n],
    ['', 'token', ether, 'empty', null],
    ['0', 'token', ether, 'empty', null],
    ['0.', 'token', ether, 'empty', null],
    ['.', 'token', ether, 'empty', null],
    ['0.000', 'fiat', ether, 'empty', null],
  ])('%j in %s of what there is: %s', (text, unit, token, kind, units) => {
    const entry = { text: unit === 'fiat' ? filterEntry(text, unit, token) : text, unit }
    expect(readAmount(entry, token)).toEqual(units === null ? { kind } : { kind, units })
  })

  test('less than the smallest unit is nothing', () => {
    expect(readAmount({ text: '0.01', unit: 'fiat' }, { ...usdc, price: 1_000_000 })).toEqual({ kind: 'empty' })
  })

  test('a balance that cannot be read is none', () => {
    expect(balanceUnitsOf({ quantity: { decimals: '2', numeric: '1.234' } })).toBe(0n)
    expect(balanceUnitsOf({ quantity: { decimals: '6', numeric: 'much' } })).toBe(0n)
  })
})

test('the other unit means the same, and never more', () => {
  expect(otherUnit({ text: '1.5', unit: 'token' }, ether)).toEqual({ text: '3000', unit: 'fiat' })
  expect(otherUnit({ text: '3000', unit: 'fiat' }, ether)).toEqual({ text: '1.5', unit: 'token' })
  expect(otherUnit({ text: '0.000000000000000001', unit: 'token' }, ether)).toEqual({ text: '0', unit: 'fiat' })
  expect(otherUnit({ text: '', unit: 'fiat' }, ether)).toEqual({ text: '', unit: 'token' })
})

test('worth needs a price', () => {
  expect(worthOf(10n ** 18n, ether)).toBe('2000')
  expect(worthOf(1n, unpriced)).toBeNull()
})

test.each([
  [0n, 15n * 10n ** 17n],
  [5n * 10n ** 17n, 10n ** 18n],
  [15n * 10n ** 17n, 0n],
  [2n * 10n ** 18n, 0n],
])('all there is less a reserve of %s is %s', (reserve, most) => {
  expect(maxUnits(ether, reserve)).toBe(most)
})

test.each<[bigint | null, bigint | null, boolean]>([
  [100n, 125n, false],
  [100n, 126n, true],
  [100n, 50n, false],
  [0n, 1n, true],
  [null, 5n, false],
  [5n, null, false],
])('a fee of %s that is now %s has risen: %s', (shown, now, expected) => {
  expect(hasRisen(shown, now)).toBe(expected)
})
