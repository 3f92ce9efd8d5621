import { expect, test } from 'vitest'
import { estimateBytes, maxDepth } from './estimateBytes.ts'

const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)])

test('weighs at least what JSON takes', () => {
  for (const value of [
    'ascii',
    'ünïcødé',
    '漢字',
    '🦊',
    { a: [1, 2, { b: null }], c: 'x'.repeat(999) },
    [true, false],
  ]) {
    const jsonBytes = new TextEncoder().encode(JSON.stringify(value)).length
    expect(estimateBytes(value, 1e6)).toBeGreaterThanOrEqual(jsonBytes - 2)
    expect(estimateBytes(value, 1e6)).toBeLessThan(jsonBytes * 4 + 16)
  }
})

test.each([
  ['a long string', 'x'.repeat(1001)],
  ['many short strings', Array.from({ length: 500 }, () => 'xy')],
  ['long keys', { ['k'.repeat(1001)]: 1 }],
  ['a sparse array', new Array(1e9)],
])('is infinite above the limit: %s', (_, value) => {
  expect(estimateBytes(value, 1000)).toBe(Number.POSITIVE_INFINITY)
})

test('is infinite below the deepest level allowed', () => {
  expect(estimateBytes(nested(maxDepth), 1e6)).toBeLessThan(1e6)
  expect(estimateBytes(nested(maxDepth + 1), 1e6)).toBe(Number.POSITIVE_INFINITY)
})

test('is infinite for a value that holds itself', () => {
  const ring: unknown[] = []
  ring.push(ring)
  expect(estimateBytes(ring, 1e6)).toBe(Number.POSITIVE_INFINITY)
})

test.each([
  new Map(),
  new Set(),
  new Date(),
  new ArrayBuffer(1),
  new Uint8Array(1),
  1n,
  Symbol('s'),
  () => 1,
  /x/,
  new Error('x'),
])('is infinite for what is not plain data: %s', (value) => {
  expect(estimateBytes({ value }, 1e6)).toBe(Number.POSITIVE_INFINITY)
})

const withHole = (list: number[]): number[] => {
  delete list[0]
  return list
}

test.each([
  ['an array with names beside its items', Object.assign([1], { secret: 1 })],
  ['an array with a hole', withHole([1, 2, 3])],
  ['as many names as holes', Object.assign(withHole([1, 2]), { name: 1 })],
  ['a key __proto__', JSON.parse('{"a":{"__proto__":{"isAdmin":true}}}')],
])('is infinite for %s', (_, value) => {
  expect(estimateBytes(value, 1e6)).toBe(Number.POSITIVE_INFINITY)
})
