import { expect, test } from 'vitest'
import { percentile } from './percentile.ts'

test('is a value of the list, by its rank', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index)
  expect([0, 0.5, 0.95, 0.99, 1].map((share) => percentile(hundred, share))).toEqual([1, 50, 95, 99, 100])
  expect(percentile([7], 0.95)).toBe(7)
  expect(() => percentile([], 0.5)).toThrow(RangeError)
})
