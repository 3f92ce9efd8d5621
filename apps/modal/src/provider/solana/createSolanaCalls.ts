import { AppError } from '@latchkey/protocol/errors'
import { base58 } from '@scure/base'
import type { ProviderSource } from '../ProviderSource.ts'
import { toProviderError } from '../toProviderError.ts'
import type {
  SolanaConnection,
  SolanaProvider,
  SolanaPublicKey,
  SolanaSendOptions,
  SolanaTransactionLike,
} from './SolanaProvider.ts'
import { toPublicKey } from './toPublicKey.ts'

export type SolanaCalls = Pick<
  SolanaProvider,
  'signMessage' | 'signTransaction' | 'signAllTransactions' | 'signAndSendTransaction' | 'sendTransaction' | 'signIn'
> & {
  /** Rejects with a ProviderRpcError when nothing is connected. */
  requireKey(): Promise<SolanaPublicKey>
}

/** A Solana provider's wallet calls: loaded with the first of them. */
export function createSolanaCalls({ request, account }: ProviderSource): SolanaCalls {
  const requireKey = (): SolanaPublicKey => {
    const { address } = account.get()
    if (address === null) throw toProviderError(new AppError('DISCONNECTED'))
    return toPublicKey(address)
  }
  /** A call of the wire protocol that returns one text. */
  const call = async (method: string, params: object, field: string): Promise<string> => {
    const result = await request({ method, params })
    return readText(result, field)
  }

  const signAll = async <transaction extends SolanaTransactionLike>(
    transactions: readonly transaction[],
  ): Promise<transaction[]> => {
    const [first] = transactions
    if (first === undefined) return []
    const given = transactions.map((one) => toBase58(serialise(one)))
    if (transactions.length === 1) {
      const signed = await call('solana_signTransaction', { transaction: given[0] }, 'transaction')
      return [rebuild(first, signed)]
    }
    const result = await request({ method: 'solana_signAllTransactions', params: { transactions: given } })
    const signed = typeof result === 'object' && result !== null ? Reflect.get(result, 'transactions') : undefined
    if (!Array.isArray(signed) || signed.length !== transactions.length)
      throw toProviderError(new AppError('WALLET_INVALID_RESPONSE'))
    return transactions.map((one, index) => rebuild(one, signed[index]))
  }

  const signAndSend = (transaction: SolanaTransactionLike, options?: SolanaSendOptions): Promise<string> => {
    const params = { transaction: toBase58(serialise(transaction)), ...(options && { options }) }
    return call('solana_signAndSendTransaction', params, 'signature')
  }

  return {
    requireKey: async () => requireKey(),
    async signMessage(message) {
      const params = { message: toBase58(plain(message)), pubkey: requireKey().toBase58() }
      return base58.decode(await call('solana_signMessage', params, 'signature'))
    },
    async signTransaction(transaction) {
      const [signed] = await signAll([transaction])
      return signed ?? transaction
    },
    signAllTransactions: signAll,
    signAndSendTransaction: async (transaction, options) => signAndSend(transaction, options),
    async sendTransaction(transaction, connection, { signers = [], ...options } = {}) {
      await complete(transaction, connection, requireKey(), signers)
      try {
        const [signed] = await signAll([serialise(transaction)])
        return await connection.sendRawTransaction(signed ?? new Uint8Array(), options)
      } catch (thrown) {
        if (!isUnavailable(thrown)) throw thrown
        return signAndSend(transaction, options)
      }
    },
    async signIn(input = {}) {
      const result = await request({ method: 'solana_signIn', params: input })
      const address = readText(result, 'address')
      return {
        account: { address, publicKey: base58.decode(address) },
        signedMessage: base58.decode(readText(result, 'signedMessage')),
        signature: base58.decode(readText(result, 'signature')),
      }
    },
  }
}

/** Bytes as a plain `Uint8Array`: web3.js hands out a Buffer. */
const plain = (bytes: Uint8Array): Uint8Array => Uint8Array.from(bytes)

/** Base58 takes time by the square of the length, so it has an end. Throws TOO_LARGE. */
function toBase58(bytes: Uint8Array): string {
  if (bytes.length > 2048) throw toProviderError(new AppError('TOO_LARGE'))
  return base58.encode(bytes)
}

const serialise = (transaction: SolanaTransactionLike): Uint8Array =>
  plain(
    transaction instanceof Uint8Array
      ? transaction
      : transaction.serialize({ requireAllSignatures: false, verifySignatures: false }),
  )

/** Returns the signed bytes as the class of the input: by its own `deserialize` (versioned) or `from` (legacy). */
function rebuild<transaction extends SolanaTransactionLike>(given: transaction, signed: string): transaction {
  const bytes = base58.decode(signed)
  if (given instanceof Uint8Array) return bytes as transaction
  const { deserialize, from } = given.constructor as Partial<
    Record<'deserialize' | 'from', (bytes: Uint8Array) => unknown>
  >
  const read = deserialize ?? from
  if (read === undefined) throw toProviderError(new AppError('INVALID_PARAMS', { details: { field: 'transaction' } }))
  return Reflect.apply(read, given.constructor, [bytes]) as transaction
}

/** The fields that @solana/web3.js leaves to the wallet, and the dapp's own signers. */
async function complete(
  transaction: SolanaTransactionLike,
  connection: SolanaConnection,
  payer: SolanaPublicKey,
  signers: readonly object[],
): Promise<void> {
  if (transaction instanceof Uint8Array) return
  const object = transaction as {
    version?: unknown
    feePayer?: unknown
    recentBlockhash?: string
    instructions?: readonly { programId: { constructor: unknown } }[]
    partialSign?: (...signers: readonly object[]) => void
    sign?: (signers: readonly object[]) => void
  }
  if (object.partialSign === undefined) {
    if (signers.length > 0) object.sign?.(signers)
    return
  }
  // A key of the dapp's own class, which only works with itself.
  const PublicKey = object.instructions?.[0]?.programId.constructor
  if (typeof PublicKey === 'function') object.feePayer ??= Reflect.construct(PublicKey, [payer.toBase58()])
  object.recentBlockhash ??= (await connection.getLatestBlockhash()).blockhash
  if (signers.length > 0) object.partialSign(...signers)
}

const isUnavailable = (thrown: unknown): boolean =>
  (thrown as { data?: { name?: unknown } } | null)?.data?.name === 'WALLET_UNAVAILABLE'

/** The embedded wallet's responses are parsed where they arrive; those of other wallet types are parsed here. */
function readText(result: unknown, field: string): string {
  const text = typeof result === 'object' && result !== null ? Reflect.get(result, field) : undefined
  if (typeof text !== 'string') throw toProviderError(new AppError('WALLET_INVALID_RESPONSE'))
  return text
}
