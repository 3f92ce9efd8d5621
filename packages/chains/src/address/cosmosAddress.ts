import { AppError } from '@latchkey/protocol/errors'
import { bech32 } from '@scure/base'

/** A decoded Cosmos address: the chain's prefix, and the account's bytes: 20, or 32 if a module creates it. */
export type CosmosAddress = { readonly address: string; readonly prefix: string; readonly bytes: Uint8Array }

/**
 * Parses an untrusted address: Bech32 (BIP-173) in lower case, checksum and length. It doesn't check which chain has the prefix. Throws
 * ADDRESS_INVALID.
 */
export function parseCosmosAddress(input: unknown): CosmosAddress {
  if (typeof input === 'string' && /^[a-z][a-z0-9]{0,30}1[a-z0-9]{38,58}$/.test(input)) {
    const { prefix, words } = bech32.decodeUnsafe(input, 90) ?? {}
    const bytes = words && bech32.fromWordsUnsafe(words)
    if (prefix !== undefined && (bytes?.length === 20 || bytes?.length === 32))
      return { address: input, prefix, bytes: Uint8Array.from(bytes) }
  }
  throw new AppError('ADDRESS_INVALID')
}
