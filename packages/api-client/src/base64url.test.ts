import { expect, test } from 'vitest'
import { decodeBase64url, encodeBase64url } from './base64url.ts'

test.each([
  [[], ''],
  [[0], 'AA'],
  [[0xff, 0xef], '_-8'],
  [[0xfb, 0xff, 0xbf], '-_-_'],
])('%o is %s, and back', (bytes, text) => {
  expect(encodeBase64url(Uint8Array.from(bytes))).toBe(text)
  expect([...decodeBase64url(text)]).toEqual(bytes)
})

test('agrees with Node for every length', () => {
  for (let length = 0; length < 70; length++) {
    const bytes = crypto.getRandomValues(new Uint8Array(length))
    expect(encodeBase64url(bytes)).toBe(Buffer.from(bytes).toString('base64url'))
    expect(decodeBase64url(encodeBase64url(bytes))).toEqual(bytes)
  }
})

test.each(['A', 'AA==', 'AB', 'A A', 'AA\n', '+/+/', 'AAé', 'AA.AA'])('refuses %j', (text) => {
  expect(() => decodeBase64url(text)).toThrow(TypeError)
})
