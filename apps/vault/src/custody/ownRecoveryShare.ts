import { decodeBase64url, type WalletRecord } from '@latchkey/api-client'
import { AppError, isAppError } from '@latchkey/protocol/errors'
import type { Appearance } from '@latchkey/vault-protocol'
import type { Person } from '../screens/questions.ts'
import type { Hold, SecretBytes } from '../secrets.ts'
import { unwrapRecoveryShare } from './userOwnedShare.ts'

/**
 * Returns the recovery share itself: as custody has released it, or, for a user-owned method, opened with the user's secret. Prompts until
 * it opens; USER_REJECTED. The record is from the api, and unverified so far.
 */
export const ownRecoveryShare = async (
  person: Person,
  { record, released, appearance }: { record: WalletRecord; released: SecretBytes; appearance: Appearance },
  hold: Hold,
): Promise<SecretBytes> => {
  const { recovery } = record
  if (recovery.kind === 'automatic') return released
  const salt = decode(recovery.salt)
  const ask = (failed: boolean): Promise<{ secret: ArrayBuffer }> => {
    if (recovery.kind === 'passphrase') return person.ask('enterPassphrase', { salt: salt.buffer, failed }, appearance)
    const credentialId = decode(recovery.credentialId).buffer
    return person.ask('usePasskey', { salt: salt.buffer, credentialId, failed }, appearance)
  }
  for (let failed = false; ; failed = true) {
    const secret = hold(new Uint8Array((await ask(failed)).secret))
    try {
      return await unwrapRecoveryShare({ wrapped: released, secret, salt: recovery.salt, owner: record }, hold)
    } catch (error) {
      if (!isAppError(error, 'SHARE_INVALID')) throw error
    }
  }
}

const decode = (text: string): Uint8Array<ArrayBuffer> => {
  try {
    return decodeBase64url(text)
  } catch (cause) {
    throw new AppError('SHARE_INVALID', { cause })
  }
}
