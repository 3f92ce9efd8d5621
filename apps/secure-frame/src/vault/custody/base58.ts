import type { Bytes, Hold } from './secrets.ts'

/**
 * Base58 in the alphabet of Bitcoin, over bytes: a key's text must be one that can be zeroed, so whoever codes a key passes
 * `hold`. Both ways are long division, which is quadratic: for short texts alone.
 */
const alphabet = new TextEncoder().encode('123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz')
const [zero = 0] = alphabet

/** Of what is public, nothing has to be held. */
const letGo = <bytes extends Uint8Array>(bytes: bytes): bytes => bytes
type Keep = Hold | typeof letGo

/** ASCII. */
export const encodeBase58 = (bytes: Uint8Array, hold: Keep = letGo): Bytes => {
  const digits = digitsOf(bytes, { from: 256, to: 58, most: bytes.length * 2 }, hold)
  for (const [at, digit] of digits.entries()) digits[at] = alphabet[digit] ?? 0
  return behind(leading(bytes, 0), zero, digits, hold)
}

/** The bytes of ASCII text; null where it holds another character than the alphabet's. */
export const decodeBase58 = (text: Uint8Array, hold: Keep = letGo): Bytes | null => {
  const digits = hold(new Uint8Array(text.length))
  for (const [at, character] of text.entries()) {
    const digit = alphabet.indexOf(character)
    if (digit === -1) return null
    digits[at] = digit
  }
  return behind(leading(text, zero), 0, digitsOf(digits, { from: 58, to: 256, most: text.length }, hold), hold)
}

type Bases = { from: number; to: number /** Bytes that the result needs at most. */; most: number }

/** A number's digits in another base, most significant first, without leading zeros. */
const digitsOf = (digits: Uint8Array, { from, to, most }: Bases, hold: Keep): Bytes => {
  const result = hold(new Uint8Array(most))
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

/** How many bytes of this value come first. */
const leading = (bytes: Uint8Array, value: number): number => {
  const first = bytes.findIndex((byte) => byte !== value)
  return first === -1 ? bytes.length : first
}

const behind = (count: number, value: number, rest: Bytes, hold: Keep): Bytes => {
  const bytes = hold(new Uint8Array(count + rest.length).fill(value, 0, count))
  bytes.set(rest, count)
  return bytes
}
