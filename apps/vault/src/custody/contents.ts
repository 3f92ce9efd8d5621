import { maxRecordsSent, type WalletHistory, type WalletRecord } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import type { SentUpload } from '@latchkey/vault-protocol'
import {
  type DeviceKeys,
  emptyContents,
  type PendingEnrolment,
  type ReadyEnrolment,
  type VaultContents,
} from '../storage/vaultStorage.ts'
import { isSameRecord } from './isSameRecord.ts'
import { type OpenedWallet, wouldLose } from './openWallet.ts'

/** How the vault's contents change: pure steps, each of which is stored in one transaction. */

/** Returns the contents of a device that has its keys. Throws PROOF_INVALID before the first `openDevice`. */
export const enrolled = (contents: VaultContents): VaultContents & { keys: DeviceKeys } => {
  if (contents.device === null) throw new AppError('PROOF_INVALID')
  return { ...contents, keys: contents.device }
}

/** Makes a pending enrolment ready. */
export const promote = (contents: VaultContents, pending: PendingEnrolment): VaultContents => {
  const { record, wrappedDeviceShare } = pending
  return {
    ...contents,
    ready: { record, wrappedDeviceShare, sent: sentWith(contents, record, { pending }) },
    pending: null,
  }
}

/**
 * Returns the uploads that the device keeps to send again, up to a committed record: every record with its signature, of its own changes
 * (`pending`: that of a committed one) and of other devices' (`history`), and the shares that it has sent itself. Shares from before a new
 * key or another recovery method are dropped: they open the wallet in the way that the user has left.
 */
function sentWith(
  { ready }: VaultContents,
  newest: WalletRecord,
  { pending = null, history = [] }: { pending?: PendingEnrolment | null; history?: WalletHistory },
): readonly SentUpload[] {
  const own = ready?.record.walletId === newest.walletId ? (ready.sent ?? []) : []
  const recovered = pending?.upload.kind === 'recovered' ? pending.upload : undefined
  const held = [...own, ...uploadsOf(pending)]
  // Verified records come first, with the shares that this device has sent of them.
  const checked = [...history, ...(recovered?.history ?? [])].map(uploadOf).map(({ record, upload }) => {
    const shares = held.find((one) => isSameRecord(one.record, record))?.upload
    return { record, upload: Object.assign({}, shares, upload) }
  })
  const all = [...checked, ...held]
  const records = [...new Map(all.toReversed().map((one) => [one.record.revision, one])).values()]
    .filter(({ record }) => record.revision <= newest.revision)
    .toSorted((one, other) => one.record.revision - other.record.revision)
    .slice(-maxRecordsSent)
    .map((one) => withoutReplaced(one, newest))
  // The share of a device that has recovered the wallet replaces the one that came with the key.
  const keyed = records.find(({ record }) => record.generation === newest.generation)
  if (recovered !== undefined && keyed !== undefined) keyed.upload.sealedAuthShare = recovered.sealedAuthShare
  return records
}

/** Returns the first revision of which the device requests records: its own if it has all of them, else the first. */
export const missingSince = ({ ready }: VaultContents): number =>
  ready?.sent?.length === Math.min(ready?.record.revision ?? 1, maxRecordsSent) ? ready.record.revision : 1

const uploadsOf = (pending: PendingEnrolment | null): SentUpload[] => {
  if (pending === null || pending.upload.kind === 'recovered') return []
  const { record, upload } = pending
  if (upload.kind === 'created') return [{ record, upload }]
  const { change: _, atMs: __, ...sent } = upload
  return [{ record, upload: sent }]
}

const uploadOf = ({ record, signature, addressProofs }: WalletHistory[number]): SentUpload => ({
  record,
  upload: signature === undefined ? { kind: 'created', addressProofs } : { kind: 'changed', signature, addressProofs },
})

const withoutReplaced = ({ record, upload }: SentUpload, newest: WalletRecord): SentUpload => {
  const rest = { ...upload }
  if (record.generation !== newest.generation) delete rest.sealedAuthShare
  if (record.recoveryShareId === newest.recoveryShareId) return { record, upload: rest }
  if (rest.kind === 'changed') delete rest.recovery
  else {
    delete rest.sealedRecoveryShare
    delete rest.sealedRecoveryAuthShare
  }
  return { record, upload: rest }
}

/** Returns this user's ready wallet on the device, in use or not. */
export const readyOf = ({ ready, others = [] }: VaultContents, userId: string): ReadyEnrolment | undefined =>
  [...(ready === null ? [] : [ready]), ...others].find(({ record }) => record.userId === userId)

/** Unlimited: each may be the only copy of its wallet. One takes a few KB, and needs a sign-in of its user. */
const withOther = (others: readonly ReadyEnrolment[], ready: ReadyEnrolment | null): readonly ReadyEnrolment[] =>
  ready === null ? others : [...others, ready]

/** Makes this user's wallet the one in use, if the device has one; another user's is set aside. */
export const inUseOf = (contents: VaultContents, userId: string): VaultContents => {
  const { ready, others = [] } = contents
  const own = others.find(({ record }) => record.userId === userId)
  if (own === undefined || ready?.record.userId === userId) return contents
  const rest = others.filter((other) => other !== own)
  return { ...contents, ready: own, pending: null, others: withOther(rest, ready) }
}

/**
 * Returns the contents after a user's sign-out: wallets of other users, and the device's keys, under which they are stored. The records of
 * the user's own wallet, and the sealed shares that were sent with them, stay too if the services may lack something of it (`theirs`: the
 * services' current record, if they responded). The device share does not: only the recovery method opens the wallet here again.
 */
export const signedOut = (
  contents: VaultContents,
  { userId, theirs }: { userId: string; theirs: WalletRecord | undefined },
): VaultContents => {
  const { device, ready, others = [] } = contents
  // Another tab has signed in another user meanwhile.
  if (ready !== null && ready.record.userId !== userId) return contents
  const isKept =
    ready !== null &&
    (theirs === undefined || theirs.revision < ready.record.revision || wouldLose(ready, { record: theirs }))
  const kept = withOther(others, isKept ? { ...ready, wrappedDeviceShare: new Uint8Array() } : null)
  return kept.length === 0 ? emptyContents : { device, ready: null, pending: null, others: kept }
}

/** Adds an enrolment to be confirmed. A ready one of the same wallet stays in use, another is set aside. */
export const withPending = (contents: VaultContents, pending: PendingEnrolment): VaultContents =>
  leaves(contents, pending)
    ? { ...contents, ready: null, pending, others: withOther(contents.others ?? [], contents.ready) }
    : { ...contents, pending }

/** Returns whether another wallet is in use until then. */
export const leaves = ({ ready }: VaultContents, { record }: PendingEnrolment): boolean =>
  ready !== null && ready.record.walletId !== record.walletId

/** Returns whether `withOpened` changes anything. */
export const isNews = ({ ready, pending }: VaultContents, opened: OpenedWallet): boolean =>
  opened.by === 'pending' ||
  ready === null ||
  !isSameRecord(ready.record, opened.enrolment.record) ||
  opened.history.length > 0 ||
  (pending !== null && isOvertaken(pending, opened.enrolment.record))

/**
 * A share that the api released has opened a wallet, so its record is committed. A change that waits for its confirmation can no longer be
 * committed once the record has moved on without it.
 */
export const withOpened = (contents: VaultContents, { by, enrolment, history }: OpenedWallet): VaultContents => {
  const { pending } = contents
  const isOver = by === 'pending' || pending === null || isOvertaken(pending, enrolment.record)
  const isCommitted =
    by === 'pending' ||
    [enrolment, ...history].some(({ record }) => pending !== null && isSameRecord(record, pending.record))
  const sent = sentWith(contents, enrolment.record, { pending: isCommitted ? pending : null, history })
  return { ...contents, ready: { ...enrolment, sent }, pending: isOver ? null : pending }
}

const isOvertaken = ({ record, upload }: PendingEnrolment, newest: WalletRecord): boolean =>
  upload.kind === 'changed' && record.revision <= newest.revision
