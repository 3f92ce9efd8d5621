import { toChecksumAddress } from '@latchkey/chains'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak256 } from 'viem/utils'

/** Returns the EVM address of a secp256k1 private key, with its EIP-55 checksum: the last 20 bytes of the public key's hash. */
export const addressOfPrivateKey = (privateKey: Uint8Array): string => {
  // Without the first byte, which only marks an uncompressed point.
  const point = secp256k1.getPublicKey(privateKey, false).subarray(1)
  return toChecksumAddress(`0x${keccak256(point).slice(-40)}`)
}
