import { base58 } from '@scure/base'
import { expect, test } from 'vitest'
import { decodeBase58, encodeBase58 } from './base58.ts'
import { type SecretBytes, withSecrets } from './secrets.ts'

const ascii = (text: string) => new TextEncoder().encode(text)
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(encodeBase58(bytes))

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

test.each(['0', 'O', 'I', 'l', ' 2', '2\n', 'é'])('%j is no base58', (text) => {
  expect(decodeBase58(ascii(text))).toBeNull()
})

test('all that a key passes through is held', async () => {
  const held: Uint8Array[] = []
  const seen = await withSecrets(async (hold) => {
    const watch = (bytes: Uint8Array): SecretBytes => {
      held.push(bytes)
      return hold(bytes)
    }
    return decodeBase58(encodeBase58(new Uint8Array(64).fill(9), watch), watch)?.slice()
  })
  expect(seen).toEqual(new Uint8Array(64).fill(9))
  expect(held).toHaveLength(7)
  expect(held.every((bytes) => bytes.every((byte) => byte === 0))).toBe(true)
})
