import type { WalletRecord } from '@latchkey/api-client'
import { AppError, isAppError } from '@latchkey/protocol'
import type { Vault } from '../vault/vaultMethods.ts'
import type { CallApi } from './callApi.ts'

export type Enrolment = {
  vault: Vault
  api: CallApi
  userId: string
  /** The person's wallet as the api knows it when they log in; null when there is none yet. */
  wallet: WalletRecord | null
  /** Of the api's session that this login has opened. */
  accessToken: string
  /** Reaches this person's recovery share at the custody service. */
  custodyToken: string
}

/**
 * Makes this device able to sign for the person: by the wallet it already holds, by making the first one, or by
 * rebuilding the existing one from the recovery pair. Custody design, section 2.8.
 *
 * Every step may be repeated: the vault resumes a pending wallet, the services answer a repeated call alike. A wallet
 * counts only once the api has committed it, and the api commits only on the custody service's receipt. So whatever
 * breaks in between, logging in again ends with one wallet, and an address that was shown can be recovered.
 *
 * Resolves with the record the device is enrolled for; the vault is then unlocked.
 */
export const enrolDevice = async (enrolment: Enrolment): Promise<WalletRecord> => {
  const { wallet } = enrolment
  if (wallet !== null) return (await resume(enrolment, wallet)) ? wallet : await recover(enrolment, wallet)
  const made = await createFirst(enrolment)
  if (made !== null) return made
  // Another device was faster; its wallet is the wallet.
  const { wallet: winner } = await enrolment.api('getWallet', {}, { accessToken: enrolment.accessToken })
  if (winner === null) throw new AppError('WALLET_EXISTS')
  return await recover(enrolment, winner)
}

/** The new wallet, committed; null when one exists already. */
async function createFirst(enrolment: Enrolment): Promise<WalletRecord | null> {
  const { vault, api, userId, accessToken, custodyToken } = enrolment
  const made = await vault.createWallet({ userId })
  const { record, sealedAuthShare, sealedRecoveryAuthShare } = made
  const { walletId, generation, recoveryShareId } = record
  try {
    const { receipt } = await api(
      'putRecoveryShare',
      { walletId, generation, recoveryShareId, sealedShare: made.sealedRecoveryShare },
      { accessToken: custodyToken },
    )
    const commit = { record, sealedAuthShare, sealedRecoveryAuthShare, receipt }
    const { wallet } = await api('createWallet', commit, { accessToken })
    await vault.confirmWallet({ walletId: wallet.walletId })
    return wallet
  } catch (error) {
    if (isAppError(error, 'WALLET_EXISTS')) return null
    throw error
  }
}

/**
 * Unlock with what the device already holds for this wallet; false when it holds nothing that fits. A pending wallet
 * that opens with the share the api released is thereby confirmed.
 */
async function resume({ vault, api, accessToken }: Enrolment, wallet: WalletRecord): Promise<boolean> {
  const { walletId, generation } = wallet
  const { wallet: held } = await vault.status(undefined)
  if (held?.record.walletId !== walletId) return false
  try {
    const { sealedShare } = await api('releaseAuthShare', { walletId, generation }, { accessToken })
    await vault.unlock({ sealedAuthShare: sealedShare })
    return true
  } catch (error) {
    // The device was revoked, or its share is of an older pair: enrol it anew.
    if (isAppError(error, 'WALLET_NOT_FOUND') || isAppError(error, 'SHARE_INVALID')) return false
    throw error
  }
}

async function recover(enrolment: Enrolment, record: WalletRecord): Promise<WalletRecord> {
  const { vault, api, accessToken, custodyToken } = enrolment
  const { walletId, generation, recoveryShareId } = record
  const [recovery, recoveryAuth] = await Promise.all([
    api('releaseRecoveryShare', { walletId, generation, recoveryShareId }, { accessToken: custodyToken }),
    api('releaseRecoveryAuthShare', { walletId, generation }, { accessToken }),
  ])
  const { sealedAuthShare } = await vault.recoverWallet({
    record,
    sealedRecoveryShare: recovery.sealedShare,
    sealedRecoveryAuthShare: recoveryAuth.sealedShare,
  })
  await api('putAuthShare', { walletId, generation, sealedShare: sealedAuthShare }, { accessToken })
  await vault.confirmWallet({ walletId })
  return record
}
