import type { WalletRecovery } from '@latchkey/api-client'
import { sealShare } from '@latchkey/api-client/sealing'
import { AppError } from '@latchkey/protocol/errors'
import type { VaultDependencies } from './dependencies.ts'
import type { Hold, SecretBytes } from './secrets.ts'
import { splitVaultKey } from './shares.ts'
import { type ShareOwner, wrapRecoveryShare } from './userOwnedShare.ts'

/** How a wallet is recovered, and what the person gave for it. */
export type RecoveryMeans = {
  recovery: WalletRecovery
  /** Null for automatic recovery. */
  secret: SecretBytes | null
}

export const automaticRecovery: RecoveryMeans = { recovery: { kind: 'automatic' }, secret: null }

export type SealedRecoveryPair = { sealedRecoveryShare: string; sealedRecoveryAuthShare: string }

/** A fresh recovery pair of a vault key: one share sealed to custody, under the person's secret if they have one, the other to the api. */
export const makeRecoveryPair = async (
  { config, random }: Pick<VaultDependencies, 'config' | 'random'>,
  { owner, vaultKey, means }: { owner: ShareOwner; vaultKey: SecretBytes; means: RecoveryMeans },
  hold: Hold,
): Promise<SealedRecoveryPair> => {
  const [recoveryShare, recoveryAuthShare] = await splitVaultKey(vaultKey, hold)
  const { userId, walletId, generation, recoveryShareId } = owner
  const context = { userId, walletId, generation, deviceId: null, recoveryShareId, nonce: null }
  const wrap = (): Promise<SecretBytes> => {
    const { recovery, secret } = means
    if (recovery.kind === 'automatic' || secret === null) throw new AppError('INTERNAL')
    return wrapRecoveryShare({ share: recoveryShare, secret, salt: recovery.salt, owner, nonce: random(12) }, hold)
  }
  const [sealedRecoveryShare, sealedRecoveryAuthShare] = await Promise.all([
    sealShare({
      recipientPublicKey: config.custodyHpkePublicKey,
      context: { ...context, purpose: 'recovery' },
      share: means.recovery.kind === 'automatic' ? recoveryShare : await wrap(),
    }),
    sealShare({
      recipientPublicKey: config.apiHpkePublicKey,
      context: { ...context, purpose: 'recovery-auth' },
      share: recoveryAuthShare,
    }),
  ])
  return { sealedRecoveryShare, sealedRecoveryAuthShare }
}
