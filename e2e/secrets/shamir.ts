/** Shamir's sharing of two over GF(2^8) modulo x^8 + x^4 + x^3 + x + 1: a share is its bytes and then its coordinate. */

const multiply = (one: number, other: number): number => {
  let product = 0
  for (let a = one, b = other; b > 0; b >>= 1) {
    if (b & 1) product ^= a
    a = a & 0x80 ? (a << 1) ^ 0x11b : a << 1
  }
  return product
}
const inverses = Array.from({ length: 256 }, (_, value) =>
  Array.from({ length: 256 }, (_, candidate) => candidate).findIndex((candidate) => multiply(value, candidate) === 1),
)
const divide = (one: number, other: number): number => multiply(one, inverses[other] ?? 0)
const at = (bytes: Uint8Array, index: number): number => bytes[index] ?? 0

/** Returns the value at 0 of the line through both shares. */
export const combine = (one: Uint8Array, other: Uint8Array): Uint8Array => {
  const [x, z] = [at(one, one.length - 1), at(other, other.length - 1)]
  return one.slice(0, -1).map((y, index) => divide(multiply(y, z) ^ multiply(at(other, index), x), x ^ z))
}

/** Returns every share that makes a pair with this one. */
export const partnersOf = (share: Uint8Array, secret: Uint8Array): Uint8Array[] => {
  const own = at(share, share.length - 1)
  const coordinates = Array.from({ length: 255 }, (_, index) => index + 1).filter((x) => x !== own)
  return coordinates.map((x) => {
    const bytes = secret.map((byte, index) => byte ^ multiply(divide(byte ^ at(share, index), own), x))
    return new Uint8Array([...bytes, x])
  })
}
