import type { WalletRecord } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import type { Clock } from '@latchkey/service-kit/clock'
import { type VerifyingKeys, verifyToken } from '@latchkey/service-kit/keys/tokens'

/** Verifies custody's receipts. */
export type ReceiptDeps = { custodyKey: () => Promise<VerifyingKeys>; clock: Clock }

/**
 * Requires that custody has stored the recovery share that this very record names. Throws SHARE_INVALID for the receipt of another share,
 * wallet, revision or user, SESSION_EXPIRED for an invalid or outdated one.
 */
export async function requireReceipt(
  { custodyKey, clock }: ReceiptDeps,
  receipt: string,
  record: WalletRecord,
): Promise<void> {
  const claims = await verifyToken('receipt', receipt, await custodyKey(), clock)
  const isOfRecord =
    claims.sub === record.userId &&
    claims.wallet_id === record.walletId &&
    claims.generation === record.generation &&
    claims.recovery_share_id === record.recoveryShareId &&
    claims.revision === record.revision
  if (!isOfRecord) throw new AppError('SHARE_INVALID')
}
