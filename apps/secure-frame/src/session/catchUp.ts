import type { WalletRecord } from '@latchkey/api-client'
import { AppError, isAppError } from '@latchkey/protocol'
import type { SentUpload } from '@latchkey/vault-protocol'
import { commitChange } from './commitChange.ts'
import type { Enrolment } from './Enrolment.ts'

/**
 * Brings services that were restored from a backup up to what this device holds of the user's wallet: what it has sent, it sends
 * again, sealed as it was. Resolves with the record that the services then have; with the one that they had where the device holds
 * nothing that they lack.
 *
 * Custody may have lost its share while the api has the record: it is offered the share again.
 *
 * Where it can't send what they lack, the api hears of the later revision, and releases no recovery pair of the older one. The device
 * goes on with its own record if the vault key is the same. WALLET_ONLY_HERE otherwise: nothing takes the place of a wallet that only
 * this device may have.
 */
export async function catchUp(enrolment: Enrolment): Promise<WalletRecord | null> {
  const { vault, api, userId, wallet: known, accessToken } = enrolment
  const { wallet: held } = await vault.status(undefined)
  if (held?.state !== 'ready' || held.record.userId !== userId) return known
  const { record } = held
  if (known !== null && known.walletId !== record.walletId) throw new AppError('WALLET_ONLY_HERE')
  if (known !== null && known.revision > record.revision) return known

  const { sent = [] } = await vault.status({ with: 'sent' })
  if (known !== null && known.revision === record.revision) {
    await offerRecoveryShare(enrolment, known, sent)
    return known
  }
  const missing = sent.filter((one) => one.record.revision > (known?.revision ?? 0))
  if (missing[0]?.record.revision === (known?.revision ?? 0) + 1 && (await areSentAgain(enrolment, missing)))
    return record
  if (known === null) throw new AppError('WALLET_ONLY_HERE')
  const { walletId, revision } = record
  await api('reportDevice', { wallet: { walletId, revision }, revokedDeviceIds: [] }, { accessToken })
  if (known.generation !== record.generation) throw new AppError('WALLET_ONLY_HERE')
  return known
}

/** Custody alone may have been restored. It keeps what it has; what it can't take now, it is offered at the next sign-in. */
async function offerRecoveryShare(
  { api, custodyToken }: Enrolment,
  { walletId, generation, recoveryShareId }: WalletRecord,
  sent: readonly SentUpload[],
): Promise<void> {
  const last = sent.findLast(({ record }) => record.recoveryShareId === recoveryShareId)
  const first = sent.find(({ record }) => record.recoveryShareId === recoveryShareId)
  if (first === undefined || last === undefined) return
  const sealedShare =
    first.upload.kind === 'created' ? first.upload.sealedRecoveryShare : first.upload.recovery?.sealedRecoveryShare
  if (sealedShare === undefined) return
  const offered = { walletId, generation, recoveryShareId, revision: last.record.revision, sealedShare }
  await api('putRecoveryShare', offered, { accessToken: custodyToken }).catch(() => undefined)
}

/** False where the services can't open what was sealed to them: their keys were rotated after the backup. */
async function areSentAgain(enrolment: Enrolment, missing: readonly SentUpload[]): Promise<boolean> {
  try {
    for (const upload of missing) await sendAgain(enrolment, upload)
    return true
  } catch (error) {
    if (isAppError(error, 'SHARE_INVALID')) return false
    throw error
  }
}

async function sendAgain({ api, accessToken, custodyToken }: Enrolment, { record, upload }: SentUpload): Promise<void> {
  if (upload.kind === 'changed') {
    await commitChange({
      call: (name, request) => api(name, request, { accessToken }),
      callCustody: (name, request) => api(name, request, { accessToken: custodyToken }),
      prepared: { record, ...upload },
    })
    return
  }
  const { addressProofs = [], sealedAuthShare, sealedRecoveryShare, sealedRecoveryAuthShare } = upload
  const { walletId, generation, recoveryShareId, revision } = record
  const offered = { walletId, generation, recoveryShareId, revision, sealedShare: sealedRecoveryShare }
  const { receipt } = await api('putRecoveryShare', offered, { accessToken: custodyToken })
  const commit = { record, addressProofs, sealedAuthShare, sealedRecoveryAuthShare, receipt }
  await api('createWallet', commit, { accessToken })
}
