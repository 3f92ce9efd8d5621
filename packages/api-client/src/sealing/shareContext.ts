import { canonicalJson } from '../canonicalJson.ts'

/**
 * The purpose of a share, one of the four of a vault key (see the custody design: two independent 2-of-2 pairs). An auth share is stored as
 * `auth`; the api releases it for the requested purpose, and the vault uses it only for that: unlock the wallet, change it, or export its
 * keys.
 */
export type SharePurpose = 'auth' | 'auth-change' | 'auth-export' | 'recovery' | 'recovery-auth'

/** What a share belongs to. It is sealed with the share and checked when the share is opened. */
export type ShareContext = {
  purpose: SharePurpose
  userId: string
  walletId: string
  generation: number
  /** RFC 7638 thumbprint of the device key: an auth share belongs to one device. Null for other shares. */
  deviceId: string | null
  /** The recovery pair, by its id in the wallet record. Null for an auth share. */
  recoveryShareId: string | null
  /**
   * The vault's nonce, in a share that the api releases: it accepts no other share, and this one once. In the auth share of an enrolling
   * device, the session in which it opened the wallet (`putAuthShare`). Null in what custody releases, which opens nothing by itself, and
   * in whatever else a device sends.
   */
  nonce: string | null
}

/** Encodes a context in its only form: canonical JSON in UTF-8. */
export const encodeShareContext = (context: ShareContext): Uint8Array<ArrayBuffer> => {
  const { purpose, userId, walletId, generation, deviceId, recoveryShareId, nonce } = context
  return new TextEncoder().encode(
    canonicalJson({ purpose, userId, walletId, generation, deviceId, recoveryShareId, nonce }),
  )
}
