import { canonicalJson } from '../canonicalJson.ts'

/**
 * Which of the four shares of a vault key it is (see the custody design: two independent 2-of-2 pairs). An auth share is
 * put as `auth`; the api releases it as what it was asked for, and the vault does nothing else with it: unlock the
 * wallet, change it, or export its keys.
 */
export type SharePurpose = 'auth' | 'auth-change' | 'auth-export' | 'recovery' | 'recovery-auth'

/** What a share belongs to. It is sealed with the share and checked when the share is opened. */
export type ShareContext = {
  purpose: SharePurpose
  userId: string
  walletId: string
  generation: number
  /** RFC 7638 thumbprint of the device key: an auth share belongs to one device. Null for the others. */
  deviceId: string | null
  /** Which recovery pair, as the wallet record names it. Null for an auth share. */
  recoveryShareId: string | null
  /**
   * What the vault said that it waits for, in a share that the api releases: it takes no other, and this one once. In the auth share
   * of a device that enrols, the session in which it opened the wallet (`putAuthShare`). Null in what custody releases, which opens
   * nothing alone, and in whatever else a device sends.
   */
  nonce: string | null
}

/** The one form of a context: its canonical JSON in UTF-8. */
export const encodeShareContext = (context: ShareContext): Uint8Array<ArrayBuffer> => {
  const { purpose, userId, walletId, generation, deviceId, recoveryShareId, nonce } = context
  return new TextEncoder().encode(
    canonicalJson({ purpose, userId, walletId, generation, deviceId, recoveryShareId, nonce }),
  )
}
