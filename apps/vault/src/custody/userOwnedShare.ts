import { canonicalJson, decodeBase64url, type WalletRecord } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import type { Bytes, Hold, SecretBytes } from '../secrets.ts'
import { shareLength } from './shares.ts'

/**
 * The recovery share wrapped with a secret that only the user has (custody design, section 3, "User-owned recovery"): AES-256-GCM under
 * HKDF-SHA256 of the secret, with the salt of the record's `recovery`, bound to wallet, generation and pair. The secret is Argon2id of a
 * passphrase, or the PRF of a passkey, over the same salt. Nonce, then ciphertext and tag.
 */
export type ShareOwner = Pick<WalletRecord, 'walletId' | 'userId' | 'generation' | 'recoveryShareId'>

const nonceLength = 12
/** With GCM's tag. */
export const wrappedLength = nonceLength + shareLength + 16
const info = new TextEncoder().encode('latchkey recovery v1')

const keyOf = async (secret: SecretBytes, salt: string): Promise<CryptoKey> => {
  const material = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey'])
  const parameters = { name: 'HKDF', hash: 'SHA-256', salt: decodeBase64url(salt), info }
  return crypto.subtle.deriveKey(parameters, material, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}

const parametersOf = (iv: Bytes, { walletId, userId, generation, recoveryShareId }: ShareOwner): AesGcmParams => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(canonicalJson({ walletId, userId, generation, recoveryShareId })),
})

export type WrapRecoveryShareInput = {
  share: SecretBytes
  secret: SecretBytes
  /** base64url. */
  salt: string
  owner: ShareOwner
  /** 12 random bytes. */
  nonce: Bytes
}

export const wrapRecoveryShare = async (input: WrapRecoveryShareInput, hold: Hold): Promise<SecretBytes> => {
  const { share, secret, salt, owner, nonce } = input
  const sealed = await crypto.subtle.encrypt(parametersOf(nonce, owner), await keyOf(secret, salt), share)
  const wrapped = hold(new Uint8Array(nonceLength + sealed.byteLength))
  wrapped.set(nonce)
  wrapped.set(new Uint8Array(sealed), nonceLength)
  return wrapped
}

/** Throws SHARE_INVALID when the secret, the owner or any byte differs. */
export const unwrapRecoveryShare = async (
  input: { wrapped: SecretBytes; secret: SecretBytes; salt: string; owner: ShareOwner },
  hold: Hold,
): Promise<SecretBytes> => {
  const { wrapped, secret, salt, owner } = input
  try {
    const parameters = parametersOf(wrapped.slice(0, nonceLength), owner)
    const key = await keyOf(secret, salt)
    return hold(new Uint8Array(await crypto.subtle.decrypt(parameters, key, wrapped.slice(nonceLength))))
  } catch (cause) {
    throw new AppError('SHARE_INVALID', { cause })
  }
}
