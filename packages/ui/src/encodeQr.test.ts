import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { encodeQr } from './encodeQr.ts'

/** The codes of an encoder that others wrote, one for each mask: which one is best is ours to say. */
const others = (text: string) =>
  [0, 1, 2, 3, 4, 5, 6, 7].map(
    (maskPattern) =>
      encode([...new TextEncoder().encode(text)], { ecc: 'Q', border: 0, minVersion: 7, maskPattern }).data,
  )

test.each([
  ['nothing', '', 7],
  ['as much as the first version holds', 'a'.repeat(86), 7],
  ['one byte more', 'a'.repeat(87), 8],
  ['the longest whose length is one byte', 'b'.repeat(130), 9],
  ['the shortest whose length is two', 'b'.repeat(131), 10],
  ['what is not ASCII', '钥匙 🗝️ für später'.repeat(9), 14],
  ['a link', 'otpauth://totp/'.repeat(30), 20],
  ['the version whose patterns stand in no row', 'x'.repeat(1100), 32],
  ['as much as there is room for', 'z'.repeat(1663), 40],
])('writes %s as the standard has it', (_, text, version) => {
  const modules = encodeQr(text)
  expect(modules.length).toBe(17 + 4 * version)
  expect(others(text)).toContainEqual(modules)
})

test('refuses what no code holds', () => {
  expect(() => encodeQr('z'.repeat(1664))).toThrow(new RangeError('No QR code holds 1664 bytes'))
})
