import { expect, test } from 'vitest'
import { formatDay, formatExact, formatFixed, formatQuantity, formatUsd } from './display.ts'

test.each([
  ['0', '0.00'],
  ['1.999', '1.99'],
  ['0.009', '0.00'],
  [2.5, '2.50'],
  ['1234567.891', '1,234,567.89'],
  ['99999999999999999999.999', '99,999,999,999,999,999,999.99'],
])('formatFixed reads %j as %j', (value, expected) => {
  expect(formatFixed(value, 'en-US')).toBe(expected)
})

test.each([
  ['1.23456', '1.234'],
  ['1', '1'],
  ['0.5', '0.5'],
  ['0.9999', '0.999'],
  ['0.001', '0.001'],
  ['0.0009', '<0.001'],
  ['0.000000000000000001', '<0.001'],
  ['0', '0'],
  ['123456789.123456789123456789', '123,456,789.123'],
])('formatQuantity reads %j as %j', (value, expected) => {
  expect(formatQuantity(value, 'en-US')).toBe(expected)
})

test.each([
  ['99999999999999999999.000000000000000001', '99,999,999,999,999,999,999.000000000000000001'],
  [`0.${'0'.repeat(59)}1`, `0.${'0'.repeat(59)}1`],
  ['1', '1'],
])('formatExact reads %j as %j', (value, expected) => {
  expect(formatExact(value, 'en-US')).toBe(expected)
})

test('numbers follow the locale', () => {
  expect(formatExact('1234.567', 'de-DE')).toBe('1.234,567')
  expect(formatFixed('1234.567', 'de-DE')).toBe('1.234,56')
  expect(formatQuantity('0.0001', 'de-DE')).toBe('<0,001')
  expect(formatUsd('1234.5', 'de-DE')).toBe('1.234,50\u00a0$')
})

test('dollars have two decimals', () => {
  expect(formatUsd(12, 'en-US')).toBe('$12.00')
  expect(formatUsd('1234.567', 'en-US')).toBe('$1,234.56')
  expect(formatUsd(0.1 + 0.7, 'en-US')).toBe('$0.80')
  expect(formatUsd(26_499.999999999996, 'en-US')).toBe('$26,500.00')
})

test('a date is a short month and a day', () => {
  const time = Date.UTC(2026, 2, 5, 23, 30)
  expect(formatDay(time, 'en-US', 'UTC')).toBe('Mar 5')
  expect(formatDay(new Date(time), 'en-US', 'Asia/Tokyo')).toBe('Mar 6')
  expect(formatDay(time, 'de-DE', 'UTC')).toBe('5. März')
})
