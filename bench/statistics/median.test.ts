import { expect, test } from 'vitest'
import { median } from './median.ts'

test('the middle one of an odd number of values', () => {
  expect(median([9, 1, 100])).toBe(9)
  expect(median([7])).toBe(7)
})

test('the mean of the two in the middle of an even number', () => {
  expect(median([10, 2, 4, 100])).toBe(7)
})

test('the order of the values is left as it was', () => {
  const values = [3, 1, 2]
  median(values)
  expect(values).toEqual([3, 1, 2])
})

test('nothing has no median', () => {
  expect(() => median([])).toThrow(RangeError)
})
