import type { Bytes, Hold, SecretBytes } from './secrets.ts'

/**
 * Base58 in the alphabet of Bitcoin, over bytes: a key's text must be one that can be zeroed. Both ways are long division,
 * which is quadratic: for short texts alone.
 */
const alphabet = new TextEncoder().encode('123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz')
const [zero = 0] = alphabet

/** The digits, most significant first, of a number given as digits of another base, without leading zeros. */
const digitsOf = (digits: Bytes, from: number, to: number, length: number, hold: Hold): SecretBytes => {
  const result = hold(new Uint8Array(length))
  let used = 0
  for (const digit of digits) {
    let carry = digit
    for (let at = 0; at < used || carry > 0; at++) {
      carry += (result[at] ?? 0) * from
      result[at] = carry % to
      carry = Math.floor(carry / to)
      used = Math.max(used, at + 1)
    }
  }
  return hold(result.slice(0, used).reverse())
}

const leading = (bytes: Bytes, value: number): number => {
  const first = bytes.findIndex((byte) => byte !== value)
  return first === -1 ? bytes.length : first
}

const behind = (count: number, value: number, rest: Bytes, hold: Hold): SecretBytes => {
  const bytes = hold(new Uint8Array(count + rest.length).fill(value, 0, count))
  bytes.set(rest, count)
  return bytes
}

/** ASCII. */
export const encodeBase58 = (bytes: SecretBytes, hold: Hold): SecretBytes => {
  const digits = digitsOf(bytes, 256, 58, bytes.length * 2, hold)
  for (const [at, digit] of digits.entries()) digits[at] = alphabet[digit] ?? 0
  return behind(leading(bytes, 0), zero, digits, hold)
}

/** The bytes of ASCII text; null where it holds another character than the alphabet's. */
export const decodeBase58 = (text: SecretBytes, hold: Hold): SecretBytes | null => {
  const digits = hold(new Uint8Array(text.length))
  for (const [at, character] of text.entries()) {
    const digit = alphabet.indexOf(character)
    if (digit === -1) return null
    digits[at] = digit
  }
  return behind(leading(text, zero), 0, digitsOf(digits, 58, 256, text.length, hold), hold)
}
