import { canonicalJson, type WalletRecord } from '@latchkey/api-client'
import { openShare, type ShareContext } from '@latchkey/api-client/sealing'
import { AppError } from '@latchkey/protocol/errors'
import type { DeviceKeys, Enrolment } from '../storage/vaultStorage.ts'
import { type Account, addressesOf, allAccounts } from './accounts.ts'
import { describeDevice } from './device.ts'
import { unwrapDeviceShare } from './deviceShare.ts'
import { openRecord } from './recordCipher.ts'
import type { Hold, SecretBytes } from './secrets.ts'
import { combineShares } from './shares.ts'

/**
 * The two ways to a vault key: this device's pair, or the recovery pair. Both end at the record, whose tag alone proves
 * that the shares belong together; every function here throws SHARE_INVALID when they do not.
 */

const openSealed = async (
  keys: DeviceKeys,
  sealed: string,
  record: WalletRecord,
  of: Pick<ShareContext, 'purpose' | 'deviceId' | 'recoveryShareId'>,
  hold: Hold,
): Promise<SecretBytes> => {
  const { userId, walletId, generation } = record
  const { privateKey, publicKey } = keys.hpke
  return hold(
    await openShare({ privateKey, publicKey, sealed, expectedContext: { ...of, userId, walletId, generation } }),
  )
}

/** The vault key from the share that this device keeps and the auth share that the api has released. */
export const keyFromDevicePair = async (
  keys: DeviceKeys,
  { record, wrappedDeviceShare }: Enrolment,
  sealedAuthShare: string,
  hold: Hold,
): Promise<SecretBytes> => {
  const { deviceId } = await describeDevice(keys)
  const [deviceShare, authShare] = await Promise.all([
    unwrapDeviceShare(keys.wrapping, wrappedDeviceShare, record, hold),
    openSealed(keys, sealedAuthShare, record, { purpose: 'auth', deviceId, recoveryShareId: null }, hold),
  ])
  return combineShares(deviceShare, authShare, hold)
}

/** The vault key from the halves that custody and the api have released. */
export const keyFromRecoveryPair = async (
  keys: DeviceKeys,
  record: WalletRecord,
  sealed: { recoveryShare: string; recoveryAuthShare: string },
  hold: Hold,
): Promise<SecretBytes> => {
  const of = { deviceId: null, recoveryShareId: record.recoveryShareId }
  const [recoveryShare, recoveryAuthShare] = await Promise.all([
    openSealed(keys, sealed.recoveryShare, record, { ...of, purpose: 'recovery' }, hold),
    openSealed(keys, sealed.recoveryAuthShare, record, { ...of, purpose: 'recovery-auth' }, hold),
  ])
  return combineShares(recoveryShare, recoveryAuthShare, hold)
}

/** The accounts of a record, which must be those that it names. */
export const openAccounts = async (record: WalletRecord, vaultKey: SecretBytes, hold: Hold): Promise<Account[]> => {
  const { sources } = await openRecord(record, vaultKey, hold)
  const accounts = await allAccounts(sources, hold)
  if (canonicalJson(addressesOf(accounts)) !== canonicalJson(record.addresses)) throw new AppError('SHARE_INVALID')
  return accounts
}
