/** The Solana methods of the wire protocol (section 5), put to a wallet of the Wallet Standard. */
import { AppError } from '@latchkey/protocol'
import { base58 } from '@scure/base'
import { askWallet } from '../askWallet.ts'
import type { WalletSession } from '../Connector.ts'
import type { RequestArguments } from '../Eip1193Provider.ts'
import { readField } from '../readField.ts'
import { readBytes } from '../standard/readBytes.ts'
import {
  featureOf,
  readList,
  readStandardAccount,
  readStandardAccounts,
  requireMethod,
} from '../standard/standardWallet.ts'
import { callByMethod, type SolanaCalls } from './callByMethod.ts'
import { parseSignInInput } from './parseSignInInput.ts'
import { toStandardChain } from './solanaChains.ts'
import { type AskedTransaction, readMessage, readSigned, readTransaction } from './transactions.ts'

/** Of a sign-in message that a wallet has composed. */
const maxBytes = 2048

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
    if (outputs?.length !== inputs.length) throw new AppError('WALLET_INVALID_RESPONSE')
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

  /** A feature's input for a transaction. */
  const toInput = ({ bytes, signer, version }: AskedTransaction, feature: string): object => {
    const versions = readList(readField(featureOf(wallet, feature), 'supportedTransactionVersions')) ?? ['legacy']
    if (!versions.includes(version)) throw new AppError('WALLET_UNAVAILABLE')
    return { account: accountFor(signer, feature), transaction: bytes.slice(), ...(chain && { chain }) }
  }

  const signTransactions = async (texts: readonly string[]): Promise<readonly string[]> => {
    const feature = 'solana:signTransaction'
    const asked = texts.map((text) => readTransaction(text, session.accounts))
    const outputs = await use(
      feature,
      asked.map((one) => toInput(one, feature)),
    )
    return asked.map((one, index) => readSigned(readBytes(readField(outputs[index], 'signedTransaction')), one))
  }

  const calls: SolanaCalls<Promise<unknown>> = {
    async solana_signMessage({ message, pubkey }) {
      const bytes = readMessage(message)
      const feature = 'solana:signMessage'
      const [output] = await use(feature, [{ account: accountFor(pubkey, feature), message: bytes.slice() }])
      const signed = readBytes(readField(output, 'signedMessage'))
      // The standard lets a wallet sign and return another message. Our response has no field for that.
      if (!isSame(signed, bytes)) throw new AppError('WALLET_INVALID_RESPONSE')
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
      const input = toInput(readTransaction(transaction, session.accounts), feature)
      if (chain === undefined) throw new AppError('CHAIN_NOT_SUPPORTED')
      const [output] = await use(feature, [{ ...input, ...(options && { options }) }])
      return { signature: readSignature(output) }
    },
  }

  /** Sign In With Solana: the parameter is the input of `solana:signIn`; the result is in base58. */
  const signIn = async (): Promise<unknown> => {
    const [{ address }] = session.accounts
    const [output] = await use('solana:signIn', [{ ...parseSignInInput(params), address }])
    const account = readStandardAccount(readField(output, 'account'))
    if (account.address !== address) throw new AppError('WALLET_INVALID_RESPONSE')
    const signedMessage = readBytes(readField(output, 'signedMessage'))
    if (signedMessage.length > maxBytes) throw new AppError('WALLET_INVALID_RESPONSE')
    return { address, signedMessage: base58.encode(signedMessage), signature: readSignature(output) }
  }

  return method === 'solana_signIn' ? signIn() : callByMethod(calls, method, params)
}

const readSignature = (output: unknown): string => base58.encode(readBytes(readField(output, 'signature'), 64))

const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, index) => byte === other[index])
