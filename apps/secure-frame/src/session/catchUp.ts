import type { WalletRecord } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol'
import type { SentUpload } from '@latchkey/vault-protocol'
import type { Enrolment } from './Enrolment.ts'
import { sentPair } from './sentPair.ts'

/**
 * Sends services that were restored from a backup the newer data that this device has of the user's wallet (`sendAgain`). Resolves with
 * the services' record afterwards, or with their current one where the device has nothing that they lack.
 *
 * Custody may have lost its share while the API has the record: it is offered the share again.
 *
 * Throws WALLET_ONLY_HERE where the device can't continue without losing its own wallet. `unlock` and `recoverWallet` throw it too, for a
 * record of the services that is as new as the device's own, or newer, and doesn't follow from it.
 */
export async function catchUp(enrolment: Enrolment): Promise<WalletRecord | null> {
  const { vault, userId, wallet: known } = enrolment
  const { wallet: held, sent = [] } = await vault.status({ with: 'sent' })
  if (held?.state !== 'ready' || held.record.userId !== userId) return known
  const { record } = held
  if (known !== null && known.walletId !== record.walletId) throw new AppError('WALLET_ONLY_HERE')
  if (known !== null && known.revision >= record.revision) {
    await offerRecoveryShare(enrolment, known, sent)
    return known
  }
  // Rarely needed: loaded on demand.
  const { sendAgain } = await import('./sendAgain.ts')
  return sendAgain(enrolment, { known, record, sent })
}

/** Only custody may have been restored. It keeps its share; a share that it can't take now is offered again at the next sign-in. */
async function offerRecoveryShare(
  { api, custodyToken, onRefused }: Enrolment,
  { walletId, generation, recoveryShareId }: WalletRecord,
  sent: readonly SentUpload[],
): Promise<void> {
  const last = sent.findLast(({ record }) => record.recoveryShareId === recoveryShareId)
  const first = sent.find(({ record }) => record.recoveryShareId === recoveryShareId)
  if (first === undefined || last === undefined) return
  const sealedShare = sentPair(first)?.sealedRecoveryShare
  if (sealedShare === undefined) return
  const offered = { walletId, generation, recoveryShareId, revision: last.record.revision, sealedShare }
  await api('putRecoveryShare', offered, { accessToken: custodyToken }).catch(onRefused)
}
