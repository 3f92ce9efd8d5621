import type { WalletRecord } from '@latchkey/api-client'
import { sealShare } from '@latchkey/api-client/sealing'
import type { DeviceKeys, Enrolment, PendingEnrolment } from '../storage/vaultStorage.ts'
import { type Account, accountsOf, addressesOf } from './accounts.ts'
import type { VaultDependencies } from './dependencies.ts'
import { enrolDevice } from './enrolDevice.ts'
import { sealRecord } from './recordCipher.ts'
import type { Hold } from './secrets.ts'
import { splitVaultKey } from './shares.ts'
import { uuidOf } from './uuid.ts'

export type NewWallet = {
  record: WalletRecord
  enrolment: Enrolment
  upload: PendingEnrolment['upload'] & { kind: 'created' }
  accounts: readonly Account[]
}

/** A wallet from nothing: entropy, vault key, record, and both pairs of shares. Stores and sends nothing. */
export const makeWallet = async (
  dependencies: Pick<VaultDependencies, 'config' | 'random' | 'clock'>,
  { keys, userId }: { keys: DeviceKeys; userId: string },
  hold: Hold,
): Promise<NewWallet> => {
  const { config, random, clock } = dependencies
  const entropy = hold(random(32))
  const vaultKey = hold(random(32))
  const walletId = uuidOf(random(16))
  const own = { kind: 'mnemonic', secret: entropy } as const
  const accounts = await accountsOf(own, hold)
  const facts = {
    walletId,
    userId,
    version: 1,
    generation: 1,
    revision: 1,
    recoveryShareId: uuidOf(random(16)),
    recovery: { kind: 'automatic' },
    addresses: addressesOf(accounts),
  } as const
  const payload = { createdAtMs: clock.nowMs(), sources: [own] }
  const record = await sealRecord({ facts, payload, vaultKey, nonce: random(12) }, hold)
  const { enrolment, sealedAuthShare } = await enrolDevice(dependencies, { keys, record, vaultKey }, hold)

  const [recoveryShare, recoveryAuthShare] = await splitVaultKey(vaultKey, hold)
  const context = {
    userId,
    walletId,
    generation: facts.generation,
    deviceId: null,
    recoveryShareId: facts.recoveryShareId,
  }
  const [sealedRecoveryShare, sealedRecoveryAuthShare] = await Promise.all([
    sealShare({
      recipientPublicKey: config.custodyHpkePublicKey,
      context: { ...context, purpose: 'recovery' },
      share: recoveryShare,
    }),
    sealShare({
      recipientPublicKey: config.apiHpkePublicKey,
      context: { ...context, purpose: 'recovery-auth' },
      share: recoveryAuthShare,
    }),
  ])
  const upload = { kind: 'created', sealedAuthShare, sealedRecoveryShare, sealedRecoveryAuthShare } as const
  return { record, enrolment, upload, accounts }
}
