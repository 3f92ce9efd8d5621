import { sealShare } from '@latchkey/api-client/sealing'
import { AppError } from '@latchkey/protocol/errors'
import { decryptValue } from '../../kms/envelope.ts'
import type { Kms } from '../../kms/kms.ts'
import type { RecoveryShareId, RecoveryShareStore } from './recoveryShareStore.ts'
import { sealingContext, storageContext } from './shareContexts.ts'

export type ReleaseRecoveryShareDeps = { shares: RecoveryShareStore; kms: Kms }

/**
 * The recovery share of this person's wallet, sealed to the device that asks.
 *
 * Throws WALLET_NOT_FOUND; a wallet of another person is as good as none.
 */
export async function releaseRecoveryShare(
  { shares, kms }: ReleaseRecoveryShareDeps,
  { hpkePublicKey, ...id }: RecoveryShareId & { hpkePublicKey: string },
): Promise<{ sealedShare: string }> {
  const stored = await shares.find(id)
  if (stored === null) throw new AppError('WALLET_NOT_FOUND')
  const share = await decryptValue(kms, storageContext(id), stored)
  try {
    return { sealedShare: await sealShare({ recipientPublicKey: hpkePublicKey, context: sealingContext(id), share }) }
  } finally {
    share.fill(0)
  }
}
