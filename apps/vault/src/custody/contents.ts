import type { WalletRecord } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import type { DeviceKeys, PendingEnrolment, VaultContents } from '../storage/vaultStorage.ts'
import type { OpenedWallet } from './openWallet.ts'

/** How the vault's contents change: pure steps, each of which is stored in one transaction. */

/** The contents of a device that has its keys. Throws PROOF_INVALID before the first `openDevice`. */
export const enrolled = (contents: VaultContents): VaultContents & { keys: DeviceKeys } => {
  if (contents.device === null) throw new AppError('PROOF_INVALID')
  return { ...contents, keys: contents.device }
}

/** What was pending is confirmed. */
export const promote = (contents: VaultContents, { record, wrappedDeviceShare }: PendingEnrolment): VaultContents => ({
  ...contents,
  ready: { record, wrappedDeviceShare },
  pending: null,
})

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
  const { pending } = contents
  const isOver = by === 'pending' || pending === null || isOvertaken(pending, enrolment.record)
  return { ...contents, ready: enrolment, pending: isOver ? null : pending }
}

const isOvertaken = ({ record, upload }: PendingEnrolment, newest: WalletRecord): boolean =>
  upload.kind === 'changed' && record.revision <= newest.revision

/** The ciphertext covers all: it was made once, and its tag fixes the rest. */
export const isSameRecord = (one: WalletRecord, other: WalletRecord): boolean => one.ciphertext === other.ciphertext
