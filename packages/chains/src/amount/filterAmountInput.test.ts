import { expect, test } from 'vitest'
import { random } from '../testing/random.ts'
import { parseAmount } from './amount.ts'
import { filterAmountInput } from './filterAmountInput.ts'

const limits = { integerDigits: 6, decimalDigits: 4 }

test.each([
  ['1,5', '1.5'],
  ['1.5', '1.5'],
  ['1.', '1.'],
  ['.5', '0.5'],
  [',', '0.'],
  [' 7 ', '7'],
  ['7\n', '7'],
  ['0.123456', '0.1234'],
  ['0,125', '0.125'],
  ['1.500', '1.500'],
  ['', ''],
  [' ', ''],
])('%j becomes %j', (typed, expected) => {
  expect(filterAmountInput(typed, '3', limits)).toBe(expected)
})

test.each([
  ...['-1e5', '1e5', '-5', '+5', '0x1f', '12a3', 'NaN', 'Infinity'],
  // Grouped digits, which may mean thousands or thousandths, depending on the locale.
  ...['1,500', '1.000,50', '1,000.50', '1,000,000', '1.000.000', '1 000', '1\u00a0000', '1\u202f000', "1'000", '1_000'],
  ...['1.2.3', '1,2,3', '1..5', '1,,5'],
  ...['$50', '€ 50', '50 USD', '50€', '50%', '1/2', '½'],
  // Digits of other scripts, and invisible characters.
  ...['１２', '٣', '१२', '𝟎', '1\u200b2', '\u202e12'],
  ...['1234567', '1234567.123456'],
])('%j changes nothing', (typed) => {
  expect(filterAmountInput(typed, '3', limits)).toBe('3')
})

test('a comma before three digits is a dot where they are typed one by one', () => {
  let text = ''
  for (const typed of '1,500') text = filterAmountInput(text + typed, text, limits)
  expect(text).toBe('1.500')
  expect(filterAmountInput('1,500', '1,50', limits)).toBe('1.500')
})

test('a token without decimals has no dot', () => {
  const whole = { integerDigits: 6, decimalDigits: 0 }
  expect(filterAmountInput('12', '1', whole)).toBe('12')
  for (const typed of ['12.', '12.5', '.5', '12,5']) expect(filterAmountInput(typed, '12', whole)).toBe('12')
})

test('what is left of any text stays as it is when typed again, and is an amount', () => {
  const { below, pick } = random(5)
  for (let i = 0; i < 5000; i++) {
    const typed = Array.from({ length: below(16) }, () => pick([...'0123456789.,,.-eE+ x\u0660\u{1d7ce}'])).join('')
    const filtered = filterAmountInput(typed, '', limits)
    expect(filterAmountInput(filtered, '', limits), typed).toBe(filtered)
    if (filtered !== '') expect(() => parseAmount(filtered, limits.decimalDigits), typed).not.toThrow()
  }
})
