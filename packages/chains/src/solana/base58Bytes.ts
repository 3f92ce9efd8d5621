import { AppError } from '@latchkey/protocol/errors'
import { bytesOfBase58, textOfBase58 } from '../address/base58.ts'
import { refuse } from '../refuse.ts'
import { maxSolanaTransactionBytes } from './parseSolanaTransaction.ts'

/** Base58 decoding takes quadratic time: a longer text would take noticeably long. */
const maxCharacters = 8192
/** The maximum length of a transaction in base58. */
const maxTransactionCharacters = Math.ceil((maxSolanaTransactionBytes * Math.log(256)) / Math.log(58))

/** Parses bytes in base58, as Solana's wallets exchange them. Throws INVALID_PARAMS (`details.field`), TOO_LARGE. */
export function parseBase58(input: string, field: string): Uint8Array {
  if (input.length > maxCharacters) throw new AppError('TOO_LARGE')
  return bytesOfBase58(input) ?? refuse(field)
}

/** Like `parseBase58` for a transaction, whose length is checked before it is decoded. */
export function parseBase58Transaction(input: string): Uint8Array {
  if (input.length > maxTransactionCharacters) throw new AppError('TOO_LARGE')
  return parseBase58(input, 'transaction')
}

/** Returns bytes in base58 (Bitcoin's alphabet), without a checksum. */
export const formatBase58 = textOfBase58
