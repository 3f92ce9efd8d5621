import type { AccountTransaction } from '@latchkey/api-client'

/** Which page of whose history. `address`: as the chain writes it, checked. `chainId`: CAIP-2; without it all that there are. */
type HistoryPage = { address: string; chainId?: string | undefined; cursor?: string | undefined }

/** Where histories of accounts come from. */
export type HistorySource = {
  /**
   * One page, the newest first, and the cursor of the next; null once that was all. While the account's past is still being
   * read there is a next page always, which may be empty: whoever asks for it a while later misses nothing.
   *
   * Throws ADDRESS_INVALID, CURSOR_INVALID, CHAIN_NOT_SUPPORTED, CHAIN_UNREACHABLE or SERVICE_UNREACHABLE.
   */
  page(asked: HistoryPage): Promise<{ data: AccountTransaction[]; next: string | null }>
}
