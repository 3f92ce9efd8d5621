import {
  type Address,
  type CompiledTransactionMessage,
  type CompiledTransactionMessageWithLifetime,
  getAddressCodec,
  getBase58Encoder,
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getSignatureFromTransaction,
  getTransactionCodec,
  type MaybeEncodedAccount,
  type ReadonlyUint8Array,
  type Signature,
  type Transaction,
} from '@solana/kit'
import { RpcError } from './RpcError.ts'

/** The size of one network packet. */
const maxBytes = 1232

export type Message = Extract<CompiledTransactionMessage, { version: 0 | 'legacy' }> &
  CompiledTransactionMessageWithLifetime

export type ReadTransaction = { bytes: Uint8Array; transaction: Transaction; message: Message }

/** Parses a transaction in a client's encoding. Throws `RpcError` for an invalid one. */
export const readTransaction = (text: string, encoding: 'base58' | 'base64'): ReadTransaction => {
  const bytes = decode(text, encoding)
  if (bytes.length > maxBytes)
    throw new RpcError(-32602, `decoded ${encoding} transaction too large: ${bytes.length} bytes (max: ${maxBytes})`)
  try {
    const transaction = getTransactionCodec().decode(bytes)
    const again = getTransactionCodec().encode(transaction)
    if (!Buffer.from(again as Uint8Array).equals(bytes)) throw new Error('there are bytes behind it')
    return { bytes, transaction, message: readMessage(transaction.messageBytes) }
  } catch (cause) {
    throw new RpcError(-32602, `failed to deserialize transaction: ${(cause as Error).message}`)
  }
}

/** Parses the signed message. Throws `Error` for an invalid one, or an unknown version. */
export const readMessage = (bytes: ReadonlyUint8Array): Message => {
  const message = getCompiledTransactionMessageDecoder().decode(bytes)
  if (message.version === 1) throw new Error('Unsupported transaction version')
  return message as Message
}

const decode = (text: string, encoding: 'base58' | 'base64'): Uint8Array => {
  try {
    const encoder = encoding === 'base64' ? getBase64Encoder() : getBase58Encoder()
    return new Uint8Array(encoder.encode(text))
  } catch {
    throw new RpcError(-32602, `invalid ${encoding} encoding`)
  }
}

/** Undefined when it is not signed yet. */
export const signatureOf = (transaction: Transaction): Signature | undefined => {
  try {
    return getSignatureFromTransaction(transaction)
  } catch {
    return undefined
  }
}

export type TransactionAccount = {
  address: Address
  isSigner: boolean
  isWritable: boolean
  source: 'transaction' | 'lookupTable'
}

/** The size of a lookup table's header, before its addresses. */
const tableStart = 56

/**
 * Returns the accounts of a transaction in the order in which its instructions number them; undefined when a lookup table that it names
 * lacks them.
 */
export const accountsOf = (
  message: Message,
  accountAt: (address: Address) => MaybeEncodedAccount,
): TransactionAccount[] | undefined => {
  const { numSignerAccounts, numReadonlySignerAccounts, numReadonlyNonSignerAccounts } = message.header
  const own = message.staticAccounts.map((address, index): TransactionAccount => {
    const isSigner = index < numSignerAccounts
    const isWritable = isSigner
      ? index < numSignerAccounts - numReadonlySignerAccounts
      : index < message.staticAccounts.length - numReadonlyNonSignerAccounts
    return { address, isSigner, isWritable, source: 'transaction' }
  })
  const lookups = ('addressTableLookups' in message ? message.addressTableLookups : undefined) ?? []
  const lookedUp = (access: 'writableIndexes' | 'readonlyIndexes'): (TransactionAccount | undefined)[] =>
    lookups.flatMap((lookup) => {
      const table = accountAt(lookup.lookupTableAddress)
      return lookup[access].map((index) => {
        const at = tableStart + index * 32
        if (!table.exists || at + 32 > table.data.length) return undefined
        const address = getAddressCodec().decode(table.data.slice(at, at + 32))
        return { address, isSigner: false, isWritable: access === 'writableIndexes', source: 'lookupTable' }
      })
    })
  const all = [...own, ...lookedUp('writableIndexes'), ...lookedUp('readonlyIndexes')]
  return all.every((account) => account !== undefined) ? all : undefined
}
