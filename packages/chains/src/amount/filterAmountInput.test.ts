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
  ['1.2.3', '1.23'],
  ['1,2,3', '1.23'],
  ['12a3', '123'],
  ['-5', '5'],
  [' 7 ', '7'],
  ['1234567', '123456'],
  ['0.123456', '0.1234'],
  ['1234567.123456', '123456.1234'],
  ['٣', ''],
  ['１', ''],
  ['', ''],
])('%j becomes %j', (typed, expected) => {
  expect(filterAmountInput(typed, limits)).toBe(expected)
})

test('a token without decimals has no dot', () => {
  expect(filterAmountInput('12.5', { integerDigits: 6, decimalDigits: 0 })).toBe('12')
  expect(filterAmountInput('.5', { integerDigits: 6, decimalDigits: 0 })).toBe('')
})

test('what is left of any text stays as it is when typed again, and is an amount', () => {
  const { below, pick } = random(5)
  for (let i = 0; i < 5000; i++) {
    const typed = Array.from({ length: below(16) }, () => pick([...'0123456789.,,.-eE+ x\u0660\u{1d7ce}'])).join('')
    const filtered = filterAmountInput(typed, limits)
    expect(filterAmountInput(filtered, limits), typed).toBe(filtered)
    if (filtered !== '') expect(() => parseAmount(filtered, limits.decimalDigits), typed).not.toThrow()
  }
})
