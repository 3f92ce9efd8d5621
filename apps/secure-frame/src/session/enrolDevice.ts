import type { WalletRecord } from '@latchkey/api-client'
import { AppError, isAppError } from '@latchkey/protocol'
import { catchUp } from './catchUp.ts'
import type { Enrolment } from './Enrolment.ts'

/**
 * Enables this device to sign for the user: with the wallet it already holds, by making the first one, or by
 * rebuilding the existing one from the recovery pair. Custody design, section 2.8.
 *
 * Every step may be repeated: the vault resumes a pending wallet, the services answer a repeated call alike. A wallet
 * counts only once the API has committed it, and the API commits only with the custody service's receipt. So whatever
 * fails in between, signing in again ends with one wallet, and an address that was shown can be recovered.
 *
 * Resolves with the record the device is enrolled for; the vault is then unlocked. A wallet with the user's own recovery
 * method is recovered with their input: RECOVERY_NEEDED where the vault can't ask, USER_REJECTED when they decline. A wallet
 * that services have lost in a restore is sent to them again: `catchUp` states when, and when it is WALLET_ONLY_HERE.
 */
export const enrolDevice = async (enrolment: Enrolment): Promise<WalletRecord> => {
  await enrolment.vault.useWalletOf({ userId: enrolment.userId })
  const wallet = await catchUp(enrolment)
  if (wallet !== null) return (await resume(enrolment, wallet)) ?? (await recover(enrolment, wallet))
  const made = await createFirst(enrolment)
  if (made !== null) return made
  // Another device was faster; its wallet is the one that counts.
  const { wallet: winner } = await enrolment.api('getWallet', {}, { accessToken: enrolment.accessToken })
  if (winner === null) throw new AppError('WALLET_EXISTS')
  return await recover(enrolment, winner)
}

/** The new wallet, committed; null when one exists already. */
async function createFirst(enrolment: Enrolment): Promise<WalletRecord | null> {
  const { vault, api, userId, accessToken, custodyToken } = enrolment
  try {
    // Throws WALLET_EXISTS too, where this device was about to recover the wallet of the other one.
    const made = await vault.createWallet({ userId })
    const { record, addressProofs, sealedAuthShare, sealedRecoveryAuthShare } = made
    const { walletId, generation, recoveryShareId, revision } = record
    const { receipt } = await api(
      'putRecoveryShare',
      { walletId, generation, recoveryShareId, revision, sealedShare: made.sealedRecoveryShare },
      { accessToken: custodyToken },
    )
    const commit = { record, addressProofs, sealedAuthShare, sealedRecoveryAuthShare, receipt }
    const { wallet } = await api('createWallet', commit, { accessToken })
    await vault.confirmWallet({ walletId: wallet.walletId })
    return wallet
  } catch (error) {
    if (isAppError(error, 'WALLET_EXISTS')) return null
    throw error
  }
}

/**
 * Unlocks with what the device already holds for this wallet; null when nothing fits. A pending wallet that opens with the
 * share the API released is thus confirmed.
 */
async function resume({ vault, api, accessToken }: Enrolment, wallet: WalletRecord): Promise<WalletRecord | null> {
  const { walletId, generation } = wallet
  const { wallet: held } = await vault.status(undefined)
  if (held?.record.walletId !== walletId) return null
  try {
    const { nonce, since } = await vault.expectShare(undefined)
    const request = { walletId, generation, use: 'unlock', nonce, since } as const
    const released = await api('releaseAuthShare', request, { accessToken })
    const { sealedShare: sealedAuthShare, wallet: record, history } = released
    await vault.unlock({ sealedAuthShare, nonce, record, history })
    return record
  } catch (error) {
    // The device was revoked, or its share is of an older pair: enroll it again.
    if (isAppError(error, 'WALLET_NOT_FOUND') || isAppError(error, 'SHARE_INVALID')) return null
    throw error
  }
}

async function recover(enrolment: Enrolment, record: WalletRecord): Promise<WalletRecord> {
  const { vault, api, accessToken, custodyToken, appearance } = enrolment
  const { walletId, generation, recoveryShareId, recovery: way } = record
  if (way.kind !== 'automatic' && appearance === undefined) throw new AppError('RECOVERY_NEEDED')
  const { nonce } = await vault.expectShare(undefined)
  const [recovery, recoveryAuth] = await Promise.all([
    api('releaseRecoveryShare', { walletId, generation, recoveryShareId }, { accessToken: custodyToken }),
    api('releaseRecoveryAuthShare', { walletId, generation, nonce }, { accessToken }),
  ])
  const { sealedAuthShare } = await vault.recoverWallet({
    record,
    sealedRecoveryShare: recovery.sealedShare,
    sealedRecoveryAuthShare: recoveryAuth.sealedShare,
    nonce,
    sessionId: recoveryAuth.sessionId,
    history: recoveryAuth.history,
    ...(appearance === undefined ? {} : { appearance }),
  })
  await api('putAuthShare', { walletId, generation, sealedShare: sealedAuthShare }, { accessToken })
  await vault.confirmWallet({ walletId })
  return record
}
