import type { WalletRecord } from '@latchkey/api-client'
import { AppError, isAppError } from '@latchkey/protocol'
import type { SentUpload } from '@latchkey/vault-protocol'
import { commitChange } from './commitChange.ts'
import type { Enrolment } from './Enrolment.ts'
import { sentPair } from './sentPair.ts'

/**
 * Sends the services the records that they lack of `record`, all in one call, with the newest shares, sealed as they were. `known`: their
 * record. Resolves with their record afterwards.
 *
 * Where they can't take them, the API receives a report of the later revision, and releases no recovery pair of the older one. The device
 * continues with its own record if the vault key is the same; otherwise WALLET_ONLY_HERE: a wallet that may exist only on this device is
 * never replaced.
 */
export async function sendAgain(
  enrolment: Enrolment,
  { known, record, sent }: { known: WalletRecord | null; record: WalletRecord; sent: readonly SentUpload[] },
): Promise<WalletRecord> {
  const had = known?.revision ?? 0
  const missing = sent.filter((one) => one.record.revision > had)
  if (missing.length === record.revision - had && (await isTaken(enrolment, known, missing))) return record
  if (known === null) throw new AppError('WALLET_ONLY_HERE')
  const { walletId, revision } = record
  const { api, accessToken } = enrolment
  await api('reportDevice', { wallet: { walletId, revision }, revokedDeviceIds: [] }, { accessToken })
  if (known.generation !== record.generation) throw new AppError('WALLET_ONLY_HERE')
  return known
}

/**
 * Returns whether the services have taken these records, oldest first, of which the first one follows theirs. They don't where their keys
 * were rotated after the backup, another device has changed the wallet differently since, or the shares are on another device.
 */
async function isTaken(
  enrolment: Enrolment,
  known: WalletRecord | null,
  missing: readonly SentUpload[],
): Promise<boolean> {
  try {
    return await send(enrolment, known, missing)
  } catch (error) {
    if (isAppError(error, 'SHARE_INVALID') || isAppError(error, 'INVALID_PARAMS')) return false
    throw error
  }
}

async function send(
  { api, accessToken, custodyToken }: Enrolment,
  known: WalletRecord | null,
  missing: readonly SentUpload[],
): Promise<boolean> {
  const changes = missing.flatMap(({ record, upload }) => {
    if (upload.kind === 'created') return []
    const { signature, addressProofs } = upload
    return [{ record, signature, ...(addressProofs === undefined ? {} : { addressProofs }) }]
  })
  // Only with a new key: after recovery the share may be with a later record, where the history doesn't begin at the key.
  const hasNewKey = missing.some(({ record }) => record.generation !== known?.generation)
  const withShare = hasNewKey ? missing.findLast(({ upload }) => upload.sealedAuthShare !== undefined) : undefined
  const sealedAuthShare = withShare?.upload.sealedAuthShare
  const recovery = missing.map(sentPair).findLast((pair) => pair !== undefined)
  const [first] = missing
  if (first?.upload.kind === 'created') {
    const { record } = missing.at(-1) ?? first
    if (sealedAuthShare === undefined || recovery === undefined) return false
    const { walletId, generation, recoveryShareId, revision } = record
    const offered = { walletId, generation, recoveryShareId, revision, sealedShare: recovery.sealedRecoveryShare }
    const { receipt } = await api('putRecoveryShare', offered, { accessToken: custodyToken })
    const { addressProofs = [] } = first.upload
    const { sealedRecoveryAuthShare } = recovery
    const commit = { record: first.record, addressProofs, sealedAuthShare, sealedRecoveryAuthShare, receipt }
    await api('createWallet', { ...commit, ...(changes.length === 0 ? {} : { changes }) }, { accessToken })
    return true
  }
  const newest = changes.pop()
  if (newest === undefined) return false
  await commitChange({
    call: (name, request) => api(name, request, { accessToken }),
    callCustody: (name, request) => api(name, request, { accessToken: custodyToken }),
    prepared: {
      ...newest,
      ...(sealedAuthShare === undefined ? {} : { sealedAuthShare }),
      ...(recovery === undefined ? {} : { recovery }),
      ...(changes.length === 0 ? {} : { earlier: changes }),
    },
  })
  return true
}
