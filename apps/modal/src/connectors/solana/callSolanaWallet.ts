/** The Solana methods of the wire protocol (section 5), put to a wallet of the Wallet Standard. */
import {
  isSolanaTransactionMessage,
  parseSolanaTransaction,
  type SolanaAddress,
  type SolanaTransaction,
} from '@latchkey/chains'
import { AppError, type RpcMethod, type RpcParams, rpcMethods, tryParse } from '@latchkey/protocol'
import { base58 } from '@scure/base'
import type { RequestArguments } from '../../provider/Eip1193Provider.ts'
import { askWallet } from '../askWallet.ts'
import type { WalletSession } from '../Connector.ts'
import { readBytes } from '../standard/readBytes.ts'
import {
  featureOf,
  readField,
  readList,
  readStandardAccount,
  readStandardAccounts,
  requireMethod,
} from '../standard/standardWallet.ts'
import { parseSignInInput } from './parseSignInInput.ts'
import { toStandardChain } from './solanaChains.ts'

type SolanaMethod = Extract<RpcMethod, `solana_${string}`>
type Calls = { [method in SolanaMethod]: (params: RpcParams<method>) => Promise<unknown> } & {
  /** Sign In With Solana: the parameter is the input of `solana:signIn`; base58 comes out. */
  solana_signIn: (params: unknown) => Promise<unknown>
}

/** Base58 takes time by the square of the length: what is read or written in it has an end. */
const longestText = 4096
const mostBytes = 2048

export async function callSolanaWallet(
  wallet: object,
  { method, params }: RequestArguments,
  session: WalletSession,
  signal: AbortSignal,
): Promise<unknown> {
  const chain = toStandardChain(session.network)

  /** Calls a feature for its outputs: as many as there are inputs. */
  const use = async (feature: string, inputs: readonly object[]): Promise<readonly unknown[]> => {
    const call = requireMethod(wallet, feature)
    const outputs = readList(await askWallet(() => call(...inputs), { signal }))
    if (outputs?.length !== inputs.length) throw new AppError('WALLET_MISBEHAVED')
    return outputs
  }

  /** The wallet's own object for an account that is connected. */
  const accountFor = (address: string, feature: string): object => {
    const isConnected = session.accounts.some((account) => account.address === address)
    const account = readStandardAccounts(wallet).find((one) => one.address === address)
    if (!isConnected || account === undefined) throw new AppError('UNAUTHORIZED')
    if (!account.features.includes(feature)) throw new AppError('WALLET_UNAVAILABLE')
    return account.foreign
  }

  const readTransaction = (text: string, feature: string) => {
    const transaction = readBase58(text)
    const { version, signers } = parseSolanaTransaction(transaction)
    const [signer] = session.accounts.flatMap(({ address }) => signers.filter((one) => one === address))
    if (signer === undefined) throw new AppError('INVALID_PARAMS', { details: { field: 'transaction' } })
    const versions = readList(readField(featureOf(wallet, feature), 'supportedTransactionVersions')) ?? ['legacy']
    if (!versions.includes(version)) throw new AppError('WALLET_UNAVAILABLE')
    return { signer, input: { account: accountFor(signer, feature), transaction, ...(chain && { chain }) } }
  }

  const signTransactions = async (texts: readonly string[]): Promise<readonly string[]> => {
    const feature = 'solana:signTransaction'
    const asked = texts.map((text) => readTransaction(text, feature))
    const outputs = await use(
      feature,
      asked.map(({ input }) => input),
    )
    return asked.map(({ signer }, index) => readSigned(readField(outputs[index], 'signedTransaction'), signer))
  }

  const calls: Calls = {
    async solana_signMessage({ message, pubkey }) {
      const bytes = readBase58(message)
      if (isSolanaTransactionMessage(bytes)) throw new AppError('INVALID_PARAMS', { details: { field: 'message' } })
      const feature = 'solana:signMessage'
      const [output] = await use(feature, [{ account: accountFor(pubkey, feature), message: bytes }])
      const signed = readBytes(readField(output, 'signedMessage'))
      // The standard lets a wallet sign another message and say so. Our answer has no place for that.
      if (!isSame(signed, bytes)) throw new AppError('WALLET_MISBEHAVED')
      return { signature: readSignature(output) }
    },
    async solana_signTransaction({ transaction }) {
      const [signed] = await signTransactions([transaction])
      return { transaction: signed }
    },
    async solana_signAllTransactions({ transactions }) {
      return { transactions: await signTransactions(transactions) }
    },
    async solana_signAndSendTransaction({ transaction, options }) {
      const feature = 'solana:signAndSendTransaction'
      const { input } = readTransaction(transaction, feature)
      if (chain === undefined) throw new AppError('CHAIN_NOT_SUPPORTED')
      const [output] = await use(feature, [{ ...input, ...(options && { options }) }])
      return { signature: readSignature(output) }
    },
    async solana_signIn(params) {
      const [{ address }] = session.accounts
      const [output] = await use('solana:signIn', [{ ...parseSignInInput(params), address }])
      const account = readStandardAccount(readField(output, 'account'))
      if (account.address !== address) throw new AppError('WALLET_MISBEHAVED')
      const signedMessage = readBytes(readField(output, 'signedMessage'))
      if (signedMessage.length > mostBytes) throw new AppError('WALLET_MISBEHAVED')
      return { address, signedMessage: base58.encode(signedMessage), signature: readSignature(output) }
    },
  }

  if (method === 'solana_signIn') return calls.solana_signIn(params)
  if (!Object.hasOwn(rpcMethods, method) || !Object.hasOwn(calls, method)) throw new AppError('METHOD_NOT_ALLOWED')
  const parsed = tryParse(rpcMethods[method as SolanaMethod].params, params)
  if (!parsed.success) throw new AppError('INVALID_PARAMS')
  return calls[method as SolanaMethod](parsed.data as never)
}

/** What is of its alphabet already. Throws TOO_LARGE. */
function readBase58(text: string): Uint8Array {
  if (text.length > longestText) throw new AppError('TOO_LARGE')
  return base58.decode(text)
}

/**
 * A signed transaction. It need not be the one that was handed over: wallets add fees and guards. But it can be read, and
 * the account has signed it. Throws WALLET_MISBEHAVED.
 */
function readSigned(value: unknown, signer: SolanaAddress): string {
  const bytes = readBytes(value)
  const { signers, signatures } = readOwn(bytes)
  const signature = signatures[signers.indexOf(signer)]
  if (signature === undefined || signature.every((byte) => byte === 0)) throw new AppError('WALLET_MISBEHAVED')
  return base58.encode(bytes)
}

function readOwn(bytes: Uint8Array): SolanaTransaction {
  try {
    return parseSolanaTransaction(bytes)
  } catch {
    throw new AppError('WALLET_MISBEHAVED')
  }
}

const readSignature = (output: unknown): string => base58.encode(readBytes(readField(output, 'signature'), 64))

const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, index) => byte === other[index])
