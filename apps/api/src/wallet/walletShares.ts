import type { ShareContext, SharePurpose } from '@latchkey/api-client'
import { sealShare } from '@latchkey/api-client/sealing'
import type { AuthorityKeyring } from '@latchkey/service-kit/keys/authorityKeyring'
import { decryptValue, encryptValue } from '@latchkey/service-kit/kms/envelope'
import type { EncryptionContext, Kms } from '@latchkey/service-kit/kms/kms'
import type { SessionCaller } from '../session/inSession.ts'

export type WalletSharesDeps = { kms: Kms; keyring: AuthorityKeyring }

/** The api's shares: a device's auth share, or the recovery-auth share. */
type KeptAs = 'auth' | 'recovery-auth'
/** The record that a share belongs to. An auth share belongs to no recovery pair. */
export type ShareOf = { walletId: string; generation: number; recoveryShareId: string | null }

const sharesOf = {
  auth: 'auth',
  'auth-change': 'auth',
  'auth-export': 'auth',
  'recovery-auth': 'recovery-auth',
} as const satisfies Partial<Record<SharePurpose, KeptAs>>
export type ReleasePurpose = keyof typeof sharesOf

/** An auth share belongs to one device, a recovery-auth share to one pair. */
const ownerOf = (kept: KeptAs, { recoveryShareId }: ShareOf, { device }: SessionCaller) =>
  kept === 'auth' ? { deviceId: device.deviceId, recoveryShareId: null } : { deviceId: null, recoveryShareId }

/** Returns the context that a share is bound to in transit, both ways. */
function sealingContext(
  purpose: ReleasePurpose,
  of: ShareOf,
  caller: SessionCaller,
  nonce: ShareContext['nonce'],
): ShareContext {
  const { walletId, generation } = of
  const owner = ownerOf(sharesOf[purpose], of, caller)
  return { purpose, userId: caller.token.sub, walletId, generation, ...owner, nonce }
}

/** Returns the context that it is bound to at rest. */
export const storageContext = (
  kept: KeptAs,
  { walletId, generation, recoveryShareId }: ShareOf,
  userId: string,
  deviceId: string | null,
): EncryptionContext =>
  kept === 'auth'
    ? { purpose: 'auth share', userId, walletId, generation, deviceId }
    : { purpose: 'recovery-auth share', userId, walletId, generation, recoveryShareId }

/** Opens a share that the vault sealed to us with this nonce, and encrypts it for the database. Throws SHARE_INVALID. */
export async function keepShare(
  { kms, keyring }: WalletSharesDeps,
  kept: KeptAs,
  sealed: string,
  of: ShareOf,
  caller: SessionCaller,
  nonce: ShareContext['nonce'] = null,
): Promise<Uint8Array> {
  const share = await keyring.openShare(sealed, sealingContext(kept, of, caller, nonce))
  try {
    return await encryptValue(kms, storageContext(kept, of, caller.token.sub, caller.device.deviceId), share)
  } finally {
    share.fill(0)
  }
}

/** Opens a stored share, and seals it to the requesting device for this purpose and its vault's nonce. */
export async function releaseShare(
  { kms }: Pick<WalletSharesDeps, 'kms'>,
  { purpose, nonce }: { purpose: ReleasePurpose; nonce: string },
  ciphertext: Uint8Array,
  of: ShareOf,
  caller: SessionCaller,
): Promise<string> {
  const context = storageContext(sharesOf[purpose], of, caller.token.sub, caller.device.deviceId)
  const share = await decryptValue(kms, context, ciphertext)
  try {
    return await sealShare({
      recipientPublicKey: caller.device.hpkePublicKey,
      context: sealingContext(purpose, of, caller, nonce),
      share,
    })
  } finally {
    share.fill(0)
  }
}
