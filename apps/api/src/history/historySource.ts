import type { AccountTransaction } from '@latchkey/api-client'

/** A page of an account's history. `address`: as the chain writes it, checked. `chainId`: CAIP-2; default: all chains. */
type HistoryPage = { address: string; chainId?: string | undefined; cursor?: string | undefined }

/** A source of accounts' histories. */
export type HistorySource = {
  /**
   * Returns one page, newest first, and the cursor of the next; null after the last. While the account's past is still being scanned there
   * is always a next page, which may be empty: a later request for it misses nothing.
   *
   * Throws ADDRESS_INVALID, CURSOR_INVALID, CHAIN_NOT_SUPPORTED, CHAIN_UNREACHABLE or SERVICE_UNREACHABLE.
   */
  page(asked: HistoryPage): Promise<{ data: AccountTransaction[]; next: string | null }>
}
