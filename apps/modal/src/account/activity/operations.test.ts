import { expect, test } from 'vitest'
import { operationOf, signOf } from './operations.ts'

test.each([
  ['send', '+'],
  ['receive', '+'],
  ['claim', '+'],
  ['borrow', '+'],
  ['deposit', '+'],
  ['withdraw', '\u2212'],
  ['repay', '\u2212'],
  ['burn', '\u2212'],
])('%s is prefixed %s, as the specification has it', (operation, sign) => {
  expect(signOf(operation, 'in')).toBe(sign)
  expect(signOf(operation, 'out')).toBe(sign)
})

test('what the specification does not name is prefixed by the way it went', () => {
  expect(['in', 'out', 'self'].map((way) => signOf('trade', way as 'in'))).toEqual(['+', '\u2212', ''])
  expect(signOf('constructor', 'out')).toBe('\u2212')
})

test('an operation that nobody has a word for has a row all the same', () => {
  expect(operationOf('restake').words).toBe('other')
  expect(operationOf('__proto__').words).toBe('other')
})
