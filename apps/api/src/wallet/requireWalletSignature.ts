import { decodeBase64url, type WalletRecord, walletChangeDigest } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import { bytesToBigInt, bytesToHex, recoverAddress } from 'viem/utils'

/** Half the order of secp256k1: of the two `s` that verify, the lower one is at most this (EIP-2). */
const highestS = 0x7fffffff_ffffffff_ffffffff_ffffffff_5d576e73_57a4501d_dfe92f46_681b20a0n

/**
 * `record` was made by somebody who has opened the wallet that is `stored`: the key of its first EVM address, which no change
 * may move, has signed this very change, from the one to the other. A mailbox alone is not enough to replace a wallet.
 * Throws SHARE_INVALID.
 */
export async function requireWalletSignature(
  stored: WalletRecord,
  record: WalletRecord,
  signature: string,
): Promise<void> {
  const signer = await signerOf(stored, record, signature)
  const [owner] = stored.addresses.eip155
  if (owner === undefined || signer !== owner.toLowerCase()) throw new AppError('SHARE_INVALID')
}

/** The address, in lower case, whose key has signed. One signature has one form: another `v`, or the other `s`, is none. */
async function signerOf(stored: WalletRecord, record: WalletRecord, signature: string): Promise<string> {
  const hash = bytesToHex(await walletChangeDigest(stored, record))
  try {
    const bytes = decodeBase64url(signature)
    const isInForm =
      bytes.length === 65 && (bytes[64] === 27 || bytes[64] === 28) && bytesToBigInt(bytes.subarray(32, 64)) <= highestS
    if (!isInForm) throw new RangeError('Not r, low s, v')
    return (await recoverAddress({ hash, signature: bytesToHex(bytes) })).toLowerCase()
  } catch (cause) {
    throw new AppError('SHARE_INVALID', { cause })
  }
}
