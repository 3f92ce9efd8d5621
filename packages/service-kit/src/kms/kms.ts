import { canonicalJson } from '@latchkey/api-client'

/** The purpose of a data key; unwrapping requires exactly the same. */
export type EncryptionContext = Readonly<Record<string, string | number | null>>

/** A data key and its encrypted form. Zero `key` after use. */
export type DataKey = { key: Uint8Array<ArrayBuffer>; wrapped: Uint8Array<ArrayBuffer> }

/** Keys that never leave the authority's key store. Each authority has a separate one. */
export type Kms = {
  /** Returns 32 random bytes, and the same encrypted for `context`. */
  generateDataKey(context: EncryptionContext): Promise<DataKey>
  /** Throws when `wrapped` was made by another store, for another context, or was changed. */
  unwrap(wrapped: Uint8Array, context: EncryptionContext): Promise<Uint8Array<ArrayBuffer>>
  /** Returns the same data key wrapped by the newest key; throws like `unwrap`. The data key itself doesn't change. */
  rewrap(wrapped: Uint8Array, context: EncryptionContext): Promise<Uint8Array<ArrayBuffer>>
  /** Returns the HMAC-SHA256 under a key for `purpose`; 32 bytes. It doesn't depend on the wrapping key. */
  mac(purpose: string, data: Uint8Array): Promise<Uint8Array<ArrayBuffer>>
  /** Returns all accepted MACs: that one, and during a rotation of the MAC key also that of the next or previous key. */
  macs(purpose: string, data: Uint8Array): Promise<[Uint8Array<ArrayBuffer>, ...Uint8Array<ArrayBuffer>[]]>
  /** Creates the next key if there is none, without using it. A key ring must be backed up now; other stores lose no key. */
  prepare(): Promise<void>
  /** Wraps new data keys with the prepared key from now on; older ones stay readable. */
  rotate(): Promise<void>
}

/** Returns the encryption context as canonical JSON in UTF-8: equal contexts give equal bytes. */
export const encodeContext = (context: EncryptionContext): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(canonicalJson(context))
