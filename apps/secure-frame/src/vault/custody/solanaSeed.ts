import { hmac } from '@noble/hashes/hmac.js'
import { sha512 } from '@noble/hashes/sha2.js'
import type { Hold, SecretBytes } from './secrets.ts'

/**
 * SLIP-0010 for Ed25519: like BIP-32, with hardened steps alone, and half of each HMAC is the key as it is. What Solana
 * wallets derive with.
 */

/** BIP-44: purpose 44', coin type 501' (SOL), account i', change 0'; every step is hardened. */
export const solanaPath = (index: number): readonly number[] => [44, 501, index, 0]

const curve = new TextEncoder().encode('ed25519 seed')

/** The 32-byte Ed25519 seed at a path of hardened steps under a BIP-39 seed. */
export const solanaSeed = (seed: SecretBytes, path: readonly number[], hold: Hold): SecretBytes => {
  let node = hold(hmac(sha512, curve, seed))
  for (const index of path) {
    const step = hold(new Uint8Array(37))
    step.set(node.subarray(0, 32), 1)
    new DataView(step.buffer).setUint32(33, index + 0x8000_0000)
    node = hold(hmac(sha512, node.subarray(32), step))
  }
  return hold(node.slice(0, 32))
}
