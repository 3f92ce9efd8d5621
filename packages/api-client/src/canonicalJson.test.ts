import { expect, test } from 'vitest'
import { type CanonicalValue, canonicalJson } from './canonicalJson.ts'

test('the order of keys does not matter', () => {
  expect(canonicalJson({ b: 1, a: { d: [true, null], c: 'x' } })).toBe('{"a":{"c":"x","d":[true,null]},"b":1}')
  expect(canonicalJson({ a: { c: 'x', d: [true, null] }, b: 1 })).toBe(
    canonicalJson({ b: 1, a: { d: [true, null], c: 'x' } }),
  )
})

// RFC 8785, section 3.2.3, without the key that is a lone surrogate's neighbour in other encodings.
test('keys are sorted by UTF-16 code units', () => {
  const value = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\ud83d\ude00': 5, '\u0080': 6, '\u00f6': 7 }
  const keys = Object.keys(JSON.parse(canonicalJson(value)))
  expect(new Set(keys)).toEqual(new Set(Object.keys(value)))
  expect(canonicalJson(value)).toBe('{"\\r":2,"1":4,"\u0080":6,"\u00f6":7,"\u20ac":1,"\ud83d\ude00":5,"\ufb33":3}')
})

test.each<CanonicalValue>([0.5, Number.NaN, Infinity, 2 ** 53, '\ud800', { '\udfff': 1 }])('refuses %s', (value) => {
  expect(() => canonicalJson(value)).toThrow(TypeError)
})
