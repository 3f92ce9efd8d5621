import { hashTypedData, hexToBytes } from 'viem/utils'
import type { EvmAddress } from '../address/evmAddress.ts'
import type { Hex } from '../hex/hex.ts'

/** A member of an EIP-712 struct; `type` is an atomic type, the name of a struct, or an array of either. */
export type TypedDataField = { readonly name: string; readonly type: string }

/** Integers are bigints, addresses have their checksum, bytes are lower-case hex. */
export type TypedDataValue = string | boolean | bigint | readonly TypedDataValue[] | TypedDataStruct
/** The values of a struct's members, by name. */
export type TypedDataStruct = { readonly [field: string]: TypedDataValue }

/** EIP-712 typed data from `parseTypedData`: every field that is signed, and no other. */
export type TypedData = {
  /** The structs in use, `EIP712Domain` included. */
  readonly types: Readonly<Record<string, readonly TypedDataField[]>>
  readonly primaryType: string
  readonly domain: {
    readonly name?: string
    readonly version?: string
    readonly chainId?: bigint
    readonly verifyingContract?: EvmAddress
    readonly salt?: Hex
  }
  readonly message: TypedDataStruct
}

/** The 32 bytes that are signed (EIP-712). */
export function typedDataDigest({ types, primaryType, domain, message }: TypedData): Uint8Array {
  // viem types its parameter by the literal types of the data, which aren't known here; it also checks every value again.
  return hexToBytes(hashTypedData({ types, primaryType, domain, message } as Parameters<typeof hashTypedData>[0]))
}

/** Formats typed data as JSON text that `parseTypedData` parses to the same result; integers become decimal strings. */
export const formatTypedData = (typedData: TypedData): string =>
  JSON.stringify(typedData, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))
