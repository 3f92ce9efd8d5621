import type { WalletRecovery } from '@latchkey/api-client'
import { makePairKey, type SharePurpose, sealShare, withProof } from '@latchkey/api-client/sealing'
import { AppError } from '@latchkey/protocol/errors'
import type { Hold, SecretBytes } from '../secrets.ts'
import type { VaultDependencies } from './dependencies.ts'
import { splitVaultKey } from './shares.ts'
import { type ShareOwner, wrapRecoveryShare } from './userOwnedShare.ts'

/** A recovery method, with the user's secret. */
export type RecoveryMeans = {
  recovery: WalletRecovery
  /** Null for automatic recovery. */
  secret: SecretBytes | null
}

export const automaticRecovery: RecoveryMeans = { recovery: { kind: 'automatic' }, secret: null }

export type SealedRecoveryPair = { sealedRecoveryShare: string; sealedRecoveryAuthShare: string }

/**
 * Makes a fresh recovery pair of a vault key, with its id for the record: one share sealed to custody, under the user's secret if they have
 * one, the other to the api, each with its proof.
 */
export const makeRecoveryPair = async (
  { config, random }: Pick<VaultDependencies, 'config' | 'random'>,
  {
    owner,
    vaultKey,
    means,
  }: { owner: Omit<ShareOwner, 'recoveryShareId'>; vaultKey: SecretBytes; means: RecoveryMeans },
  hold: Hold,
): Promise<SealedRecoveryPair & { recoveryShareId: string }> => {
  const [[recoveryShare, recoveryAuthShare], key] = await Promise.all([splitVaultKey(vaultKey, hold), makePairKey()])
  const { userId, walletId, generation } = owner
  const { recoveryShareId } = key
  const of = { userId, walletId, generation, recoveryShareId }
  const wrap = (): Promise<SecretBytes> => {
    const { recovery, secret } = means
    if (recovery.kind === 'automatic' || secret === null) throw new AppError('INTERNAL')
    return wrapRecoveryShare({ share: recoveryShare, secret, salt: recovery.salt, owner: of, nonce: random(12) }, hold)
  }
  const seal = async (recipientPublicKey: string, purpose: SharePurpose, half: SecretBytes): Promise<string> => {
    const context = { ...of, purpose, deviceId: null, nonce: null }
    return sealShare({ recipientPublicKey, context, share: hold(await withProof(half, context, key)) })
  }
  const [sealedRecoveryShare, sealedRecoveryAuthShare] = await Promise.all([
    seal(config.custodyHpkePublicKey, 'recovery', means.recovery.kind === 'automatic' ? recoveryShare : await wrap()),
    seal(config.apiHpkePublicKey, 'recovery-auth', recoveryAuthShare),
  ])
  return { recoveryShareId, sealedRecoveryShare, sealedRecoveryAuthShare }
}
