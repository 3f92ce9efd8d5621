/**
 * Solana transactions on their way to a wallet and back, for all connectors. A page gives them in base58 (wire protocol, section 5).
 *
 * A wallet may add to a transaction: fees, guards, its own fee payer. The signed transaction must still contain everything requested, so
 * that no caller gets the signature of something else.
 */
import {
  isSolanaTransactionMessage,
  parseSolanaTransaction,
  type SolanaAddress,
  type SolanaInstruction,
  type SolanaTransaction,
} from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import { base58 } from '@scure/base'
import type { WalletAccount } from '../Connector.ts'

/** A transaction that a connected account is to sign. */
export type AskedTransaction = SolanaTransaction & {
  readonly bytes: Uint8Array
  /** Returns the first connected account that must sign it. */
  readonly signer: SolanaAddress
}

/** Base58 takes quadratic time, so its input has a maximum length. */
const longestText = 4096
/** Limits and price of the computation are a matter of the wallet's. */
const computeBudget = 'ComputeBudget111111111111111111111111111111'

/** Text that is of its alphabet already. Throws TOO_LARGE. */
export function readBase58(text: string): Uint8Array {
  if (text.length > longestText) throw new AppError('TOO_LARGE')
  return base58.decode(text)
}

/** A message to sign. Throws TOO_LARGE, and INVALID_PARAMS for a transaction in disguise. */
export function readMessage(text: string): Uint8Array {
  const bytes = readBase58(text)
  if (isSolanaTransactionMessage(bytes)) throw new AppError('INVALID_PARAMS', { details: { field: 'message' } })
  return bytes
}

/** Throws TOO_LARGE, and INVALID_PARAMS for an invalid transaction, or one that needs none of these accounts. */
export function readTransaction(text: string, accounts: readonly WalletAccount[]): AskedTransaction {
  const bytes = readBase58(text)
  const transaction = parseSolanaTransaction(bytes)
  const [signer] = accounts.flatMap(({ address }) => transaction.signers.filter((one) => one === address))
  if (signer === undefined) throw new AppError('INVALID_PARAMS', { details: { field: 'transaction' } })
  return { ...transaction, bytes, signer }
}

/**
 * Returns a signed transaction for the page: the account has signed it, and it contains all requested instructions, in order. Throws
 * WALLET_INVALID_RESPONSE.
 */
export function readSigned(signed: Uint8Array, asked: AskedTransaction): string {
  const { signers, signatures, instructions } = readOwn(signed)
  const signature = signatures[signers.indexOf(asked.signer)]
  if (signature === undefined || signature.every((byte) => byte === 0)) throw new AppError('WALLET_INVALID_RESPONSE')
  const given = instructions.map(toText)
  let place = 0
  for (const instruction of asked.instructions.filter(isOfPage)) {
    place = given.indexOf(toText(instruction), place) + 1
    if (place === 0) throw new AppError('WALLET_INVALID_RESPONSE')
  }
  return base58.encode(signed)
}

/** Returns the requested transaction with this signature of its signer, 64 bytes. */
export function placeSignature({ bytes, signers, signer }: AskedTransaction, signature: Uint8Array): Uint8Array {
  const signed = bytes.slice()
  // Their number comes first; a transaction has room for so few of them that it is one byte.
  signed.set(signature, 1 + signers.indexOf(signer) * 64)
  return signed
}

const isOfPage = ({ program }: SolanaInstruction): boolean => program !== computeBudget

const toText = ({ program, accounts, data }: SolanaInstruction): string =>
  `${program} ${accounts.join(' ')} ${data.join()}`

function readOwn(bytes: Uint8Array): SolanaTransaction {
  try {
    return parseSolanaTransaction(bytes)
  } catch {
    throw new AppError('WALLET_INVALID_RESPONSE')
  }
}
