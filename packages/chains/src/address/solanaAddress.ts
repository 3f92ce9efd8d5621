import { AppError } from '@latchkey/protocol/errors'
import { bytesOfBase58, textOfBase58 } from './base58.ts'

declare const checked: unique symbol
/** A Solana account: 32 bytes in base58. Created only by `parseSolanaAddress` and `formatSolanaAddress`. */
export type SolanaAddress = string & { readonly [checked]: 'SolanaAddress' }

/**
 * Parses an untrusted address: base58 of 32 bytes. It need not be a point on the curve: program accounts aren't. Throws ADDRESS_INVALID.
 */
export function parseSolanaAddress(input: unknown): SolanaAddress {
  if (typeof input === 'string' && /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(input) && bytesOfBase58(input)?.length === 32)
    return input as SolanaAddress
  throw new AppError('ADDRESS_INVALID')
}

/** Formats the 32 bytes of a public key as an address. Throws ADDRESS_INVALID. */
export function formatSolanaAddress(publicKey: Uint8Array): SolanaAddress {
  if (publicKey.length !== 32) throw new AppError('ADDRESS_INVALID')
  return textOfBase58(publicKey) as SolanaAddress
}
