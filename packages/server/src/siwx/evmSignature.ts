/**
 * Verifies signatures of EVM accounts over a text (ERC-191). For an account with a key the address is recovered from the signature;
 * WebCrypto has neither secp256k1 nor Keccak. A contract must be called (ERC-1271), also an undeployed one (ERC-6492).
 */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { evmAddress } from './account.ts'

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Returns the hash that a wallet signs for a text. */
export function ethereumMessageHash(message: string): Uint8Array {
  const text = utf8(message)
  return keccak_256(concatBytes(utf8(`\x19Ethereum Signed Message:\n${text.length}`), text))
}

/** Decodes hexadecimal text; null for anything else. */
export const bytesOfHex = (text: string): Uint8Array | null =>
  /^0x(?:[0-9a-fA-F]{2})*$/.test(text) ? hexToBytes(text.slice(2)) : null

/** Returns whether the key of an address (EIP-55) has signed. Also for an account that delegates to a contract (EIP-7702). */
export function hasEvmKeySigned(address: string, message: string, signature: Uint8Array): boolean {
  const recovery = recoveryBits[signature[64] ?? -1]
  if (signature.length !== 65 || recovery === undefined) return false
  try {
    const recovered = secp256k1.Signature.fromBytes(
      Uint8Array.from([recovery, ...signature.subarray(0, 64)]),
      'recovered',
    )
    const publicKey = recovered.recoverPublicKey(ethereumMessageHash(message)).toBytes(false)
    return evmAddress(`0x${bytesToHex(keccak_256(publicKey.subarray(1)).subarray(12))}`) === address
  } catch {
    return false
  }
}
const recoveryBits: Readonly<Record<number, number>> = { 0: 0, 1: 1, 27: 0, 28: 1 }

const magic = '6492'.repeat(16)
const isWrapped = (signature: string): boolean => signature.toLowerCase().endsWith(magic)

/**
 * Returns whether a contract may be called about a signature: not if an ERC-6492 wrapper contains another wrapped one, which is never
 * legitimate, nor if the wrapped content can't be decoded.
 */
export function mayAskContract(signature: string): boolean {
  if (!isWrapped(signature)) return true
  const inner = unwrap(signature.slice(2, -magic.length))
  return inner !== null && !isWrapped(inner)
}

/** Returns the signature in an ABI-encoded `(address, bytes, bytes)`, in hexadecimal; null when there is none. */
function unwrap(encoded: string): string | null {
  const numberAt = (byte: number): number => Number.parseInt(encoded.slice(byte * 2, byte * 2 + 64), 16)
  const offset = numberAt(64)
  if (!(offset >= 96 && offset < encoded.length / 2)) return null
  const length = numberAt(offset)
  const start = (offset + 32) * 2
  return length >= 0 && start + length * 2 <= encoded.length ? encoded.slice(start, start + length * 2) : null
}
