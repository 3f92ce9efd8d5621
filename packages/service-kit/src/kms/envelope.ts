import { openAesGcm, sealAesGcm } from './aesGcm.ts'
import { type EncryptionContext, encodeContext, type Kms } from './kms.ts'

/**
 * Encrypts one database value with a separate data key, which the KMS wraps for `context` (envelope encryption). Layout: length of the
 * wrapped key (2 bytes), wrapped key, AES-256-GCM of the value with the context as additional data.
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

/** Rewraps the value's data key with the newest key. Throws when the row was moved, or belongs to another KMS. */
export async function rewrapValue(
  kms: Kms,
  context: EncryptionContext,
  stored: Uint8Array,
): Promise<Uint8Array<ArrayBuffer>> {
  const { wrapped, sealed } = parts(stored)
  return join(await kms.rewrap(wrapped, context), sealed)
}

/** Decrypts a value, which the caller must zero. Throws when the row was moved or changed, or belongs to another KMS. */
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
