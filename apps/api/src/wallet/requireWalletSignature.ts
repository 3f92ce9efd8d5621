import { type WalletRecord, walletChangeDigest } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import { signerOf } from './signerOf.ts'

/**
 * Requires that `record` was made by someone who has opened the `stored` wallet: the key of its first EVM address, which no change may
 * replace, has signed this very change. Access to the mailbox is not enough to replace a wallet. Throws SHARE_INVALID.
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
