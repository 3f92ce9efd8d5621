import type { RequestArguments } from '../connectors/Eip1193Provider.ts'

/** The inputs of a provider of one namespace: the modal's calls, and the active account there. */
export type ProviderSource = {
  /** Makes a call to the active wallet. Rejects with a ProviderRpcError. */
  request(args: RequestArguments): Promise<unknown>
  /** `addresses` begins with the active `address`; null and empty when nothing is connected. */
  account: {
    get(): ProviderAccount
    listen(listener: (account: ProviderAccount) => void): () => void
  }
  /**
   * Opens the modal, unless a wallet is connected. Resolves with its addresses, the active one first; rejects (4001) when the user closes
   * it.
   */
  connect(): Promise<readonly string[]>
  /** Ends every connection of the namespace. */
  disconnect(): Promise<void>
}

export type ProviderAccount = { readonly address: string | null; readonly addresses: readonly string[] }
