import { describe, expect, test } from 'vitest'
import { testEther, testUsdc } from '../account/testAccountApi.fixture.ts'
import { filterSlippage, gradeImpact, impactOf, minimumOf, rateOf, readSlippage, worthLost } from './swapRules.ts'

const ether = 10n ** 18n

describe('slippage', () => {
  test.each([
    ['', { kind: 'auto' }],
    ['.', { kind: 'auto' }],
    ['0.5', { kind: 'own', bps: 50 }],
    ['0.29', { kind: 'own', bps: 29 }],
    ['20', { kind: 'own', bps: 2000 }],
    ['0.05', { kind: 'own', bps: 5 }],
    ['0', { kind: 'tooLow' }],
    ['0.04', { kind: 'tooLow' }],
    ['20.01', { kind: 'tooHigh' }],
    ['99', { kind: 'tooHigh' }],
  ])('%j is read as %j', (text, reading) => {
    expect(readSlippage(text)).toEqual(reading)
  })

  test.each([
    ['0,5', '0.5'],
    ['1.2345', '1.23'],
    ['', ''],
    ['-3', '2'],
    ['1e2', '2'],
    ['100', '2'],
    ['ab', '2'],
  ])('after 2, %j becomes %j', (text, left) => {
    expect(filterSlippage(text, '2')).toBe(left)
  })
})

test('the minimum is rounded down, and never nothing', () => {
  expect(minimumOf(10_000n, 100)).toBe(9900n)
  expect(minimumOf(999n, 100)).toBe(989n)
  expect(minimumOf(1n, 100)).toBe(1n)
})

describe('the loss', () => {
  const give = { token: testEther(), units: ether }
  test('is what the prices say, of what is worth more than cents', () => {
    expect(worthLost(give, { token: testUsdc(), units: 1_900_000_000n })).toBe(5)
    expect(worthLost(give, { token: testUsdc(), units: 2_100_000_000n })).toBe(0)
    expect(worthLost({ ...give, units: 1n }, { token: testUsdc(), units: 1n })).toBeNull()
    expect(worthLost(give, { token: { ...testUsdc(), price: 0 }, units: 1n })).toBeNull()
  })

  test('is the worse of what exchange and prices say: a low impact hides no bad price', () => {
    expect(impactOf(0.1, 40)).toBe(40)
    expect(impactOf(3, 0)).toBe(3)
    expect(impactOf(null, 4)).toBe(4)
    expect(impactOf(null, null)).toBeNull()
  })

  test('is warned of from 2 percent, and agreed to by another button from 10', () => {
    expect([null, 0, 1.99, 2, 9.99, 10, 100].map(gradeImpact)).toEqual([
      'normal',
      'normal',
      'normal',
      'high',
      'high',
      'severe',
      'severe',
    ])
  })
})

test('the rate takes both decimals in', () => {
  expect(rateOf({ token: testEther(), units: ether / 2n }, { token: testUsdc(), units: 997_000_000n })).toBe('1994')
  expect(rateOf({ token: testUsdc(), units: 2_000_000_000n }, { token: testEther(), units: ether })).toBe('0.0005')
})
