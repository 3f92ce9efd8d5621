import { sealShare } from '@latchkey/api-client/sealing'
import type { Hold, SecretBytes } from '../secrets.ts'
import type { DeviceKeys, Enrolment } from '../storage/vaultStorage.ts'
import type { VaultDependencies } from './dependencies.ts'
import { describeDevice } from './device.ts'
import { wrapDeviceShare } from './deviceShare.ts'
import { splitVaultKey } from './shares.ts'

export type EnrolDeviceInput = {
  keys: DeviceKeys
  record: Enrolment['record']
  vaultKey: SecretBytes
}

/**
 * Makes a fresh pair for this device: one share wrapped at rest here, the other to be sealed only to the api. With a session the api
 * accepts it only in that session.
 */
export const enrolDevice = async (
  { config, random }: Pick<VaultDependencies, 'config' | 'random'>,
  { keys, record, vaultKey }: EnrolDeviceInput,
  hold: Hold,
): Promise<{ enrolment: Enrolment; sealAuthShare: (sessionId: string | null) => Promise<string> }> => {
  const { userId, walletId, generation } = record
  const [deviceShare, authShare] = await splitVaultKey(vaultKey, hold)
  const { deviceId } = await describeDevice(keys)
  const wrappedDeviceShare = await wrapDeviceShare({
    wrappingKey: keys.wrapping,
    share: deviceShare,
    owner: { walletId, generation },
    nonce: random(12),
  })
  const sealAuthShare = (nonce: string | null) =>
    sealShare({
      recipientPublicKey: config.apiHpkePublicKey,
      context: { purpose: 'auth', userId, walletId, generation, deviceId, recoveryShareId: null, nonce },
      share: authShare,
    })
  return { enrolment: { record, wrappedDeviceShare }, sealAuthShare }
}
