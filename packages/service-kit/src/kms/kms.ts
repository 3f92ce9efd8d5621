import { canonicalJson } from '@latchkey/api-client'

/** What a data key is for; unwrapping demands exactly the same. */
export type EncryptionContext = Readonly<Record<string, string | number | null>>

/** A data key and its encrypted form. Zero `key` after use. */
export type DataKey = { key: Uint8Array<ArrayBuffer>; wrapped: Uint8Array<ArrayBuffer> }

/** Keys that never leave the authority's own key store. Each authority has one of its own. */
export type Kms = {
  /** 32 random bytes, and the same encrypted for `context`. */
  generateDataKey(context: EncryptionContext): Promise<DataKey>
  /** Throws when `wrapped` was made by another store, for another context, or was changed. */
  unwrap(wrapped: Uint8Array, context: EncryptionContext): Promise<Uint8Array<ArrayBuffer>>
  /** The same data key wrapped by the newest key; throws as `unwrap`. The data key itself does not change. */
  rewrap(wrapped: Uint8Array, context: EncryptionContext): Promise<Uint8Array<ArrayBuffer>>
  /** HMAC-SHA256 under a key for `purpose`; 32 bytes. A new wrapping key does not change it. */
  mac(purpose: string, data: Uint8Array): Promise<Uint8Array<ArrayBuffer>>
  /** All that count: that one, and beside a rotation of the key for MACs the one of the next key or of the one before. */
  macs(purpose: string, data: Uint8Array): Promise<[Uint8Array<ArrayBuffer>, ...Uint8Array<ArrayBuffer>[]]>
  /** Makes the next key unless there is one, and uses it for nothing. A key ring has to be backed up now; other stores lose no key. */
  prepare(): Promise<void>
  /** New data keys are wrapped by the prepared key from now on; what older ones wrapped stays readable. */
  rotate(): Promise<void>
}

/** Returns the encryption context as canonical JSON in UTF-8: equal contexts give equal bytes. */
export const encodeContext = (context: EncryptionContext): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(canonicalJson(context))
