import type { AccountTransaction, Identity, RegisteredName, TokenBalance } from '@latchkey/api-client'
import type { NetworkId } from '../Modal.ts'

/** `next`: the cursor of the page that follows; null on the last. */
export type HistoryPage = { readonly data: readonly AccountTransaction[]; readonly next: string | null }

/** The backend's account data. All methods throw AppErrors only: those of the rows that they are named after. */
export type AccountApi = {
  /** The networks that the backend serves, as CAIP-2 ids. */
  supportedChains(): Promise<readonly string[]>
  /** `isForced`: past the server's cache. */
  balances(address: string, network: NetworkId, isForced: boolean): Promise<readonly TokenBalance[]>
  /** The same on all networks that the backend reads; those that it can't reach are left out while another one answers. */
  portfolio(address: string, isForced: boolean): Promise<readonly TokenBalance[]>
  history(address: string, network: NetworkId, cursor?: string): Promise<HistoryPage>
  identity(address: string): Promise<Identity>
  /** Resolves a name to its address; null when it isn't registered. */
  name(name: string): Promise<RegisteredName | null>
  /** A token's icon that the backend itself serves, as a `data:image/…` address; IMAGE_NOT_FOUND for any other. */
  image(iconUrl: string): Promise<string>
}
