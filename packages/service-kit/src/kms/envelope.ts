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
    return join(wrapped, sealed)
  } finally {
    key.fill(0)
  }
}

/** The same value under the same data key, which the newest key wraps. Throws when the row was moved, or belongs to another KMS. */
export async function rewrapValue(
  kms: Kms,
  context: EncryptionContext,
  stored: Uint8Array,
): Promise<Uint8Array<ArrayBuffer>> {
  const { wrapped, sealed } = parts(stored)
  return join(await kms.rewrap(wrapped, context), sealed)
}

/** The value is the caller's to zero. Throws when the row was moved, changed, or belongs to another KMS. */
export async function decryptValue(
  kms: Kms,
  context: EncryptionContext,
  stored: Uint8Array,
): Promise<Uint8Array<ArrayBuffer>> {
  const { wrapped, sealed } = parts(stored)
  const key = await kms.unwrap(wrapped, context)
  try {
    return openAesGcm({ key, sealed, additionalData: encodeContext(context) })
  } finally {
    key.fill(0)
  }
}

const join = (wrapped: Uint8Array, sealed: Uint8Array): Uint8Array<ArrayBuffer> =>
  new Uint8Array([wrapped.length >> 8, wrapped.length & 0xff, ...wrapped, ...sealed])

function parts(stored: Uint8Array): { wrapped: Uint8Array; sealed: Uint8Array } {
  const end = 2 + (((stored[0] ?? 0) << 8) | (stored[1] ?? 0))
  return { wrapped: stored.subarray(2, end), sealed: stored.subarray(end) }
}
