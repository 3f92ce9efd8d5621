import { canonicalJson, type WalletHistory, type WalletRecord } from '@latchkey/api-client'
import { openShare, type ShareContext, type SharePurpose } from '@latchkey/api-client/sealing'
import { AppError, isAppError } from '@latchkey/protocol/errors'
import type { Hold, SecretBytes } from '../secrets.ts'
import type { DeviceKeys, Enrolment, ReadyEnrolment, VaultContents } from '../storage/vaultStorage.ts'
import { type Account, addressesOf, allAccounts } from './accounts.ts'
import { describeDevice } from './device.ts'
import { unwrapDeviceShare } from './deviceShare.ts'
import { isSameRecord } from './isSameRecord.ts'
import { missingHistory } from './missingHistory.ts'
import { openRecord } from './recordCipher.ts'
import { combineShares, shareLength } from './shares.ts'
import { wrappedLength } from './userOwnedShare.ts'
import type { WalletPayload } from './walletPayload.ts'

/**
 * The two ways to a vault key: this device's pair, or the recovery pair. Both end at the record, whose tag is the only proof that the
 * shares belong together; every function here throws SHARE_INVALID when they do not.
 */

/**
 * An auth share as the api has released it, its purpose, and the nonce that was used up for it (`awaitedShares.ts`). `record`: the newest
 * one, if the api has sent it along; `history`: the records that led to it, from the first that the device lacks, or its own.
 */
export type Released = {
  purpose: SharePurpose & `auth${string}`
  nonce: string
  sealedAuthShare: string
  record?: WalletRecord | undefined
  history?: WalletHistory | undefined
}

/** A wallet that this device's pair has opened. */
export type OpenedWallet = {
  /** Which of the stored enrolments matched. */
  by: 'ready' | 'pending'
  /** The same with the newest record that its key opens. */
  enrolment: Enrolment
  vaultKey: SecretBytes
  payload: WalletPayload
  accounts: readonly Account[]
  /** The records that led to that one and that the device lacks. */
  history: WalletHistory
}

/**
 * Opens the device's enrolment with its own share and the released one. WALLET_NOT_FOUND when there is none, WALLET_ONLY_HERE when the
 * newest record would lose something of it.
 */
export const openEnrolled = async (
  { ready, pending }: VaultContents,
  keys: DeviceKeys,
  released: Released,
  hold: Hold,
): Promise<OpenedWallet> => {
  const open = async (by: OpenedWallet['by'], { record, wrappedDeviceShare }: Enrolment): Promise<OpenedWallet> => {
    const vaultKey = await keyFromDevicePair(keys, { record, wrappedDeviceShare }, released, hold)
    const newest = newerOf(record, released.record)
    const all = await openAll(newest, vaultKey, hold)
    const history = await missingHistory(released.history, { newest, accounts: all.accounts, ready })
    // The device may be ahead by several changes.
    const theirs = released.record !== undefined && isOfSameKey(newest, released.record) ? released.record : newest
    const isOwn = pending !== null && isSameRecord(pending.record, theirs)
    if (!isOwn && wouldLose(ready, { record: theirs, history: released.history, steps: history })) {
      // Only after it has opened: the api could send a record that no device made.
      await openAll(theirs, vaultKey, hold)
      throw new AppError('WALLET_ONLY_HERE')
    }
    return { by, enrolment: { record: newest, wrappedDeviceShare }, vaultKey, ...all, history }
  }
  if (ready === null) {
    if (pending === null) throw new AppError('WALLET_NOT_FOUND')
    return open('pending', pending)
  }
  try {
    return await open('ready', ready)
  } catch (error) {
    // The api may hold the share of the enrolment that awaits its confirmation.
    if (pending === null || !isAppError(error, 'SHARE_INVALID')) throw error
    return open('pending', pending)
  }
}

/** The api's current record counts, unless it is older than one that this device has seen. */
const newerOf = (held: WalletRecord, told: WalletRecord | undefined): WalletRecord =>
  told !== undefined && isOfSameKey(held, told) && told.revision >= held.revision ? told : held

/** Returns whether a record is an older one of the same wallet under the same key. */
export const isOlder = (record: WalletRecord, than: WalletRecord): boolean =>
  isOfSameKey(record, than) && record.revision < than.revision

/**
 * Returns whether the device would lose something of its own wallet with the services' record of it, `record`. Services lack something only
 * after a restore, and then this may be the only copy. Losses are: another wallet, its record of the same revision, a later key, an
 * account, or its own recovery method, unless that was changed by signed `steps`, which lead from the device's record to theirs
 * (`missingHistory`). If steps are missing, the api lies, or it is of a release that kept no history.
 *
 * An older record under the same key loses nothing: the device keeps its own. `history`: as the api sent it.
 */
export const wouldLose = (
  own: ReadyEnrolment | null | undefined,
  {
    record,
    history = [],
    steps = [],
  }: { record: WalletRecord; history?: WalletHistory | undefined; steps?: WalletHistory },
): boolean => {
  if (own == null) return false
  const held = own.record
  const isFork = (one: WalletRecord, other: WalletRecord): boolean =>
    one.revision === other.revision && !isSameRecord(one, other)
  if (held.walletId !== record.walletId) return true
  if ([own, ...(own.sent ?? [])].some((one) => isFork(one.record, record))) return true
  if (held.revision >= record.revision) return held.generation !== record.generation
  if (history.some((one) => isFork(held, one.record))) return true
  const isFollowed =
    steps.filter((one) => one.record.revision > held.revision).length === record.revision - held.revision
  return (
    held.generation > record.generation ||
    (['eip155', 'solana'] as const).some((name) => lacks(record.addresses[name], held.addresses[name])) ||
    (!isFollowed && held.recovery.kind !== 'automatic' && held.recovery.kind !== record.recovery.kind)
  )
}

const lacks = (list: readonly string[], wanted: readonly string[]): boolean =>
  wanted.some((address) => !list.includes(address))

const isOfSameKey = (one: WalletRecord, other: WalletRecord): boolean =>
  one.walletId === other.walletId && one.generation === other.generation

/** Returns the vault key from this device's share and the auth share that the api has released. */
const keyFromDevicePair = async (
  keys: DeviceKeys,
  { record, wrappedDeviceShare }: Enrolment,
  { purpose, nonce, sealedAuthShare }: Released,
  hold: Hold,
): Promise<SecretBytes> => {
  const { deviceId } = await describeDevice(keys)
  const [deviceShare, authShare] = await Promise.all([
    unwrapDeviceShare(keys.wrapping, wrappedDeviceShare, record, hold),
    openSealed(keys, sealedAuthShare, record, { purpose, deviceId, recoveryShareId: null, nonce }, hold),
  ])
  return combineShares(deviceShare, authShare, hold)
}

/**
 * Opens the shares that custody and the api have released, the api's with the nonce that was used up for it. `recoveryShare` may still be
 * wrapped with the user's secret. Services of the previous release have stored shares with their proofs, which are cut off.
 */
export const openRecoveryShares = async (
  keys: DeviceKeys,
  record: WalletRecord,
  sealed: { recoveryShare: string; recoveryAuthShare: string; nonce: string },
  hold: Hold,
): Promise<{ recoveryShare: SecretBytes; recoveryAuthShare: SecretBytes }> => {
  const of = { deviceId: null, recoveryShareId: record.recoveryShareId }
  const [recoveryShare, recoveryAuthShare] = await Promise.all([
    openSealed(keys, sealed.recoveryShare, record, { ...of, purpose: 'recovery', nonce: null }, hold),
    openSealed(keys, sealed.recoveryAuthShare, record, { ...of, purpose: 'recovery-auth', nonce: sealed.nonce }, hold),
  ])
  const isAutomatic = record.recovery.kind === 'automatic'
  return {
    recoveryShare: hold(recoveryShare.slice(0, isAutomatic ? shareLength : wrappedLength)),
    recoveryAuthShare: hold(recoveryAuthShare.slice(0, shareLength)),
  }
}

const openSealed = async (
  keys: DeviceKeys,
  sealed: string,
  record: WalletRecord,
  of: Pick<ShareContext, 'purpose' | 'deviceId' | 'recoveryShareId' | 'nonce'>,
  hold: Hold,
): Promise<SecretBytes> => {
  const { userId, walletId, generation } = record
  const { privateKey, publicKey } = keys.hpke
  return hold(
    await openShare({ privateKey, publicKey, sealed, expectedContext: { ...of, userId, walletId, generation } }),
  )
}

/** Returns a record's contents, and its accounts, which must be those that it names. */
export const openAll = async (
  record: WalletRecord,
  vaultKey: SecretBytes,
  hold: Hold,
): Promise<{ payload: WalletPayload; accounts: Account[] }> => {
  const payload = await openRecord(record, vaultKey, hold)
  const accounts = await allAccounts(payload.sources, hold)
  if (canonicalJson(addressesOf(accounts)) !== canonicalJson(record.addresses)) throw new AppError('SHARE_INVALID')
  return { payload, accounts }
}
