import { refuse } from '../refuse.ts'
import { parseSolanaTransaction } from './parseSolanaTransaction.ts'

/**
 * A transaction with one signer's signature in its place; every other byte stays as it is. Throws INVALID_PARAMS when it
 * has no place for that signer, and as `parseSolanaTransaction`.
 */
export function withSignature(transaction: Uint8Array, signer: string, signature: Uint8Array): Uint8Array {
  const { signers, message } = parseSolanaTransaction(transaction)
  const index = (signers as readonly string[]).indexOf(signer)
  if (index === -1 || signature.length !== 64) refuse('transaction')
  const signed = new Uint8Array(transaction)
  signed.set(signature, signed.length - message.length - 64 * (signers.length - index))
  return signed
}
