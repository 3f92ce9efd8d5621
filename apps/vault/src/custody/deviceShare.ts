import { AppError } from '@latchkey/protocol/errors'
import type { Bytes, Hold, SecretBytes } from '../secrets.ts'

/**
 * The device share at rest: AES-256-GCM under the device's non-extractable wrapping key, bound to its wallet and
 * generation. A copied browser profile defeats it (custody design, section 2.4).
 */
export type ShareOwner = { walletId: string; generation: number }

const nonceLength = 12

const parametersOf = (iv: Bytes, { walletId, generation }: ShareOwner): AesGcmParams => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(`latchkey device share ${walletId} ${generation}`),
})

export type WrapDeviceShareInput = {
  wrappingKey: CryptoKey
  share: SecretBytes
  owner: ShareOwner
  /** 12 random bytes. */
  nonce: Bytes
}

/** Returns nonce, then ciphertext and tag. */
export const wrapDeviceShare = async ({ wrappingKey, share, owner, nonce }: WrapDeviceShareInput): Promise<Bytes> => {
  const sealed = await crypto.subtle.encrypt(parametersOf(nonce, owner), wrappingKey, share)
  const wrapped = new Uint8Array(nonceLength + sealed.byteLength)
  wrapped.set(nonce)
  wrapped.set(new Uint8Array(sealed), nonceLength)
  return wrapped
}

/** Throws SHARE_INVALID when the key, the owner or any byte differs. */
export const unwrapDeviceShare = async (
  wrappingKey: CryptoKey,
  wrapped: Bytes,
  owner: ShareOwner,
  hold: Hold,
): Promise<SecretBytes> => {
  try {
    const parameters = parametersOf(wrapped.subarray(0, nonceLength), owner)
    return hold(new Uint8Array(await crypto.subtle.decrypt(parameters, wrappingKey, wrapped.subarray(nonceLength))))
  } catch (cause) {
    throw new AppError('SHARE_INVALID', { cause })
  }
}
