import { walletAddressPrefix } from '@latchkey/api-client'
import { isDisguisedTransaction, parseSolanaTransaction } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol/errors'
import type { SolanaSignable } from '@latchkey/vault-protocol'
import { ed25519 } from '@noble/curves/ed25519.js'
import type { Bytes, SecretBytes } from '../secrets.ts'

/**
 * Signs content with a Solana account's seed (Ed25519, RFC 8032; deterministic): a message as it is, or the signed part of a transaction,
 * which is parsed here again. 64 bytes, verified against the account before they are returned.
 *
 * Throws DISGUISED_TRANSACTION for a message that is a transaction, INVALID_PARAMS for one by which a wallet proves an address,
 * UNAUTHORIZED when a transaction has no slot for the account, and what `parseSolanaTransaction` throws.
 */
export const signSolana = ({ kind, address, content }: SolanaSignable, seed: SecretBytes): Bytes => {
  const given = new Uint8Array(content)
  const signed = kind === 'solanaMessage' ? checkMessage(given) : messageOf(given, address)
  const signature = ed25519.sign(signed, seed)
  // A fault while signing could reveal the seed through the signature.
  if (!ed25519.verify(signature, signed, ed25519.getPublicKey(seed))) throw new AppError('INTERNAL')
  return new Uint8Array(signature)
}

const checkMessage = (message: Uint8Array): Uint8Array => {
  if (isDisguisedTransaction(message)) throw new AppError('DISGUISED_TRANSACTION')
  // With it, a page could have another wallet claim this account.
  if (ownPrefix.every((byte, index) => message[index] === byte)) throw new AppError('INVALID_PARAMS')
  return message
}

const ownPrefix = new TextEncoder().encode(walletAddressPrefix)

const messageOf = (transaction: Uint8Array, address: string): Uint8Array => {
  const { signers, message } = parseSolanaTransaction(transaction)
  if (!(signers as readonly string[]).includes(address)) throw new AppError('UNAUTHORIZED')
  return message
}
