/** Addresses of programs: derived from seeds until one is off the curve, so that no key can sign for it. */
import { AppError } from '@latchkey/protocol/errors'
import { sha256, stringToBytes } from 'viem/utils'
import { formatSolanaAddress, type SolanaAddress } from '../address/solanaAddress.ts'
import { solanaAddressBytes } from './encodeSolanaMessage.ts'

// edwards25519 (RFC 8032): the field, and the d of -x² + y² = 1 + d·x²·y².
const p = 2n ** 255n - 19n
const d = 37095705934669439343138083508754565189542113879843219016388785533085940283555n

/** Returns whether an address is a point on the curve, like every user account. */
export function isOnCurve(address: SolanaAddress): boolean {
  const bytes = solanaAddressBytes(address)
  // 32 bytes little-endian; the highest bit is the sign of x, which doesn't affect whether one exists.
  const y = bytes.reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n) & (2n ** 255n - 1n)
  const ySquared = (y * y) % p
  const numerator = mod(ySquared - 1n)
  const denominator = mod(d * ySquared + 1n)
  // x² = numerator / denominator has a root exactly when their product is zero or a square (Euler's criterion).
  const product = (numerator * denominator) % p
  return product === 0n || power(product, (p - 1n) / 2n) === 1n
}

/**
 * Returns the program address for these seeds, with the highest bump that gives one. Throws INTERNAL when no bump does, which happens once
 * in 2²⁵⁵ cases.
 */
export function findProgramAddress(seeds: readonly Uint8Array[], program: SolanaAddress): SolanaAddress {
  const tail = [...solanaAddressBytes(program), ...stringToBytes('ProgramDerivedAddress')]
  for (let bump = 255; bump >= 0; bump--) {
    const hashed = sha256(Uint8Array.from([...seeds.flatMap((seed) => [...seed]), bump, ...tail]), 'bytes')
    const address = formatSolanaAddress(hashed)
    if (!isOnCurve(address)) return address
  }
  throw new AppError('INTERNAL')
}

const mod = (value: bigint): bigint => ((value % p) + p) % p

function power(base: bigint, exponent: bigint): bigint {
  let [result, square] = [1n, base]
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) result = (result * square) % p
    square = (square * square) % p
  }
  return result
}
