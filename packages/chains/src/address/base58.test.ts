import { base58 } from '@scure/base'
import { expect, test } from 'vitest'
import { bytesOfBase58, decodeBase58, encodeBase58 } from './base58.ts'

const ascii = (text: string) => Uint8Array.from(Buffer.from(text))
const textOf = (bytes: Uint8Array) => Buffer.from(encodeBase58(bytes)).toString()

/** draft-msporny-base58, section 5. */
test.each([
  ['48656c6c6f20576f726c6421', '2NEpo7TZRRrLZSi2U'],
  [
    Buffer.from('The quick brown fox jumps over the lazy dog.').toString('hex'),
    'USm3fpXnKG5EUBx2ndxBDMPVciP5hGey2Jh4NDv6gmeo1LkMeiKrLJUUBk6Z',
  ],
  ['0000287fb4cd', '11233QC4'],
  ['', ''],
  ['00', '1'],
])('%s is %s', (hex, text) => {
  expect(textOf(Buffer.from(hex, 'hex'))).toBe(text)
  expect(Buffer.from(decodeBase58(ascii(text)) ?? []).toString('hex')).toBe(hex)
})

test('agrees with @scure/base on random bytes, also with zeros in front', () => {
  for (let length = 0; length < 70; length++) {
    const bytes = crypto.getRandomValues(new Uint8Array(length))
    bytes.fill(0, 0, length % 5)
    expect(textOf(bytes)).toBe(base58.encode(bytes))
    expect(decodeBase58(encodeBase58(bytes))).toEqual(bytes)
  }
})

test.each(['0', 'O', 'I', 'l', ' 2', '2\n', 'é', '\u0131', '\u0231'])('%j is no base58', (text) => {
  expect(decodeBase58(ascii(text))).toBeNull()
  expect(bytesOfBase58(text)).toBeNull()
})
