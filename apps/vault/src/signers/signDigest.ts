import { AppError } from '@latchkey/protocol/errors'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import type { Bytes, SecretBytes } from '../secrets.ts'

export type Recovered = { /** One byte of recovery id, 32 of r, 32 of s. */ recovered: Uint8Array; yParity: 0 | 1 }

/** Signs 32 bytes that a signer beside this file has computed itself: ECDSA over secp256k1; RFC 6979, low `s` (EIP-2). */
export const signDigest = (digest: Uint8Array, privateKey: SecretBytes): Recovered => {
  const recovered = secp256k1.sign(digest, privateKey, { prehash: false, lowS: true, format: 'recovered' })
  const yParity = recovered[0]
  // 2 and 3 stand for an r beyond the curve order, which has never occurred and which v cannot encode.
  if (yParity !== 0 && yParity !== 1) throw new AppError('INTERNAL')
  return { recovered, yParity }
}

/** Returns 65 bytes: r, s and v (27 or 28). */
export const packed = ({ recovered, yParity }: Recovered): Bytes =>
  Uint8Array.of(...recovered.subarray(1), 27 + yParity)
