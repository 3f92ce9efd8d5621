import type { TypedProvider } from './TypedProvider.ts'

/** A transaction, and its signer: the active address when absent. */
export type SuiTransactionParams = {
  /** In base64 of BCS. Wallets in the page also take the JSON of `Transaction.toJSON` of Sui's SDK. */
  readonly transaction: string
  readonly address?: string
}

/** The methods of `sui`. Signatures, keys and bytes are in base64. */
export type SuiCalls = {
  sui_getAccounts: { params: undefined; result: readonly { readonly address: string; readonly pubkey: string }[] }
  sui_signPersonalMessage: {
    params: { readonly message: string; readonly address?: string }
    result: { readonly signature: string }
  }
  /** `transactionBytes`: the signed transaction. The wallet may have added gas payment. */
  sui_signTransaction: {
    params: SuiTransactionParams
    result: { readonly transactionBytes: string; readonly signature: string }
  }
  /** `digest`: base58. */
  sui_signAndExecuteTransaction: { params: SuiTransactionParams; result: { readonly digest: string } }
}

/** The provider of `modal.getProvider('sui')`. */
export type SuiProvider = TypedProvider<'sui', SuiCalls>
