import type { Wallet } from '@latchkey/api-client'
import type { WalletFilter } from '@latchkey/directory'

/** A source of wallets and their icons. */
export type Directory = {
  /** Returns one page, and the number of wallets on all pages. Throws RATE_LIMITED with the `seconds` to wait, or SERVICE_UNREACHABLE. */
  wallets(filter: WalletFilter): Promise<{ data: readonly Wallet[]; count: number }>
  /** Returns an icon by `image_id`. Throws IMAGE_NOT_FOUND, and as `wallets`. */
  walletImage(imageId: string): Promise<Blob>
}
