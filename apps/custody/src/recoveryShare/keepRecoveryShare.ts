import { timingSafeEqual } from 'node:crypto'
import { hasSignedHalves } from '@latchkey/api-client/sealing'
import { AppError, isAppError } from '@latchkey/protocol/errors'
import type { Clock } from '@latchkey/service-kit/clock'
import type { AuthorityKeyring } from '@latchkey/service-kit/keys/authorityKeyring'
import { signToken } from '@latchkey/service-kit/keys/tokens'
import { decryptValue, encryptValue } from '@latchkey/service-kit/kms/envelope'
import { encodeContext, type Kms } from '@latchkey/service-kit/kms/kms'
import type { RecoveryShareId, RecoveryShareStore } from './recoveryShareStore.ts'
import { sealingContext, storageContext } from './shareContexts.ts'
import { noteWithinAllowance } from './shareLimit.ts'

export type KeepRecoveryShareDeps = {
  shares: RecoveryShareStore
  keyring: AuthorityKeyring
  kms: Kms
  clock: Clock
  /** Null: no limit. */
  perHour: number | null
}
export type OfferedShare = RecoveryShareId & { revision: number; sealedShare: string; deviceId: string }

/**
 * Stores a sealed recovery share, and returns a receipt for this revision of the wallet. Storing the same share again returns the same.
 * Automatic ones are 33 bytes; those that a passphrase or passkey wraps are longer, and opaque to us.
 *
 * Throws SHARE_INVALID when the share was not sealed to custody for exactly this wallet and pair, or not signed by the pair's key, when
 * custody has another share for it or has dropped it, or when the wallet is another user's; RATE_LIMITED. SHARE_INVALID has `{ reason:
 * 'kept' }` if custody has the pair's own share: the one sent differs, or was sealed to a retired key.
 */
export async function keepRecoveryShare(
  deps: KeepRecoveryShareDeps,
  offered: OfferedShare,
): Promise<{ receipt: string }> {
  try {
    return await keepShare(deps, offered)
  } catch (cause) {
    const mayBeKept = isAppError(cause, 'SHARE_INVALID') && hasSignedHalves(offered.recoveryShareId)
    if (!mayBeKept || (await deps.shares.find(offered)) === null) throw cause
    throw new AppError('SHARE_INVALID', { details: { reason: 'kept' }, cause })
  }
}

async function keepShare(
  { shares, keyring, kms, clock, perHour }: KeepRecoveryShareDeps,
  { sealedShare, revision, deviceId, ...id }: OfferedShare,
): Promise<{ receipt: string }> {
  const share = await keyring.openShare(sealedShare, sealingContext(id))
  try {
    const ciphertext = await encryptValue(kms, storageContext(id), share)
    const mac = await macOfShare(kms, id, share)
    const at = clock.now()
    const entry = { userId: id.userId, deviceId, event: 'recovery share kept', at } as const
    const isIn = (kept: Uint8Array) => isSameShare(kms, id, kept, share)
    const outcome = await shares.insert(id, { ciphertext, mac, isIn, revision, createdAt: at }, (sql) =>
      noteWithinAllowance(sql, perHour, entry),
    )
    if (outcome === 'refused') throw new AppError('SHARE_INVALID')
  } finally {
    share.fill(0)
  }
  const { userId: sub, walletId: wallet_id, generation, recoveryShareId: recovery_share_id } = id
  const claims = { sub, wallet_id, generation, recovery_share_id, revision }
  return { receipt: await signToken('receipt', claims, keyring.signing, clock) }
}

/** Opens the stored one, whose MAC may be of a retired key. */
async function isSameShare(kms: Kms, id: RecoveryShareId, stored: Uint8Array, share: Uint8Array): Promise<boolean> {
  const kept = await decryptValue(kms, storageContext(id), stored)
  try {
    return kept.length === share.length && timingSafeEqual(kept, share)
  } finally {
    kept.fill(0)
  }
}

/** Returns a digest that distinguishes shares without opening the stored one. */
async function macOfShare(kms: Kms, id: RecoveryShareId, share: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const context = encodeContext(storageContext(id))
  const data = new Uint8Array(context.length + share.length)
  data.set(context)
  data.set(share, context.length)
  try {
    return await kms.mac('recovery share', data)
  } finally {
    data.fill(0)
  }
}
