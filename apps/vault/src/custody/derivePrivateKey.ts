import { secp256k1 } from '@noble/curves/secp256k1.js'
import { hmac } from '@noble/hashes/hmac.js'
import { sha512 } from '@noble/hashes/sha2.js'
import type { Hold, SecretBytes } from '../secrets.ts'

/**
 * Derives private keys of a seed's tree by SLIP-0010, which for secp256k1 is BIP-32. Implemented here rather than with an HD key library:
 * it is one HMAC per step, every intermediate node is zeroed, and the vault's bundle stays small.
 *
 * A node is 64 bytes: the private key, then the chain code.
 */
export type Curve = 'secp256k1' | 'ed25519'

const hardened = 0x8000_0000

/** BIP-44: purpose 44', coin type 60' (Ether), account 0', external chain. */
export const evmPath = (index: number): readonly number[] => [44 + hardened, 60 + hardened, hardened, 0, index]

/** The path of Solana wallets: purpose 44', coin type 501' (SOL), account i', change 0'. */
export const solanaPath = (index: number): readonly number[] => [
  44 + hardened,
  501 + hardened,
  index + hardened,
  hardened,
]

// not words: BIP-32 and SLIP-0010 fix them.
const masterKeys = {
  secp256k1: new TextEncoder().encode('Bitcoin seed'),
  ed25519: new TextEncoder().encode('ed25519 seed'),
}

/**
 * Returns the 32-byte private key at a path under a BIP-39 seed. Throws RangeError for a step that Ed25519 does not have, and for the one
 * node in 2^127 that gives no key.
 */
export const derivePrivateKey = (curve: Curve, seed: SecretBytes, path: readonly number[], hold: Hold): SecretBytes => {
  let node = hold(hmac(sha512, masterKeys[curve], seed))
  if (curve === 'secp256k1' && !secp256k1.utils.isValidSecretKey(node.subarray(0, 32))) throw new RangeError('no key')
  for (const index of path) node = childOf(curve, node, index, hold)
  return hold(node.slice(0, 32))
}

const childOf = (curve: Curve, parent: SecretBytes, index: number, hold: Hold): SecretBytes => {
  const key = parent.subarray(0, 32)
  const step = hold(new Uint8Array(37))
  if (index >= hardened) step.set(key, 1)
  else if (curve === 'secp256k1') step.set(secp256k1.getPublicKey(key))
  else throw new RangeError('Ed25519 has hardened steps alone')
  new DataView(step.buffer).setUint32(33, index)
  const child = hold(hmac(sha512, parent.subarray(32), step))
  if (curve === 'secp256k1') child.set(hold(sum(child.subarray(0, 32), key)))
  return child
}

/** Adds modulo the order of secp256k1. */
const sum = (one: Uint8Array, other: Uint8Array): Uint8Array => {
  const { Fn } = secp256k1.Point
  const result = Fn.add(Fn.fromBytes(one), Fn.fromBytes(other))
  if (Fn.is0(result)) throw new RangeError('no key')
  return Fn.toBytes(result)
}
