import type { TypedProvider } from './TypedProvider.ts'

/** `SignerPayloadJSON` of polkadot.js. Hashes and numbers are in hexadecimal with `0x`. */
export type PolkadotPayload = {
  readonly address: string
  readonly blockHash: string
  readonly blockNumber: string
  readonly era: string
  /** The active network's address. */
  readonly genesisHash: string
  readonly method: string
  readonly nonce: string
  readonly specVersion: string
  readonly tip: string
  readonly transactionVersion: string
  readonly signedExtensions: readonly string[]
  readonly version: number
  readonly [more: string]: unknown
}

/** The methods of `polkadot`. Signatures are in hexadecimal with `0x`, addresses in SS58 with the prefix of the active network. */
export type PolkadotCalls = {
  /** The wallet signs the text between `<Bytes>` and `</Bytes>`. */
  polkadot_signMessage: {
    params: { readonly address: string; readonly message: string }
    result: { readonly signature: string }
  }
  /** `signedTransaction`: set when the wallet was allowed to change what it signs, by `withSignedTransaction`, and did. */
  polkadot_signTransaction: {
    params: { readonly address: string; readonly transactionPayload: PolkadotPayload }
    result: { readonly signature: string; readonly signedTransaction?: string }
  }
}

/** The provider of `modal.getProvider('polkadot')`. */
export type PolkadotProvider = TypedProvider<'polkadot', PolkadotCalls>
