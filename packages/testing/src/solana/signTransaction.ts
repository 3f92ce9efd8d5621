import { RpcError } from '../RpcError.ts'

const signatureBytes = 64
const keyBytes = 32

/** A list's length in Solana's encoding: seven bits a byte, the lowest first. */
const readLength = (bytes: Uint8Array, at: number): { length: number; next: number } => {
  let length = 0
  for (let index = 0; index < 3; index++) {
    const byte = bytes[at + index] ?? 0
    length |= (byte & 0x7f) << (7 * index)
    if (byte < 0x80) return { length, next: at + index + 1 }
  }
  throw new RpcError(-32602, 'The transaction is not valid.')
}

/**
 * Inserts a signature into a serialized transaction, legacy or version 0, which have the same layout up to the accounts: a list of
 * signatures, then the message with one byte of version (only in version 0), three bytes of which the first counts the signers, and the
 * list of accounts, signers first. Throws -32602 when it is invalid, or doesn't need this signer.
 */
export const signTransaction = (
  transaction: Uint8Array,
  signer: { readonly publicKey: Uint8Array; sign(message: Uint8Array): Uint8Array },
): Uint8Array => {
  const signatures = readLength(transaction, 0)
  const messageAt = signatures.next + signatures.length * signatureBytes
  const message = transaction.slice(messageAt)
  const header = (message[0] ?? 0) & 0x80 ? 1 : 0
  const signers = message[header] ?? 0
  const accounts = readLength(message, header + 3)
  for (let index = 0; index < Math.min(signers, signatures.length); index++) {
    const at = accounts.next + index * keyBytes
    const key = message.subarray(at, at + keyBytes)
    if (key.length !== keyBytes || key.some((byte, place) => byte !== signer.publicKey[place])) continue
    const signed = transaction.slice()
    signed.set(signer.sign(message), signatures.next + index * signatureBytes)
    return signed
  }
  throw new RpcError(-32602, 'The transaction does not ask for a signature of this account.')
}
