import { AppError } from '@latchkey/protocol/errors'
import { bytesOfBase58, textOfBase58 } from '../address/base58.ts'
import { refuse } from '../refuse.ts'
import { maxSolanaTransactionBytes } from './parseSolanaTransaction.ts'

/** Base58 is read in quadratic time: more than this takes a person's patience. */
const maxCharacters = 8192
/** No transaction takes more characters. */
const maxTransactionCharacters = Math.ceil((maxSolanaTransactionBytes * Math.log(256)) / Math.log(58))

/** Bytes in base58, as Solana's wallets exchange them. Throws INVALID_PARAMS (`details.field`), TOO_LARGE. */
export function parseBase58(input: string, field: string): Uint8Array {
  if (input.length > maxCharacters) throw new AppError('TOO_LARGE')
  return bytesOfBase58(input) ?? refuse(field)
}

/** The same for a transaction, which is refused by its length before it is read. */
export function parseBase58Transaction(input: string): Uint8Array {
  if (input.length > maxTransactionCharacters) throw new AppError('TOO_LARGE')
  return parseBase58(input, 'transaction')
}

/** Returns bytes in base58 (Bitcoin's alphabet), without a checksum. */
export const formatBase58 = textOfBase58
