import type { WalletRecord } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import type { SentUpload } from '@latchkey/vault-protocol'
import type { DeviceKeys, PendingEnrolment, ReadyEnrolment, VaultContents } from '../storage/vaultStorage.ts'
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
  const { signature, addressProofs, sealedAuthShare, recovery } = upload
  if (recovery !== undefined) {
    const share = sealedAuthShare === undefined ? {} : { sealedAuthShare }
    return [{ record, upload: { kind: 'changed', signature, recovery, ...share } }]
  }
  const proofs = addressProofs === undefined ? {} : { addressProofs }
  return [...(ready?.sent ?? []), { record, upload: { kind: 'changed' as const, signature, ...proofs } }].slice(
    -maxSent,
  )
}

/**
 * Whether a record lacks what this device has of the same user: another wallet, a later revision under another key, or an account.
 * Services lose such only with a restore, and then this may be the one copy.
 */
export const hasMore = (contents: VaultContents, record: WalletRecord): boolean => {
  const own = readyOf(contents, record.userId)?.record
  if (own === undefined) return false
  if (own.walletId !== record.walletId || (own.generation !== record.generation && own.revision > record.revision))
    return true
  const isOlder = own.generation === record.generation && own.revision > record.revision
  return !isOlder && (['eip155', 'solana'] as const).some((name) => lacks(record.addresses[name], own.addresses[name]))
}

const lacks = (list: readonly string[], wanted: readonly string[]): boolean =>
  wanted.some((address) => !list.includes(address))

/** The wallet of this user that the device has ready, in use or not. */
export const readyOf = ({ ready, others = [] }: VaultContents, userId: string): ReadyEnrolment | undefined =>
  [...(ready === null ? [] : [ready]), ...others].find(({ record }) => record.userId === userId)

/** So many wallets of other users are kept at most: nobody shares a browser with more. */
const maxOthers = 20

const withOther = (others: readonly ReadyEnrolment[], ready: ReadyEnrolment | null): readonly ReadyEnrolment[] =>
  ready === null ? others : [...others, ready].slice(-maxOthers)

/** This user's wallet is the one in use, if the device has one; that of another user is put by. */
export const inUseOf = (contents: VaultContents, userId: string): VaultContents => {
  const { ready, others = [] } = contents
  const own = others.find(({ record }) => record.userId === userId)
  if (own === undefined || ready?.record.userId === userId) return contents
  const rest = others.filter((other) => other !== own)
  return { ...contents, ready: own, pending: null, others: withOther(rest, ready) }
}

/** What stays when the user whose wallet is in use signs out: wallets of others, and the device's keys, under which they lie. */
export const withoutInUse = ({ device, others = [] }: VaultContents): VaultContents | null =>
  others.length === 0 ? null : { device, ready: null, pending: null, others }

/** An enrolment is to be confirmed. What is ready stays in use if it is of the same wallet, else it is put by. */
export const withPending = (contents: VaultContents, pending: PendingEnrolment): VaultContents =>
  leaves(contents, pending)
    ? { ...contents, ready: null, pending, others: withOther(contents.others ?? [], contents.ready) }
    : { ...contents, pending }

/** Whether another wallet is in use until then. */
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
