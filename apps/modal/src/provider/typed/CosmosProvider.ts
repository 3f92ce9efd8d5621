import type { TypedProvider } from './TypedProvider.ts'

/** A signature in base64, with its key as Amino writes it. */
export type CosmosSignature = {
  readonly pub_key: { readonly type: string; readonly value: string }
  readonly signature: string
}

/** `SignDoc` of Cosmos: bytes in base64, `accountNumber` in decimal, `chainId` that of the active network. */
export type CosmosDirectDoc = {
  readonly chainId: string
  readonly accountNumber: string
  readonly authInfoBytes: string
  readonly bodyBytes: string
}

/** `StdSignDoc` of Amino. `chain_id` is that of the active network. */
export type CosmosAminoDoc = {
  readonly chain_id: string
  readonly account_number: string
  readonly sequence: string
  readonly fee: object
  readonly msgs: readonly object[]
  readonly memo: string
}

/** The methods of `cosmos`. The wallet may change fee and memo: `signed` is the signed document. */
export type CosmosCalls = {
  /** `pubkey` in base64. */
  cosmos_getAccounts: {
    params: undefined
    result: readonly { readonly algo: string; readonly address: string; readonly pubkey: string }[]
  }
  cosmos_signDirect: {
    params: { readonly signerAddress: string; readonly signDoc: CosmosDirectDoc }
    result: { readonly signed: CosmosDirectDoc; readonly signature: CosmosSignature }
  }
  cosmos_signAmino: {
    params: { readonly signerAddress: string; readonly signDoc: CosmosAminoDoc }
    result: { readonly signed: CosmosAminoDoc; readonly signature: CosmosSignature }
  }
  /** ADR-36. Of wallets in the page; WalletConnect has no such method. */
  cosmos_signArbitrary: {
    params: { readonly signerAddress: string; readonly data: string }
    result: CosmosSignature
  }
}

/** The provider of `modal.getProvider('cosmos')`. */
export type CosmosProvider = TypedProvider<'cosmos', CosmosCalls>
