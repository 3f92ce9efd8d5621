import { expect, test } from 'vitest'
import { plainText } from './plainText.ts'

test.each([
  ['is left as it is when it is plain', 'USD Coin ₮ 币 Ünï', 'USD Coin ₮ 币 Ünï'],
  ['loses what turns the reading order round', 'US\u202eDC\u2066\u200f', 'USDC'],
  ['loses control characters', 'U\u0000S\u001b[31mD\u007fC', 'US[31mDC'],
  ['loses characters that are invisible', 'U\u200bS\u00adD\ufeffC\u{e0041}', 'USDC'],
  ['becomes one line', ' USD\r\n\tCoin\u2028now ', 'USD Coin now'],
  ['loses halves of characters and private ones', 'US\ud800DC\ue000', 'USDC'],
  ['loses marks that are piled up', `a${'\u0301'.repeat(50)}b`, 'á\u0301\u0301\u0301b'],
  ['keeps the marks that scripts need', 'กี่ มิ', 'กี่ มิ'],
  ['keeps markup as the letters that it is', '<script>alert(1)</script>', '<script>alert(1)</script>'],
  ['is nothing when there is nothing to see', '\u202e\u0000 \n', ''],
])('a text %s', (_, text, shown) => {
  expect(plainText(text)).toBe(shown)
})

test('a long text is cut between characters', () => {
  expect(plainText('x'.repeat(1_000))).toBe('x'.repeat(64))
  expect(plainText('💎'.repeat(1_000))).toBe('💎'.repeat(64))
  expect(plainText('\u0301'.repeat(1_000_000))).toHaveLength(3)
})
