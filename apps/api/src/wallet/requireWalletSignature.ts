import { type WalletRecord, walletChangeDigest } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import { signerOf } from './signerOf.ts'

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
  const signer = await signerOf(await walletChangeDigest(stored, record), signature)
  const [owner] = stored.addresses.eip155
  if (owner === undefined || signer !== owner.toLowerCase()) throw new AppError('SHARE_INVALID')
}
