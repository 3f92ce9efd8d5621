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
