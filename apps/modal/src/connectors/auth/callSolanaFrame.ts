/**
 * The Solana methods of the wire protocol (section 5) at the embedded wallet, which signs exactly what is requested: each response is
 * compared with the request, byte for byte, before a page gets it.
 */
import { AppError } from '@latchkey/protocol'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import type { RequestArguments } from '../Eip1193Provider.ts'
import { readField } from '../readField.ts'
import { callByMethod, type SolanaCalls } from '../solana/callByMethod.ts'
import { parseSignInInput } from '../solana/parseSignInInput.ts'
import {
  type AskedTransaction,
  placeSignature,
  readBase58,
  readMessage,
  readTransaction,
} from '../solana/transactions.ts'
import { composeSignIn, type SigningIn } from './composeSignIn.ts'

/** Maximum size of a message that a dapp has signed. */
const maxBytes = 2048

/**
 * Asks the user to confirm, in the wallet. `signing`: the connected account, and the page's origin. Throws INVALID_PARAMS, TOO_LARGE,
 * UNAUTHORIZED for another account, WALLET_INVALID_RESPONSE for a signature that is not the account's or a transaction that was changed,
 * and what `request` throws.
 */
export async function callSolanaFrame(
  request: (args: RequestArguments) => Promise<unknown>,
  { method, params }: RequestArguments,
  signing: SigningIn,
): Promise<unknown> {
  const { address } = signing
  const accounts = [{ address }]
  const key = base58.decode(address)
  const requireSigned = (signature: Uint8Array, bytes: Uint8Array): void => {
    if (!isSigned(signature, bytes, key)) throw new AppError('WALLET_INVALID_RESPONSE')
  }
  const readSigned = (text: unknown, asked: AskedTransaction): string => {
    const bytes = readText(text)
    const place = 1 + asked.signers.indexOf(asked.signer) * 64
    const signature = bytes.slice(place, place + 64)
    if (signature.length < 64 || !isSame(bytes, placeSignature(asked, signature)))
      throw new AppError('WALLET_INVALID_RESPONSE')
    requireSigned(signature, asked.message)
    return base58.encode(bytes)
  }

  const signMessage = async (message: string): Promise<string> => {
    const bytes = readMessage(message)
    const answer = await request({ method: 'solana_signMessage', params: { message, pubkey: address } })
    const signature = readText(readField(answer, 'signature'))
    requireSigned(signature, bytes)
    return base58.encode(signature)
  }
  /** Sign In With Solana: the parameter is the input of `solana:signIn`. To the wallet it is a message like any other. */
  const signIn = async (): Promise<unknown> => {
    const input = parseSignInInput(params)
    const named = readField(params, 'address')
    if (named !== undefined && named !== address) throw new AppError('UNAUTHORIZED')
    const bytes = new TextEncoder().encode(composeSignIn(input, signing))
    if (bytes.length > maxBytes) throw new AppError('TOO_LARGE')
    const signedMessage = base58.encode(bytes)
    return { address, signedMessage, signature: await signMessage(signedMessage) }
  }

  const calls: SolanaCalls<Promise<unknown>> = {
    async solana_signMessage({ message, pubkey }) {
      if (pubkey !== address) throw new AppError('UNAUTHORIZED')
      return { signature: await signMessage(message) }
    },
    async solana_signTransaction({ transaction }) {
      const asked = readTransaction(transaction, accounts)
      const answer = await request({ method, params: { transaction } })
      return { transaction: readSigned(readField(answer, 'transaction'), asked) }
    },
    async solana_signAllTransactions({ transactions }) {
      const asked = transactions.map((transaction) => readTransaction(transaction, accounts))
      const signed = readField(await request({ method, params: { transactions } }), 'transactions')
      if (!Array.isArray(signed) || signed.length !== asked.length) throw new AppError('WALLET_INVALID_RESPONSE')
      return { transactions: asked.map((one, index) => readSigned(signed[index], one)) }
    },
    async solana_signAndSendTransaction({ transaction, options, swap }) {
      const { signers, message } = readTransaction(transaction, accounts)
      const answer = await request({
        method,
        params: { transaction, ...(options && { options }), ...(swap && { swap }) },
      })
      const signature = readText(readField(answer, 'signature'))
      if (signature.length !== 64) throw new AppError('WALLET_INVALID_RESPONSE')
      // A transaction's id is the first of its signatures, which need not be ours.
      if (signers[0] === address) requireSigned(signature, message)
      return { signature: base58.encode(signature) }
    },
  }

  if (method === 'solana_signIn') return signIn()
  // The wallet rejects unknown methods, visibly to the user.
  return Object.hasOwn(calls, method) ? callByMethod(calls, method, params) : request({ method, params })
}

const readText = (text: unknown): Uint8Array => {
  try {
    if (typeof text === 'string') return readBase58(text)
  } catch {}
  throw new AppError('WALLET_INVALID_RESPONSE')
}

const isSigned = (signature: Uint8Array, bytes: Uint8Array, key: Uint8Array): boolean => {
  try {
    return signature.length === 64 && ed25519.verify(signature, bytes, key)
  } catch {
    return false
  }
}

const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, index) => byte === other[index])
