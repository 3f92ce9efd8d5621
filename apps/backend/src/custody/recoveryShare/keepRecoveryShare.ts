import { openShare } from '@latchkey/api-client/sealing'
import { AppError } from '@latchkey/protocol/errors'
import type { Clock } from '../../clock.ts'
import type { AuthorityKeyring } from '../../keys/authorityKeyring.ts'
import { signToken } from '../../keys/tokens.ts'
import { encryptValue } from '../../kms/envelope.ts'
import { encodeContext, type Kms } from '../../kms/kms.ts'
import type { RecoveryShareId, RecoveryShareStore } from './recoveryShareStore.ts'
import { sealingContext, storageContext } from './shareContexts.ts'

export type KeepRecoveryShareDeps = { shares: RecoveryShareStore; keyring: AuthorityKeyring; kms: Kms; clock: Clock }

/**
 * Keeps a sealed recovery share for good, and says so in a signed receipt. Keeping the same share again is answered alike.
 *
 * Throws SHARE_INVALID when the share was not sealed to custody for exactly this wallet, or when custody keeps another
 * share for it, or the wallet is another person's.
 */
export async function keepRecoveryShare(
  { shares, keyring, kms, clock }: KeepRecoveryShareDeps,
  { sealedShare, ...id }: RecoveryShareId & { sealedShare: string },
): Promise<{ receipt: string }> {
  const share = await openShare({ ...keyring.hpke, sealed: sealedShare, expectedContext: sealingContext(id) })
  try {
    const ciphertext = await encryptValue(kms, storageContext(id), share)
    const mac = await macOfShare(kms, id, share)
    if ((await shares.insert(id, { ciphertext, mac, createdAt: clock.now() })) === 'refused')
      throw new AppError('SHARE_INVALID')
  } finally {
    share.fill(0)
  }
  const claims = { sub: id.userId, wallet_id: id.walletId, generation: id.generation }
  return { receipt: await signToken('receipt', claims, keyring.signing, clock) }
}

/** Tells the same share from another one without opening the stored one. */
async function macOfShare(kms: Kms, id: RecoveryShareId, share: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const context = encodeContext(storageContext(id))
  const data = new Uint8Array(context.length + share.length)
  data.set(context)
  data.set(share, context.length)
  try {
    return await kms.mac('recovery share', data)
  } finally {
    data.fill(0)
  }
}
