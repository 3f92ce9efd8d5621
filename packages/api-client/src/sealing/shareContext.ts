import { canonicalJson } from '../canonicalJson.ts'

/** Which of the four shares of a vault key it is (see the custody design: two independent 2-of-2 pairs). */
export type SharePurpose = 'auth' | 'recovery' | 'recovery-auth'

/** What a share belongs to. It travels inside the sealed text and is checked by whoever opens it. */
export type ShareContext = {
  purpose: SharePurpose
  userId: string
  walletId: string
  generation: number
  /** RFC 7638 thumbprint of the device key; only for an `auth` share, which belongs to one device. */
  deviceId: string | null
}

/** The one form of a context: its canonical JSON in UTF-8. */
export const encodeShareContext = (context: ShareContext): Uint8Array<ArrayBuffer> => {
  const { purpose, userId, walletId, generation, deviceId } = context
  return new TextEncoder().encode(canonicalJson({ purpose, userId, walletId, generation, deviceId }))
}
