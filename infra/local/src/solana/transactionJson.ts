import { getBase58Decoder } from '@solana/kit'
import type { LedgerRecord } from './Ledger.ts'
import { RpcError } from './RpcError.ts'
import { type Message, readTransaction } from './readTransaction.ts'

export const transactionEncodings = ['json', 'jsonParsed', 'base58', 'base64'] as const
export type TransactionEncoding = (typeof transactionEncodings)[number]

const base58 = getBase58Decoder()

/**
 * Returns a transaction of the ledger in the form of `getTransaction`. `newest`: the newest version that the caller supports, undefined for
 * legacy only. In `jsonParsed`, accounts have their roles; instructions are not parsed.
 *
 * Throws `RpcError` when the transaction is of a newer version.
 */
export const transactionJson = (
  record: LedgerRecord,
  { encoding, newest }: { encoding: TransactionEncoding; newest: number | undefined },
) => {
  const { transaction, message } = readTransaction(record.transaction, 'base64')
  if (message.version !== 'legacy' && (newest === undefined || message.version > newest)) {
    throw new RpcError(
      -32015,
      `Transaction version (${message.version}) is not supported by the requesting client. ` +
        'Please try the request again with the following configuration parameter: ' +
        `"maxSupportedTransactionVersion": ${message.version}`,
    )
  }
  const { meta, slot, blockTime } = record
  const signatures = Object.values(transaction.signatures).map((bytes) => base58.decode(bytes ?? new Uint8Array(64)))
  return {
    slot,
    blockTime,
    meta,
    ...(newest === undefined ? {} : { version: message.version }),
    transaction:
      encoding === 'base64' || encoding === 'base58'
        ? encoded(record.transaction, encoding)
        : { signatures, message: encoding === 'json' ? messageJson(message) : parsedJson(record, message) },
  }
}

const encoded = (transaction: string, encoding: 'base58' | 'base64') => [
  encoding === 'base64' ? transaction : base58.decode(Buffer.from(transaction, 'base64')),
  encoding,
]

const instructionsOf = (message: Message) =>
  message.instructions.map(({ programAddressIndex, accountIndices = [], data = new Uint8Array() }) => ({
    programIdIndex: programAddressIndex,
    accounts: accountIndices,
    data: base58.decode(data),
    stackHeight: 1,
  }))

const messageJson = (message: Message) => ({
  accountKeys: message.staticAccounts,
  header: {
    numRequiredSignatures: message.header.numSignerAccounts,
    numReadonlySignedAccounts: message.header.numReadonlySignerAccounts,
    numReadonlyUnsignedAccounts: message.header.numReadonlyNonSignerAccounts,
  },
  recentBlockhash: message.lifetimeToken,
  instructions: instructionsOf(message),
  ...lookupsOf(message),
})

const parsedJson = ({ accounts }: LedgerRecord, message: Message) => {
  const addressOf = (index: number) => accounts[index]?.address
  return {
    accountKeys: accounts.map(({ address, isSigner, isWritable, source }) => ({
      pubkey: address,
      signer: isSigner,
      writable: isWritable,
      source,
    })),
    recentBlockhash: message.lifetimeToken,
    instructions: instructionsOf(message).map(({ programIdIndex, accounts, ...rest }) => ({
      programId: addressOf(programIdIndex),
      accounts: accounts.map(addressOf),
      ...rest,
    })),
    ...lookupsOf(message),
  }
}

const lookupsOf = (message: Message) =>
  message.version === 'legacy'
    ? {}
    : {
        addressTableLookups: (message.addressTableLookups ?? []).map(
          ({ lookupTableAddress, writableIndexes, readonlyIndexes }) => ({
            accountKey: lookupTableAddress,
            writableIndexes,
            readonlyIndexes,
          }),
        ),
      }
