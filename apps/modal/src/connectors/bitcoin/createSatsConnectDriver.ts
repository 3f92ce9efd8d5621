/**
 * Bitcoin wallets with the interface of sats-connect. Methods used: wallet_connect (or, in older wallets, getAddresses or getAccounts),
 * wallet_getAccount, wallet_getNetwork, wallet_changeNetwork, wallet_disconnect, signMessage, signPsbt, sendTransfer.
 */
import type { CaipNetworkId } from '@latchkey/chains'
import { AppError, isAppError } from '@latchkey/protocol'
import { base64, hex } from '@scure/base'
import { maxAccounts } from '../../maxAccounts.ts'
import { readField } from '../readField.ts'
import { createSatsConnectCalls } from '../satsConnect/createSatsConnectCalls.ts'
import { readList } from '../standard/standardWallet.ts'
import type { Grant, WalletDriver } from '../WalletDriver.ts'
import { fromSatsConnectName, networkOfAddress, toSatsConnectName } from './bitcoinNetworks.ts'
import { type BitcoinHands, callBitcoinWallet, type MessageProtocol, readBase64 } from './callBitcoinWallet.ts'
import { paymentFirst, readBitcoinAccount } from './readBitcoinAccount.ts'

const purposes = ['payment', 'ordinals']
const events = ['accountChange', 'networkChange', 'disconnect'] as const

/** @param findProvider where the provider is, for as long as it is there. */
export function createSatsConnectDriver(findProvider: () => object | null): WalletDriver {
  const { ask, askSilently, askFirst, listen } = createSatsConnectCalls(findProvider)

  /** The network that the wallet reports; undefined when it doesn't. */
  const askNetwork = async (signal?: AbortSignal): Promise<unknown> => {
    try {
      return await askSilently('wallet_getNetwork', signal)
    } catch {
      return undefined
    }
  }

  const readGrant = async (answer: unknown, wanted: CaipNetworkId, signal?: AbortSignal): Promise<Grant | null> => {
    const rows = readList(answer) ?? readList(readField(answer, 'addresses'))
    if (rows === null) throw new AppError('WALLET_INVALID_RESPONSE')
    const addresses = rows.filter(isOfBitcoin)
    if (addresses.length === 0) return null
    if (addresses.length > maxAccounts) throw new AppError('WALLET_INVALID_RESPONSE')
    const said = readField(answer, 'network') ?? (await askNetwork(signal))
    const network =
      said === undefined
        ? networkOfAddress(readField(addresses[0], 'address'), wanted)
        : fromSatsConnectName(readField(readField(said, 'bitcoin'), 'name'))
    if (network === undefined) throw new AppError('WALLET_INVALID_RESPONSE')
    return { accounts: paymentFirst(addresses.map((row) => readRow(row, network))), network }
  }

  const readAccount = async (wanted: CaipNetworkId, signal: AbortSignal): Promise<Grant | null> =>
    readGrant(await askSilently('wallet_getAccount', signal), wanted, signal)

  return {
    namespace: 'bip122',
    canTransfer: true,
    async open(network) {
      const addresses = await askFirst([
        ['wallet_connect', { addresses: purposes, network: toSatsConnectName(network) }],
        ['getAddresses', { purposes }],
        ['getAccounts', { purposes }],
      ])
      return readGrant(addresses, network)
    },
    async reopen({ network, signal }) {
      try {
        return await readAccount(network, signal)
      } catch (thrown) {
        // Not granted, or an older wallet that can't be queried without the user.
        if (isAppError(thrown, 'UNAUTHORIZED') || isAppError(thrown, 'WALLET_UNAVAILABLE')) return null
        throw thrown
      }
    },
    follow(session, hear) {
      const changed = (event: unknown): void => {
        const network = session()?.network
        if (network === undefined) return
        hear(async (signal) => {
          if (readField(event, 'addresses') === undefined) return readAccount(network, signal)
          const isMoved = readField(event, 'bitcoin') !== undefined
          const said = isMoved ? event : { bitcoin: { name: toSatsConnectName(network) } }
          return readGrant({ addresses: readField(event, 'addresses'), network: said }, network, signal)
        })
      }
      const ended = (): void => hear(() => null)
      const stops = events.map((name) => listen(name, name === 'disconnect' ? ended : changed))
      return () => {
        for (const stop of stops) stop()
      }
    },
    async move(network, _, signal) {
      const name = toSatsConnectName(network)
      if (name === undefined) throw new AppError('CHAIN_NOT_SUPPORTED')
      try {
        await ask('wallet_changeNetwork', { name }, { signal })
      } catch (thrown) {
        throw isAppError(thrown, 'INVALID_PARAMS') ? new AppError('CHAIN_NOT_SUPPORTED') : thrown
      }
      return readAccount(network, signal)
    },
    call: (args, session, signal) =>
      callBitcoinWallet(
        args,
        session,
        handsOf((method, params) => ask(method, params, { signal })),
      ),
    close: () =>
      askFirst([
        ['wallet_disconnect', null],
        ['wallet_renouncePermissions', null],
      ]),
  }
}

const handsOf = (ask: (method: string, params: object) => Promise<unknown>): BitcoinHands => ({
  async signMessage({ address, message, protocol }) {
    const asked = { address, message, ...(protocol && { protocol: protocol.toUpperCase() }) }
    const result = await ask('signMessage', asked)
    const used = protocols.find((one) => one.toUpperCase() === readField(result, 'protocol'))
    if (protocol !== undefined && used !== undefined && used !== protocol) throw new AppError('WALLET_INVALID_RESPONSE')
    return { signature: readBase64(readField(result, 'signature')), ...(used && { protocol: used }) }
  },
  async signPsbt({ psbt, signInputs, broadcast }) {
    // The type of each signature is in the PSBT itself: this call has no place for it.
    const indexes = signInputs && Object.entries(Object.groupBy(signInputs, ({ address }) => address))
    const result = await ask('signPsbt', {
      psbt: base64.encode(psbt),
      ...(indexes && {
        signInputs: Object.fromEntries(
          indexes.map(([address, inputs = []]) => [address, inputs.map(({ index }) => index)]),
        ),
      }),
      broadcast,
    })
    return { psbt: readBase64(readField(result, 'psbt')), txid: readField(result, 'txid') }
  },
  async sendTransfer({ recipientAddress, amount, changeAddress, memo }) {
    // The list is complete: all requested inputs are in it.
    if (changeAddress !== undefined || memo !== undefined) throw new AppError('WALLET_UNAVAILABLE')
    const result = await ask('sendTransfer', { recipients: [{ address: recipientAddress, amount }] })
    return { txid: readField(result, 'txid') }
  },
})

const protocols: readonly MessageProtocol[] = ['ecdsa', 'bip322']

/** Wallets give the addresses of other chains along. */
function isOfBitcoin(row: unknown): boolean {
  const purpose = readField(row, 'purpose')
  const symbol = readField(row, 'symbol')
  return (purpose === undefined || purposes.includes(String(purpose))) && (symbol === undefined || symbol === 'BTC')
}

function readRow(row: unknown, network: CaipNetworkId) {
  return readBitcoinAccount(
    {
      address: readField(row, 'address'),
      publicKey: readKey(readField(row, 'publicKey')),
      purpose: readField(row, 'purpose'),
      path: readField(row, 'path') ?? readField(row, 'derivationPath'),
    },
    network,
  )
}

function readKey(publicKey: unknown): Uint8Array | null {
  if (publicKey === undefined || publicKey === '') return null
  if (typeof publicKey !== 'string' || !/^(?:[\da-f]{64}|[\da-f]{66}|[\da-f]{130})$/i.test(publicKey))
    throw new AppError('WALLET_INVALID_RESPONSE')
  return hex.decode(publicKey)
}
