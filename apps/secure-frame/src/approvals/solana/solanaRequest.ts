import { parseBase58Transaction, parseSolanaTransaction, type SolanaTransaction } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'

/** A page's transaction to sign: its bytes, and their parsed form. */
export type SolanaRequest = { readonly bytes: Uint8Array; readonly transaction: SolanaTransaction }

/**
 * Reads a transaction in base58. Throws INVALID_PARAMS, TOO_LARGE, and UNAUTHORIZED when it does not need this account's
 * signature.
 */
export const readSolanaRequest = (input: string, own: string): SolanaRequest => {
  const bytes = parseBase58Transaction(input)
  const transaction = parseSolanaTransaction(bytes)
  if (!transaction.signers.some((signer) => signer === own)) throw new AppError('UNAUTHORIZED')
  return { bytes, transaction }
}

/**
 * Checks a transaction that is to be sent at once: all other signatures have to be there. Throws INVALID_PARAMS
 * (`details.field`: `signatures`).
 */
export const checkOthersSigned = ({ transaction }: SolanaRequest, own: string): void => {
  const { signers, signatures } = transaction
  const isSigned = signers.every((signer, index) => signer === own || signatures[index]?.some((byte) => byte !== 0))
  if (!isSigned) throw new AppError('INVALID_PARAMS', { details: { field: 'signatures' } })
}
