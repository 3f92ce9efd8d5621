import type { EndpointRequest } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import { appendAudit } from '@latchkey/service-kit/audit/auditStore'
import type { Clock } from '@latchkey/service-kit/clock'
import { type VerifyingKeys, verifyToken } from '@latchkey/service-kit/keys/tokens'
import type { RecoveryShareStore } from './recoveryShareStore.ts'

export type SettleRecoveryShareDeps = {
  shares: RecoveryShareStore
  clock: Clock
  /** Verifies the api's statements about commits. Throws SERVICE_UNREACHABLE while the api's key is unavailable. */
  apiKey: () => Promise<VerifyingKeys>
}

/**
 * Drops shares that the user's wallet can no longer need. It takes both the api's statement and the user's own token: neither the api nor a
 * device can make custody drop a share without the other.
 *
 * A share is safe until a record is committed that does not name it, at the revision for which it was last offered or a later one: its
 * receipt is for that revision, which is taken then. So a late, repeated or out-of-order settlement drops no share that counts.
 *
 * Throws SESSION_EXPIRED for a settlement that is invalid, too old, another user's, or of another change than the device has sent;
 * WALLET_NOT_FOUND when custody does not have the share that it names.
 */
export async function settleRecoveryShare(
  { shares, clock, apiKey }: SettleRecoveryShareDeps,
  {
    settlement,
    userId,
    deviceId,
    ...sent
  }: EndpointRequest<'settleRecoveryShare'> & { userId: string; deviceId: string },
): Promise<Record<string, never>> {
  const claims = await verifyToken('settlement', settlement, await apiKey(), clock)
  const { wallet_id: walletId, recovery_share_id: recoveryShareId, revision } = claims
  const isAsSent =
    recoveryShareId === (sent.recoveryShareId ?? recoveryShareId) && revision === (sent.revision ?? revision)
  if (claims.sub !== userId || !isAsSent) throw new AppError('SESSION_EXPIRED')
  const entry = { userId, deviceId, event: 'old recovery shares dropped', at: clock.now(), dappOrigin: null } as const
  const isKnown = await shares.settle({ userId, walletId, recoveryShareId, revision }, (sql) => appendAudit(sql, entry))
  if (!isKnown) throw new AppError('WALLET_NOT_FOUND')
  return {}
}
