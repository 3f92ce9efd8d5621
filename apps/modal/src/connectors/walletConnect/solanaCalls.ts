import { AppError } from '@latchkey/protocol'
import { base58, base64 } from '@scure/base'

/**
 * Solana calls as WalletConnect writes them: transactions in base64, and a signed one that may come back as its signature
 * alone. Ours are in base58 (wire protocol, section 5).
 */

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined

const toBase64 = (transaction: unknown): string => {
  try {
    return base64.encode(base58.decode(transaction as string))
  } catch {
    throw new AppError('INVALID_PARAMS', { details: { field: 'transaction' } })
  }
}

const misbehaved = (): never => {
  throw new AppError('WALLET_MISBEHAVED')
}

const decode = (coder: typeof base58 | typeof base64, text: unknown): Uint8Array => {
  try {
    return coder.decode(text as string)
  } catch {
    return misbehaved()
  }
}

/** Solana's short vector length: 7 bits a byte, at most 3 bytes. */
const readLength = (bytes: Uint8Array, at: number): { length: number; next: number } => {
  let length = 0
  for (let index = 0; index < 3; index++) {
    const byte = bytes[at + index] ?? misbehaved()
    length |= (byte & 0x7f) << (index * 7)
    if (byte < 0x80) return { length, next: at + index + 1 }
  }
  return misbehaved()
}

/** Put a signature where the transaction has the place of its signer. Throws WALLET_MISBEHAVED when it has none. */
const placeSignature = (transaction: Uint8Array, signer: string, signature: Uint8Array): Uint8Array => {
  const { length: signatures, next } = readLength(transaction, 0)
  const message = next + signatures * 64
  // A versioned message says its version first, by the highest bit.
  const header = (transaction[message] ?? 0) >= 0x80 ? message + 1 : message
  const keys = readLength(transaction, header + 3)
  const key = base58.decode(signer)
  for (let index = 0; index < Math.min(signatures, keys.length); index++) {
    const at = keys.next + index * 32
    if (!transaction.subarray(at, at + 32).every((byte, position) => byte === key[position])) continue
    const signed = transaction.slice()
    signed.set(signature, next + index * 64)
    return signed
  }
  return misbehaved()
}

/** Parameters for the wallet. `address` is the account in use, which the wallet signs with. Throws INVALID_PARAMS. */
export const toWalletParams = (method: string, params: unknown, address: string): unknown => {
  switch (method) {
    case 'solana_signTransaction':
      return { pubkey: address, transaction: toBase64(field(params, 'transaction')) }
    case 'solana_signAndSendTransaction': {
      const options = field(params, 'options')
      const transaction = toBase64(field(params, 'transaction'))
      return { pubkey: address, transaction, ...(options === undefined ? {} : { sendOptions: options }) }
    }
    case 'solana_signAllTransactions': {
      const transactions = field(params, 'transactions')
      if (!Array.isArray(transactions)) throw new AppError('INVALID_PARAMS', { details: { field: 'transactions' } })
      return { pubkey: address, transactions: transactions.map(toBase64) }
    }
    default:
      return params
  }
}

const readSigned = (signed: unknown): string => base58.encode(decode(base64, signed))

const readSignature = (result: unknown): Uint8Array => {
  const signature = decode(base58, field(result, 'signature'))
  return signature.length === 64 ? signature : misbehaved()
}

/** What the wallet has answered, as ours. Throws WALLET_MISBEHAVED. */
export const fromWalletResult = (method: string, params: unknown, result: unknown, address: string): unknown => {
  switch (method) {
    case 'solana_signMessage':
    case 'solana_signAndSendTransaction':
      return { signature: base58.encode(readSignature(result)) }
    case 'solana_signTransaction': {
      const signed = field(result, 'transaction')
      if (signed !== undefined) return { transaction: readSigned(signed) }
      const transaction = base58.decode(field(params, 'transaction') as string)
      return { transaction: base58.encode(placeSignature(transaction, address, readSignature(result))) }
    }
    case 'solana_signAllTransactions': {
      const signed = field(result, 'transactions')
      const asked = field(params, 'transactions') as unknown[]
      if (!Array.isArray(signed) || signed.length !== asked.length) return misbehaved()
      return { transactions: signed.map(readSigned) }
    }
    default:
      return result
  }
}
