import { decodeBase64url } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import { bytesToBigInt, bytesToHex, recoverAddress } from 'viem/utils'

/** Half the order of secp256k1: of the two `s` that verify, the lower one is at most this (EIP-2). */
const highestS = 0x7fffffff_ffffffff_ffffffff_ffffffff_5d576e73_57a4501d_dfe92f46_681b20a0n

/**
 * Returns the address, in lower case, whose key has signed these 32 bytes. Only one form of a signature is valid: another `v`, or the other
 * `s`, is rejected. Throws SHARE_INVALID.
 */
export async function signerOf(digest: Uint8Array, signature: string): Promise<string> {
  try {
    const bytes = decodeBase64url(signature)
    const isInForm =
      bytes.length === 65 && (bytes[64] === 27 || bytes[64] === 28) && bytesToBigInt(bytes.subarray(32, 64)) <= highestS
    if (!isInForm) throw new RangeError('Not r, low s, v')
    return (await recoverAddress({ hash: bytesToHex(digest), signature: bytesToHex(bytes) })).toLowerCase()
  } catch (cause) {
    throw new AppError('SHARE_INVALID', { cause })
  }
}
