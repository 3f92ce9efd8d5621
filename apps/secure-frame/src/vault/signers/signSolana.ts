import { isDisguisedTransaction, parseSolanaTransaction } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol/errors'
import { ed25519 } from '@noble/curves/ed25519.js'
import type { Bytes, SecretBytes } from '../custody/secrets.ts'
import type { SolanaSignable } from '../vaultMethods.ts'

/**
 * Sign content with a Solana account's seed (Ed25519, RFC 8032; deterministic): a message as it is, or of a transaction
 * what its signers sign, which is parsed here again. 64 bytes, checked against the account before they leave.
 *
 * Throws DISGUISED_TRANSACTION for a message that is a transaction, UNAUTHORIZED when a transaction has no slot for the
 * account, and what `parseSolanaTransaction` throws.
 */
export const signSolana = (request: SolanaSignable, seed: SecretBytes): Bytes => {
  const content = contentOf(request)
  const publicKey = ed25519.getPublicKey(seed)
  const signature = ed25519.sign(content, seed)
  // A fault while signing could give the seed away to whoever gets the signature.
  if (!ed25519.verify(signature, content, publicKey, { zip215: false })) throw new AppError('INTERNAL')
  return new Uint8Array(signature)
}

const contentOf = (request: SolanaSignable): Uint8Array => {
  if (request.kind === 'solanaMessage') {
    const message = new Uint8Array(request.message)
    if (isDisguisedTransaction(message)) throw new AppError('DISGUISED_TRANSACTION')
    return message
  }
  const { signers, message } = parseSolanaTransaction(new Uint8Array(request.transaction))
  if (!signers.some((signer) => signer === request.address)) throw new AppError('UNAUTHORIZED')
  return message
}
