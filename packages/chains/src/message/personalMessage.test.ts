import { bytesToHex, hashMessage, keccak256, stringToBytes, stringToHex } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import { loadVectors } from '../testing/loadVectors.ts'
import { random } from '../testing/random.ts'
import { thrown } from '../testing/thrown.ts'
import { parsePersonalMessage, personalMessageDigest } from './personalMessage.ts'

describe('the readable text', () => {
  test.each([
    ['plain', 'Hello'],
    ['several lines', 'Sign in\n\tto example.com\r\nNonce: 1'],
    ['other scripts', 'Grüße, 世界, שלום, नमस्ते 👩‍👩‍👧'],
    ['empty', ''],
    ['with a byte order mark', '\ufeffHello'],
    ['a hash in words', `0x${'ab'.repeat(32)}`],
  ])('%s is the text, byte for byte', (_, text) => {
    const message = parsePersonalMessage(stringToHex(text))
    expect(message.text).toBe(text)
    expect(message.bytes).toEqual(new Uint8Array(stringToBytes(text)))
  })

  test.each<[string, `0x${string}`]>([
    ['a hash', keccak256('0x')],
    ['a stray byte', '0xff'],
    ['an overlong slash', '0xc0af'],
    ['half a surrogate pair', '0xeda080'],
    ['a cut character', '0xe282'],
    ['a code point beyond Unicode', '0xf4908080'],
    ['a null character', stringToHex('Pay \0 100')],
    ['an escape sequence', stringToHex('\u001b[2JPay 100')],
    ['a C1 control', stringToHex('Pay\u0085100')],
    ['text reordered by an override', stringToHex('Pay \u202e001')],
    ['text reordered by an isolate', stringToHex('Pay \u2066001')],
  ])('%s has none: it is shown as hex', (_, hex) => {
    const message = parsePersonalMessage(hex)
    expect(message.text).toBeNull()
    expect(bytesToHex(message.bytes)).toBe(hex)
  })
})

test.each(['Hello', '0x1', '0xzz', '0X12', ' 0x12', '0x12\n', '', null, undefined, 12, ['0x12'], new Uint8Array(1)])(
  '%s is not hex and refused',
  (input) => {
    expect(thrown(() => parsePersonalMessage(input))).toBe('INVALID_PARAMS')
  },
)

describe('the digest', () => {
  test.each([
    ['Hello World', '0xa1de988600a42c4b4ab089b619297c17d53cffae5d5120d82d8a92d0bb3b78f2'],
    ['', '0x5f35dce98ba4fba25530a026ed80b2cecdaa31091ba4958b99b52ea1d068adad'],
  ])('of %j is the published one', (text, digest) => {
    expect(bytesToHex(personalMessageDigest(parsePersonalMessage(stringToHex(text)).bytes))).toBe(digest)
  })

  test('of the 516 published byte strings is Keccak-256 over prefix, length and bytes', () => {
    const vectors = loadVectors<{ data: `0x${string}`; keccak256: string }>('hashes')
    expect(vectors).toHaveLength(516)
    for (const vector of vectors) {
      const { bytes } = parsePersonalMessage(vector.data)
      expect(keccak256(bytes)).toBe(vector.keccak256)
      const prefix = stringToHex(`\x19Ethereum Signed Message:\n${bytes.length}`)
      expect(bytesToHex(personalMessageDigest(bytes))).toBe(
        keccak256(`${prefix}${vector.data.slice(2)}` as `0x${string}`),
      )
    }
  })

  test('of a text is what viem makes of the same text', () => {
    const { below, pick } = random(191)
    for (let i = 0; i < 2000; i++) {
      const text = Array.from({ length: below(40) }, () => pick(['a', ' ', '\n', 'é', '世', '👍'])).join('')
      const message = parsePersonalMessage(stringToHex(text))
      expect(message.text).toBe(text)
      expect(bytesToHex(personalMessageDigest(message.bytes))).toBe(hashMessage(text))
    }
  })
})
