import type { Wallet } from '@latchkey/api-client'
import type { WalletFilter } from '@latchkey/directory'

/** Where wallets and their pictures come from. */
export type Directory = {
  /**
   * One page, and how many there are on all. Throws RATE_LIMITED with the `seconds` to wait, or SERVICE_UNREACHABLE.
   */
  wallets(filter: WalletFilter): Promise<{ data: readonly Wallet[]; count: number }>
  /** By `image_id`. Throws IMAGE_NOT_FOUND, and what `wallets` throws. */
  walletImage(imageId: string): Promise<Blob>
}
