import type { CaipNetworkId } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import { askWallet, silentMs } from '../askWallet.ts'
import type { WalletSession } from '../Connector.ts'
import { readField } from '../readField.ts'
import { readBytes } from '../standard/readBytes.ts'
import {
  chainsOf,
  followStandardWallet,
  hasFeature,
  methodOf,
  readList,
  readStandardAccounts,
  requireMethod,
} from '../standard/standardWallet.ts'
import type { Grant, WalletDriver } from '../WalletDriver.ts'
import { bitcoinNetworks, networkOfAddress, toStandardChain } from './bitcoinNetworks.ts'
import { type BitcoinHands, callBitcoinWallet } from './callBitcoinWallet.ts'
import { paymentFirst, readBitcoinAccount } from './readBitcoinAccount.ts'

const eventFeatures = ['standard:events', 'bitcoin:events'] as const
const disconnectFeatures = ['bitcoin:disconnect', 'standard:disconnect'] as const

/** BIP-143 and BIP-341 sighash types, by the standard's names. Taproot's default has no name: it is the absence of one. */
const sighashNames: ReadonlyMap<number, string | undefined> = new Map([
  [0x00, undefined],
  [0x01, 'ALL'],
  [0x02, 'NONE'],
  [0x03, 'SINGLE'],
  [0x81, 'ALL|ANYONECANPAY'],
  [0x82, 'NONE|ANYONECANPAY'],
  [0x83, 'SINGLE|ANYONECANPAY'],
])

/**
 * A Bitcoin wallet of the Wallet Standard, by the features `bitcoin:connect`, `bitcoin:signMessage`,
 * `bitcoin:signTransaction` and `bitcoin:signAndSendTransaction`. It is on no network: each call names one.
 *
 * @param isPresent whether the wallet is still registered.
 */
export function createStandardBitcoinDriver(wallet: object, isPresent: () => boolean): WalletDriver {
  const requireNetwork = (network: CaipNetworkId): void => {
    if (!isPresent()) throw new AppError('WALLET_NOT_INSTALLED')
    if (!bitcoinNetworks(chainsOf(wallet)).includes(network)) throw new AppError('CHAIN_NOT_SUPPORTED')
  }

  return {
    namespace: 'bip122',
    async open(network) {
      requireNetwork(network)
      const connect = requireMethod(wallet, 'bitcoin:connect')
      return readGrant(await connect({ purposes: ['payment', 'ordinals'] }), network)
    },
    async reopen({ network, signal }) {
      requireNetwork(network)
      // `bitcoin:connect` has no silent mode. A wallet without the other feature lists its granted accounts itself.
      const connect = methodOf(wallet, 'standard:connect')
      const from = connect && (await askWallet(() => connect({ silent: true }), { signal, withinMs: silentMs }))
      return readGrant(from ?? wallet, network)
    },
    follow(session, hear) {
      const feature = eventFeatures.find((name) => hasFeature(wallet, name))
      return followStandardWallet(
        wallet,
        () => {
          const network = session()?.network
          if (network !== undefined) hear(() => readGrant(wallet, network))
        },
        feature,
      )
    },
    async move(network) {
      requireNetwork(network)
      const grant = readGrant(wallet, network)
      if (grant?.network !== network) throw new AppError('CHAIN_NOT_SUPPORTED')
      return grant
    },
    call: (args, session, signal) => callBitcoinWallet(args, session, handsOf(wallet, session, signal)),
    close() {
      const feature = disconnectFeatures.find((name) => hasFeature(wallet, name))
      return feature && requireMethod(wallet, feature)()
    },
  }
}

function handsOf(wallet: object, session: WalletSession, signal: AbortSignal): BitcoinHands {
  const chain = toStandardChain(session.network)

  const accountFor = (address: string, feature: string): object => {
    const account = readStandardAccounts(wallet).find((one) => one.address === address)
    if (account === undefined) throw new AppError('UNAUTHORIZED')
    if (!account.features.includes(feature)) throw new AppError('WALLET_UNAVAILABLE')
    return account.foreign
  }
  const use = async (feature: string, input: object): Promise<unknown> => {
    const call = requireMethod(wallet, feature)
    const outputs = readList(await askWallet(() => call(input), { signal }))
    if (outputs?.length !== 1) throw new AppError('WALLET_INVALID_RESPONSE')
    return outputs[0]
  }

  return {
    async signMessage({ address, message, protocol }) {
      // The feature has no parameter for the signature type.
      if (protocol !== undefined) throw new AppError('WALLET_UNAVAILABLE')
      const feature = 'bitcoin:signMessage'
      const input = { account: accountFor(address, feature), message: new TextEncoder().encode(message) }
      return { signature: readBytes(readField(await use(feature, input), 'signature')) }
    },
    async signPsbt({ psbt, signInputs, broadcast }) {
      const feature = broadcast ? 'bitcoin:signAndSendTransaction' : 'bitcoin:signTransaction'
      // The feature needs the account of each input.
      if (signInputs === undefined) throw new AppError('INVALID_PARAMS', { details: { field: 'signInputs' } })
      const inputsToSign = signInputs.map(({ address, index, sighashTypes: [type = 0, ...others] = [] }) => {
        if (!sighashNames.has(type) || others.length > 0) throw new AppError('WALLET_UNAVAILABLE')
        const sigHash = sighashNames.get(type)
        return { account: accountFor(address, feature), signingIndexes: [index], ...(sigHash && { sigHash }) }
      })
      const output = await use(feature, { psbt, inputsToSign, ...(chain && { chain }) })
      return broadcast
        ? { txid: readField(output, 'txId') ?? readField(output, 'txid') }
        : { psbt: readBytes(readField(output, 'signedPsbt')) }
    },
    async sendTransfer() {
      throw new AppError('WALLET_UNAVAILABLE')
    },
  }
}

/**
 * Returns a wallet's grant for the requested network, or else for one of its own. Accounts of other chains are left out. Throws
 * WALLET_INVALID_RESPONSE.
 */
function readGrant(from: unknown, wanted: CaipNetworkId): Grant | null {
  const accounts = readStandardAccounts(from).filter(({ chains }) => bitcoinNetworks(chains).length > 0)
  const [first] = accounts
  if (first === undefined) return null
  // Wallets name all their chains for an account whose address is of one.
  const network = networkOfAddress(first.address, wanted)
  const served = accounts.filter(({ chains }) => network !== undefined && bitcoinNetworks(chains).includes(network))
  if (network === undefined || served.length === 0) throw new AppError('WALLET_INVALID_RESPONSE')
  const read = served.map(({ address, publicKey }) =>
    readBitcoinAccount({ address, publicKey: publicKey.length === 0 ? null : publicKey }, network),
  )
  return { accounts: paymentFirst(read), network }
}
