/** The methods of `sui`, in the shapes of WalletConnect's wallets, called on a wallet of the Wallet Standard. */
import { AppError } from '@latchkey/protocol'
import { base58, base64 } from '@scure/base'
import { askWallet } from '../askWallet.ts'
import type { WalletSession } from '../Connector.ts'
import type { RequestArguments } from '../Eip1193Provider.ts'
import { requireField } from '../readAnswer.ts'
import { isBase64, isText, readParams, requireOwn } from '../readParams.ts'
import { readStandardAccounts, requireMethod, type StandardAccount } from '../standard/standardWallet.ts'

/** A built transaction, in base64 of BCS, or as `Transaction.toJSON` of Sui's SDK returns it. */
const isTransaction = (value: unknown): value is string =>
  isText(value) && value !== '' && (value.startsWith('{') || isBase64(value))
const isSigned = (value: unknown): value is string => isBase64(value) && value !== ''
/** Base58 of 32 bytes. */
const isDigest = (value: unknown): value is string => {
  if (typeof value !== 'string' || !/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(value)) return false
  return base58.decode(value).length === 32
}

export async function callSuiWallet(
  wallet: object,
  { method, params }: RequestArguments,
  session: WalletSession,
  signal: AbortSignal,
): Promise<unknown> {
  const isOwn = (account: StandardAccount) => session.accounts.some(({ address }) => address === account.address)

  /** Calls a feature with the wallet's own object for an account that is connected. */
  const use = (feature: string, address: string | undefined, input: object): Promise<unknown> => {
    const own = address === undefined ? session.accounts[0].address : requireOwn(address, session)
    const call = requireMethod(wallet, feature)
    const account = readStandardAccounts(wallet).find((one) => one.address === own)
    if (account === undefined) throw new AppError('UNAUTHORIZED')
    if (!account.features.includes(feature)) throw new AppError('WALLET_UNAVAILABLE')
    return askWallet(() => call({ account: account.foreign, chain: session.network, ...input }), { signal })
  }

  switch (method) {
    case 'sui_getAccounts': {
      readParams(params, {}, {})
      return readStandardAccounts(wallet)
        .filter(isOwn)
        .map(({ address, publicKey }) => ({ address, pubkey: base64.encode(publicKey) }))
    }
    case 'sui_signPersonalMessage': {
      const { message, address } = readParams(params, { message: isText }, { address: isText })
      const bytes = new TextEncoder().encode(message)
      const output = await use('sui:signPersonalMessage', address, { message: bytes.slice() })
      // A wallet may sign and return another message. Our response has no field for that.
      if (requireField(output, 'bytes', isSigned) !== base64.encode(bytes))
        throw new AppError('WALLET_INVALID_RESPONSE')
      return { signature: requireField(output, 'signature', isSigned) }
    }
    case 'sui_signTransaction': {
      const { transaction, address } = readParams(params, { transaction: isTransaction }, { address: isText })
      const output = await use('sui:signTransaction', address, { transaction: { toJSON: async () => transaction } })
      return {
        // The wallet may have added gas payment.
        transactionBytes: requireField(output, 'bytes', isSigned),
        signature: requireField(output, 'signature', isSigned),
      }
    }
    case 'sui_signAndExecuteTransaction': {
      const { transaction, address } = readParams(params, { transaction: isTransaction }, { address: isText })
      const input = { transaction: { toJSON: async () => transaction } }
      const output = await use('sui:signAndExecuteTransaction', address, input)
      return { digest: requireField(output, 'digest', isDigest) }
    }
    default:
      throw new AppError('METHOD_NOT_ALLOWED')
  }
}
