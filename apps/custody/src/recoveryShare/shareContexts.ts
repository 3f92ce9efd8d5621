import type { ShareContext } from '@latchkey/api-client'
import type { EncryptionContext } from '@latchkey/service-kit/kms/kms'
import type { RecoveryShareId } from './recoveryShareStore.ts'

/** Returns the context that a recovery share is bound to in transit, both ways. */
export const sealingContext = ({ userId, walletId, generation, recoveryShareId }: RecoveryShareId): ShareContext => ({
  purpose: 'recovery',
  userId,
  walletId,
  generation,
  deviceId: null,
  recoveryShareId,
  nonce: null,
})

/** Returns the context that it is bound to at rest. */
export const storageContext = ({
  userId,
  walletId,
  generation,
  recoveryShareId,
}: RecoveryShareId): EncryptionContext => ({
  purpose: 'recovery share',
  userId,
  walletId,
  generation,
  recoveryShareId,
})
