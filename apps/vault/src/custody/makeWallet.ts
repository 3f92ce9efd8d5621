import { uuidOf, type WalletRecord } from '@latchkey/api-client'
import type { Hold } from '../secrets.ts'
import type { DeviceKeys, Enrolment, PendingEnrolment } from '../storage/vaultStorage.ts'
import { type Account, accountsOf, addressesOf } from './accounts.ts'
import type { VaultDependencies } from './dependencies.ts'
import { enrolDevice } from './enrolDevice.ts'
import { proveAddresses } from './proveAddresses.ts'
import { sealRecord } from './recordCipher.ts'
import { automaticRecovery, makeRecoveryPair } from './recoveryPair.ts'

export type NewWallet = {
  record: WalletRecord
  enrolment: Enrolment
  upload: PendingEnrolment['upload'] & { kind: 'created' }
  accounts: readonly Account[]
}

/** Makes a wallet: entropy, vault key, record, and both pairs of shares. Stores and sends nothing. */
export const makeWallet = async (
  dependencies: Pick<VaultDependencies, 'config' | 'random' | 'clock'>,
  { keys, userId }: { keys: DeviceKeys; userId: string },
  hold: Hold,
): Promise<NewWallet> => {
  const { random, clock } = dependencies
  const own = { kind: 'mnemonic', secret: hold(random(32)) } as const
  const vaultKey = hold(random(32))
  const accounts = await accountsOf(own, hold)
  const owner = { walletId: uuidOf(random(16), 4), userId, generation: 1 }
  const { recoveryShareId, ...pair } = await makeRecoveryPair(
    dependencies,
    { owner, vaultKey, means: automaticRecovery },
    hold,
  )
  const facts = {
    ...owner,
    version: 1,
    revision: 1,
    recoveryShareId,
    recovery: automaticRecovery.recovery,
    addresses: addressesOf(accounts),
  } as const
  const payload = { createdAtMs: clock.nowMs(), sources: [own] }
  const record = await sealRecord({ facts, payload, vaultKey, nonce: random(12) }, hold)
  const { enrolment, sealAuthShare } = await enrolDevice(dependencies, { keys, record, vaultKey }, hold)
  const sealedAuthShare = await sealAuthShare(null)
  const addressProofs = proveAddresses(record, null, accounts)
  return { record, enrolment, upload: { kind: 'created', addressProofs, sealedAuthShare, ...pair }, accounts }
}
