/**
 * Base58 in Bitcoin's alphabet, over bytes: a key's text must be zeroable, so a caller that encodes a key passes `keep`, which takes
 * ownership of every intermediate buffer. Both directions use long division, which is quadratic: only for short texts. Implemented here
 * instead of with a codec library, because the vault bundles it.
 */
const characters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const alphabet = Uint8Array.from(characters, (character) => character.charCodeAt(0))
const [zero = 0] = alphabet

type Bytes = Uint8Array<ArrayBuffer>
/** Takes ownership of a buffer. */
type Keep = (bytes: Uint8Array) => Bytes

/** Public data needs no ownership. */
const letGo: Keep = (bytes) => bytes as Bytes

/** ASCII. */
export const encodeBase58 = (bytes: Uint8Array, keep: Keep = letGo): Bytes => {
  const digits = digitsOf(bytes, { from: 256, to: 58, most: bytes.length * 2 }, keep)
  for (const [at, digit] of digits.entries()) digits[at] = alphabet[digit] ?? 0
  return behind(leading(bytes, 0), zero, digits, keep)
}

/** Returns the bytes of ASCII text; null if it contains a character outside the alphabet. */
export const decodeBase58 = (text: Uint8Array, keep: Keep = letGo): Bytes | null => {
  const digits = keep(new Uint8Array(text.length))
  for (const [at, character] of text.entries()) {
    const digit = alphabet.indexOf(character)
    if (digit === -1) return null
    digits[at] = digit
  }
  return behind(leading(text, zero), 0, digitsOf(digits, { from: 58, to: 256, most: text.length }, keep), keep)
}

type Bases = { from: number; to: number /** Bytes that the result needs at most. */; most: number }

/** Converts a number's digits to another base, most significant first, without leading zeros. */
const digitsOf = (digits: Uint8Array, { from, to, most }: Bases, keep: Keep): Bytes => {
  const result = keep(new Uint8Array(most))
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
  return keep(result.slice(0, used).reverse())
}

/** Returns how many bytes of this value come first. */
const leading = (bytes: Uint8Array, value: number): number => {
  const first = bytes.findIndex((byte) => byte !== value)
  return first === -1 ? bytes.length : first
}

const behind = (count: number, value: number, rest: Bytes, keep: Keep): Bytes => {
  const bytes = keep(new Uint8Array(count + rest.length).fill(value, 0, count))
  bytes.set(rest, count)
  return bytes
}

/** Encodes public bytes as text. */
export const textOfBase58 = (bytes: Uint8Array): string => String.fromCharCode(...encodeBase58(bytes))

/** Decodes public text; null if it contains a character outside the alphabet. */
export const bytesOfBase58 = (text: string): Bytes | null =>
  decodeBase58(Uint8Array.from(text, (character) => character.charCodeAt(0) & (character > '\u00ff' ? 0 : 0xff)))
