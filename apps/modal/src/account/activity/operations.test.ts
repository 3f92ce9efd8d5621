import { expect, test } from 'vitest'
import { operationOf } from './operations.ts'

test('an operation that nobody has a word for has a row all the same', () => {
  expect(operationOf('restake').words).toBe('other')
  expect(operationOf('__proto__').words).toBe('other')
})
