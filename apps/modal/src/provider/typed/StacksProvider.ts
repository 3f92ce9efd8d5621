import type { TypedProvider } from './TypedProvider.ts'

/** A Clarity value or a post-condition: hexadecimal, or the JSON of SIP-030. */
export type StacksValue = string | object

type Signed = { readonly signature: string; readonly publicKey: string }
/** A wallet need not give the transaction back that it has sent. */
type Sent = { readonly txid: string; readonly transaction?: string }

/** The methods of `stacks` (SIP-030). Signatures, keys, transactions and their ids are in hexadecimal. */
export type StacksCalls = {
  stx_getAddresses: {
    params: undefined
    result: {
      readonly addresses: readonly { readonly symbol: 'STX'; readonly address: string; readonly publicKey?: string }[]
    }
  }
  stx_signMessage: { params: { readonly message: string; readonly address?: string }; result: Signed }
  /** SIP-018. */
  stx_signStructuredMessage: {
    params: { readonly message: StacksValue; readonly domain: StacksValue; readonly address?: string }
    result: Signed
  }
  /** Resolves with `txid` where the wallet was to broadcast it. */
  stx_signTransaction: {
    params: { readonly transaction: string; readonly broadcast?: boolean }
    result: { readonly transaction?: string; readonly txid?: string }
  }
  /** `amount` in micro-STX; `recipient` an address or a contract; `memo` at most 34 bytes. */
  stx_transferStx: {
    params: { readonly recipient: string; readonly amount: string; readonly memo?: string; readonly sender?: string }
    result: Sent
  }
  /** `contract` as `address.name`; `fee` in micro-STX. */
  stx_callContract: {
    params: {
      readonly contract: string
      readonly functionName: string
      readonly functionArgs?: readonly StacksValue[]
      readonly postConditions?: readonly StacksValue[]
      readonly postConditionMode?: 'allow' | 'deny'
      readonly fee?: string | number
      readonly nonce?: string | number
      readonly sponsored?: boolean
      readonly address?: string
    }
    result: Sent
  }
}

/** The provider of `modal.getProvider('stacks')`. */
export type StacksProvider = TypedProvider<'stacks', StacksCalls>
