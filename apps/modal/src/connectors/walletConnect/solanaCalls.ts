/**
 * Solana calls in WalletConnect's format: transactions in base64, and a signed one that may come back as only its signature. Ours are in
 * base58 (wire protocol, section 5).
 */
import { AppError } from '@latchkey/protocol'
import { base58, base64 } from '@scure/base'
import type { WalletAccount } from '../Connector.ts'
import type { RequestArguments } from '../Eip1193Provider.ts'
import { callByMethod, type SolanaCalls } from '../solana/callByMethod.ts'
import {
  type AskedTransaction,
  placeSignature,
  readMessage,
  readSigned,
  readTransaction,
} from '../solana/transactions.ts'

/** A call for the wallet, and the parser of its response: `read` throws WALLET_INVALID_RESPONSE. */
export type WalletCall = { readonly params: unknown; readonly read: (result: unknown) => unknown }

/**
 * A call for a wallet that has given these accounts. Throws METHOD_NOT_ALLOWED, INVALID_PARAMS, TOO_LARGE, and UNAUTHORIZED
 * for an account that is not among them.
 */
export const toWalletCall = ({ method, params }: RequestArguments, accounts: readonly WalletAccount[]): WalletCall => {
  const calls: SolanaCalls<WalletCall> = {
    solana_signMessage({ message, pubkey }) {
      readMessage(message)
      if (!accounts.some(({ address }) => address === pubkey)) throw new AppError('UNAUTHORIZED')
      return { params: { message, pubkey }, read: (result) => ({ signature: base58.encode(readSignature(result)) }) }
    },
    solana_signTransaction({ transaction }) {
      const asked = readTransaction(transaction, accounts)
      return {
        params: { pubkey: asked.signer, transaction: base64.encode(asked.bytes) },
        read(result) {
          const signed = field(result, 'transaction')
          const bytes = signed === undefined ? placeSignature(asked, readSignature(result)) : decode(base64, signed)
          return { transaction: readSigned(bytes, asked) }
        },
      }
    },
    solana_signAllTransactions({ transactions }) {
      const asked = transactions.map((transaction) => readTransaction(transaction, accounts))
      return {
        params: { pubkey: asked[0]?.signer, transactions: asked.map(({ bytes }) => base64.encode(bytes)) },
        read: (result) => ({ transactions: readAllSigned(field(result, 'transactions'), asked) }),
      }
    },
    solana_signAndSendTransaction({ transaction, options }) {
      const { bytes, signer } = readTransaction(transaction, accounts)
      return {
        params: { pubkey: signer, transaction: base64.encode(bytes), ...(options && { sendOptions: options }) },
        read: (result) => ({ signature: base58.encode(readSignature(result)) }),
      }
    },
  }
  return callByMethod(calls, method, params)
}

const readAllSigned = (signed: unknown, asked: readonly AskedTransaction[]): readonly string[] => {
  if (!Array.isArray(signed) || signed.length !== asked.length) return misbehaved()
  return asked.map((one, index) => readSigned(decode(base64, signed[index]), one))
}

const readSignature = (result: unknown): Uint8Array => {
  const signature = decode(base58, field(result, 'signature'))
  return signature.length === 64 ? signature : misbehaved()
}

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined

/** More than a transaction has in either. Base58 takes time by the square of the length. */
const longestText = 4096

const decode = (coder: typeof base58 | typeof base64, text: unknown): Uint8Array => {
  if (typeof text !== 'string' || text.length > longestText) return misbehaved()
  try {
    return coder.decode(text)
  } catch {
    return misbehaved()
  }
}

const misbehaved = (): never => {
  throw new AppError('WALLET_INVALID_RESPONSE')
}
