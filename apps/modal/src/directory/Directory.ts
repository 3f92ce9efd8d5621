import type { Wallet } from '@latchkey/api-client'
import type { WalletFilter } from '@latchkey/directory'

/** `count`: of all pages. */
export type WalletPage = { readonly wallets: readonly Wallet[]; readonly count: number }

/** The wallets that users can choose from, as the backend serves them. */
export type Directory = {
  /**
   * Fetches one page. Throws the errors of `getWallets`: RATE_LIMITED always has `seconds`; ABORTED when `signal` fires; INTERNAL for an
   * invalid response.
   */
  find(filter: WalletFilter, signal: AbortSignal): Promise<WalletPage>
  /** Fetches an icon by its `image_id`, as a `data:image/…` address. Throws the errors of `getWalletImage`. */
  image(id: string): Promise<string>
}
