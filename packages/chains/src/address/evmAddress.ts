import { AppError } from '@latchkey/protocol/errors'
import { getAddress } from 'viem/utils'

declare const checked: unique symbol
/** Twenty bytes in hex with their EIP-55 checksum: created only by `parseEvmAddress` and `toChecksumAddress`. */
export type EvmAddress = `0x${string}` & { readonly [checked]: 'EvmAddress' }

const hex = /^0x[0-9a-fA-F]{40}$/

/** Formats an address with its EIP-55 checksum, from any case. For addresses from a trusted source. Throws ADDRESS_INVALID. */
export function toChecksumAddress(input: unknown): EvmAddress {
  if (typeof input !== 'string' || !hex.test(input)) throw new AppError('ADDRESS_INVALID')
  return getAddress(input) as EvmAddress
}

/**
 * Parses an untrusted address: 40 hex digits in one case, or with the right EIP-55 checksum (specification section 5). Throws
 * ADDRESS_INVALID.
 */
export function parseEvmAddress(input: unknown): EvmAddress {
  const address = toChecksumAddress(input)
  if (input === address || isOneCase(address, input)) return address
  throw new AppError('ADDRESS_INVALID')
}

const isOneCase = (address: EvmAddress, input: unknown): boolean =>
  input === address.toLowerCase() || input === `0x${address.slice(2).toUpperCase()}`

/** Returns whether `parseEvmAddress` accepts it. */
export function isEvmAddress(input: unknown): boolean {
  try {
    parseEvmAddress(input)
    return true
  } catch {
    return false
  }
}
