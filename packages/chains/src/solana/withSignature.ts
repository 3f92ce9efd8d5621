import { refuse } from '../refuse.ts'
import { parseSolanaTransaction } from './parseSolanaTransaction.ts'

/**
 * Returns a transaction with one signer's signature inserted; every other byte stays the same. Throws INVALID_PARAMS when it has no slot
 * for that signer, and like `parseSolanaTransaction`.
 */
export function withSignature(transaction: Uint8Array, signer: string, signature: Uint8Array): Uint8Array {
  const { signers, message } = parseSolanaTransaction(transaction)
  const index = (signers as readonly string[]).indexOf(signer)
  if (index === -1 || signature.length !== 64) refuse('transaction')
  const signed = new Uint8Array(transaction)
  signed.set(signature, signed.length - message.length - 64 * (signers.length - index))
  return signed
}
