import { sealShare } from '@latchkey/api-client/sealing'
import { AppError } from '@latchkey/protocol/errors'
import type { Clock } from '@latchkey/service-kit/clock'
import { decryptValue } from '@latchkey/service-kit/kms/envelope'
import type { Kms } from '@latchkey/service-kit/kms/kms'
import type { ProvenDevice } from '@latchkey/service-kit/proof/deviceProof'
import type { RecoveryShareId, RecoveryShareStore } from './recoveryShareStore.ts'
import { sealingContext, storageContext } from './shareContexts.ts'
import { noteWithinAllowance } from './shareLimit.ts'

export type ReleaseRecoveryShareDeps = { shares: RecoveryShareStore; kms: Kms; clock: Clock; perHour: number | null }

/**
 * Returns the recovery share of this user's wallet, sealed to the requesting device.
 *
 * Throws WALLET_NOT_FOUND, also for another user's wallet; RATE_LIMITED. If it can't be logged, nothing is released.
 */
export async function releaseRecoveryShare(
  { shares, kms, clock, perHour }: ReleaseRecoveryShareDeps,
  id: RecoveryShareId,
  { deviceId, hpkePublicKey }: ProvenDevice,
): Promise<{ sealedShare: string }> {
  const stored = await shares.find(id)
  if (stored === null) throw new AppError('WALLET_NOT_FOUND')
  const share = await decryptValue(kms, storageContext(id), stored)
  try {
    const sealedShare = await sealShare({ recipientPublicKey: hpkePublicKey, context: sealingContext(id), share })
    const { userId } = id
    const entry = { userId, deviceId, event: 'recovery share released', at: clock.now() } as const
    await shares.noted(userId, (sql) => noteWithinAllowance(sql, perHour, entry))
    return { sealedShare }
  } finally {
    share.fill(0)
  }
}
