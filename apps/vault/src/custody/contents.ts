import type { WalletRecord } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import type { SentUpload } from '@latchkey/vault-protocol'
import type { DeviceKeys, PendingEnrolment, VaultContents } from '../storage/vaultStorage.ts'
import type { OpenedWallet } from './openWallet.ts'

/** How the vault's contents change: pure steps, each of which is stored in one transaction. */

/** The contents of a device that has its keys. Throws PROOF_INVALID before the first `openDevice`. */
export const enrolled = (contents: VaultContents): VaultContents & { keys: DeviceKeys } => {
  if (contents.device === null) throw new AppError('PROOF_INVALID')
  return { ...contents, keys: contents.device }
}

/** What was pending is confirmed. */
export const promote = (contents: VaultContents, pending: PendingEnrolment): VaultContents => {
  const { record, wrappedDeviceShare } = pending
  return { ...contents, ready: { record, wrappedDeviceShare, sent: sentWith(contents, pending) }, pending: null }
}

/** So many uploads are kept at most. */
const maxSent = 8

/**
 * What the device has sent, up to a record that is committed. Of before a new key or another way of recovery it keeps nothing:
 * those shares open the wallet in the way that the user has left.
 */
function sentWith({ ready }: VaultContents, { record, upload }: PendingEnrolment): readonly SentUpload[] {
  if (upload.kind === 'recovered') return []
  if (upload.kind === 'created') return [{ record, upload }]
  const { signature, sealedAuthShare, recovery } = upload
  if (recovery !== undefined) {
    const share = sealedAuthShare === undefined ? {} : { sealedAuthShare }
    return [{ record, upload: { kind: 'changed', signature, recovery, ...share } }]
  }
  return [...(ready?.sent ?? []), { record, upload: { kind: 'changed' as const, signature } }].slice(-maxSent)
}

/**
 * Whether a record lacks what this device has of the same user: another wallet, a later revision under another key, or an account.
 * Services lose such only with a restore, and then this may be the one copy.
 */
export const hasMore = ({ ready }: VaultContents, record: WalletRecord): boolean => {
  if (ready === null || ready.record.userId !== record.userId) return false
  const own = ready.record
  if (own.walletId !== record.walletId || (own.generation !== record.generation && own.revision > record.revision))
    return true
  const isOlder = own.generation === record.generation && own.revision > record.revision
  return !isOlder && (['eip155', 'solana'] as const).some((name) => lacks(record.addresses[name], own.addresses[name]))
}

const lacks = (list: readonly string[], wanted: readonly string[]): boolean =>
  wanted.some((address) => !list.includes(address))

/** An enrolment is to be confirmed. What is ready stays if it is of the same wallet, else the device leaves it. */
export const withPending = (contents: VaultContents, pending: PendingEnrolment): VaultContents => ({
  ...contents,
  ready: leaves(contents, pending) ? null : contents.ready,
  pending,
})

/** Whether the device holds a wallet that it leaves for this one. */
export const leaves = ({ ready }: VaultContents, { record }: PendingEnrolment): boolean =>
  ready !== null && ready.record.walletId !== record.walletId

/** Whether `withOpened` changes anything. */
export const isNews = ({ ready, pending }: VaultContents, opened: OpenedWallet): boolean =>
  opened.by === 'pending' ||
  ready === null ||
  !isSameRecord(ready.record, opened.enrolment.record) ||
  (pending !== null && isOvertaken(pending, opened.enrolment.record))

/**
 * A share that the api released has opened a wallet: what it opened is committed. A change that waits for its
 * confirmation can no longer be committed once the record has moved on without it.
 */
export const withOpened = (contents: VaultContents, { by, enrolment }: OpenedWallet): VaultContents => {
  const { pending, ready } = contents
  const isOver = by === 'pending' || pending === null || isOvertaken(pending, enrolment.record)
  const isOwn = (record: WalletRecord | undefined) => record !== undefined && isSameRecord(record, enrolment.record)
  const ofReady = isOwn(ready?.record) ? (ready?.sent ?? []) : []
  const sent = pending !== null && isOwn(pending.record) ? sentWith(contents, pending) : ofReady
  return { ...contents, ready: { ...enrolment, sent }, pending: isOver ? null : pending }
}

const isOvertaken = ({ record, upload }: PendingEnrolment, newest: WalletRecord): boolean =>
  upload.kind === 'changed' && record.revision <= newest.revision

/** The ciphertext covers all: it was made once, and its tag fixes the rest. */
export const isSameRecord = (one: WalletRecord, other: WalletRecord): boolean => one.ciphertext === other.ciphertext
