import { openAesGcm, sealAesGcm } from './aesGcm.ts'
import { type EncryptionContext, encodeContext, type Kms } from './kms.ts'

/**
 * Envelope encryption of one database value: a data key of its own, wrapped by the KMS for `context`.
 * Layout: length of the wrapped key (2 bytes), wrapped key, AES-256-GCM of the value with the context as additional data.
 */
export async function encryptValue(
  kms: Kms,
  context: EncryptionContext,
  value: Uint8Array,
): Promise<Uint8Array<ArrayBuffer>> {
  const { key, wrapped } = await kms.generateDataKey(context)
  try {
    const sealed = sealAesGcm({ key, plaintext: value, additionalData: encodeContext(context) })
    return new Uint8Array([wrapped.length >> 8, wrapped.length & 0xff, ...wrapped, ...sealed])
  } finally {
    key.fill(0)
  }
}

/** The value is the caller's to zero. Throws when the row was moved, changed, or belongs to another KMS. */
export async function decryptValue(
  kms: Kms,
  context: EncryptionContext,
  stored: Uint8Array,
): Promise<Uint8Array<ArrayBuffer>> {
  const wrappedLength = ((stored[0] ?? 0) << 8) | (stored[1] ?? 0)
  const key = await kms.unwrap(stored.subarray(2, 2 + wrappedLength), context)
  try {
    return openAesGcm({ key, sealed: stored.subarray(2 + wrappedLength), additionalData: encodeContext(context) })
  } finally {
    key.fill(0)
  }
}
