/**
 * Wallets that speak as sats-connect has it: JSON-RPC by `provider.request(method, params)`, which resolves with a `result`
 * or an `error`, and events by `provider.addListener({ eventName, cb })`.
 *
 * Of its methods are used: wallet_connect (or, in wallets from before it, getAddresses or getAccounts), wallet_getAccount,
 * wallet_getNetwork, wallet_changeNetwork, wallet_disconnect, signMessage, signPsbt, sendTransfer.
 */
import type { CaipNetworkId } from '@latchkey/chains'
import { AppError, isAppError } from '@latchkey/protocol'
import { base64, hex } from '@scure/base'
import { mostAccounts } from '../../mostAccounts.ts'
import { type Asking, askWallet } from '../askWallet.ts'
import type { Grant, WalletDriver } from '../createDrivenConnector.ts'
import { listenTo } from '../listenTo.ts'
import { readField } from '../readField.ts'
import { readList } from '../standard/standardWallet.ts'
import { toWalletError } from '../toWalletError.ts'
import { fromSatsConnectName, networkOfAddress, toSatsConnectName } from './bitcoinNetworks.ts'
import { type BitcoinHands, callBitcoinWallet, type MessageProtocol, readBase64 } from './callBitcoinWallet.ts'
import { paymentFirst, readBitcoinAccount } from './readBitcoinAccount.ts'

const silentMs = 10_000
const purposes = ['payment', 'ordinals']
const events = ['accountChange', 'networkChange', 'disconnect'] as const

/** What its numbers mean, as EIP-1193 has them: they are other ones there. */
const codes = new Map<unknown, number>([
  [-32000, 4001],
  [-32001, 4200],
  [-32002, 4100],
])

/** @param findProvider where the provider is, for as long as it is there. */
export function createSatsConnectDriver(findProvider: () => object | null): WalletDriver {
  const requireProvider = (): object => {
    const provider = findProvider()
    if (provider === null) throw new AppError('WALLET_NOT_INSTALLED')
    return provider
  }

  const ask = async (method: string, params: object | null, asking: Pick<Asking, 'signal' | 'withinMs'> = {}) => {
    const provider = requireProvider()
    const request = readField(provider, 'request')
    if (typeof request !== 'function') throw new AppError('WALLET_UNAVAILABLE')
    const call = (): unknown => Reflect.apply(request, provider, [method, params])
    const reply = await askWallet(call, { ...asking, toError })
    const error = readField(reply, 'error')
    if (error !== undefined && error !== null) throw toError(error)
    const result = readField(reply, 'result')
    if (result === undefined) throw new AppError('WALLET_MISBEHAVED')
    return result
  }
  const askSilently = (method: string, signal?: AbortSignal) =>
    ask(method, null, { withinMs: silentMs, ...(signal && { signal }) })

  /** The first of these that the wallet has. */
  const askFirst = async (calls: readonly (readonly [string, object | null])[]) => {
    for (const [method, params] of calls.slice(0, -1)) {
      try {
        return await ask(method, params)
      } catch (thrown) {
        if (!isAppError(thrown, 'WALLET_UNAVAILABLE')) throw thrown
      }
    }
    const [method, params] = calls.at(-1) ?? ['', null]
    return ask(method, params)
  }

  /** Where the wallet says that it is; undefined when it cannot say. */
  const askNetwork = async (signal?: AbortSignal): Promise<unknown> => {
    try {
      return await askSilently('wallet_getNetwork', signal)
    } catch {
      return undefined
    }
  }

  const readGrant = async (answer: unknown, wanted: CaipNetworkId, signal?: AbortSignal): Promise<Grant | null> => {
    const rows = readList(answer) ?? readList(readField(answer, 'addresses'))
    if (rows === null) throw new AppError('WALLET_MISBEHAVED')
    const addresses = rows.filter(isOfBitcoin)
    if (addresses.length === 0) return null
    if (addresses.length > mostAccounts) throw new AppError('WALLET_MISBEHAVED')
    const said = readField(answer, 'network') ?? (await askNetwork(signal))
    const network =
      said === undefined
        ? networkOfAddress(readField(addresses[0], 'address'), wanted)
        : fromSatsConnectName(readField(readField(said, 'bitcoin'), 'name'))
    if (network === undefined) throw new AppError('WALLET_MISBEHAVED')
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
        // Never allowed, or from before there was a way to ask without the visitor.
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
      const stops = events.map((name) => listen(findProvider(), name, name === 'disconnect' ? ended : changed))
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
    if (protocol !== undefined && used !== undefined && used !== protocol) throw new AppError('WALLET_MISBEHAVED')
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
    // Nothing that was asked for is left out.
    if (changeAddress !== undefined || memo !== undefined) throw new AppError('WALLET_UNAVAILABLE')
    const result = await ask('sendTransfer', { recipients: [{ address: recipientAddress, amount }] })
    return { txid: readField(result, 'txid') }
  },
})

const protocols: readonly MessageProtocol[] = ['ecdsa', 'bip322']

function toError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  // Some reject with the whole answer.
  const error = readField(thrown, 'error') ?? thrown
  const code = codes.get(readField(error, 'code'))
  return toWalletError(code === undefined ? error : { code, message: readField(error, 'message') })
}

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
    throw new AppError('WALLET_MISBEHAVED')
  return hex.decode(publicKey)
}

function listen(provider: object | null, eventName: string, hear: (event: unknown) => void): () => void {
  const add = readField(provider, 'addListener')
  return listenTo((cb) => typeof add === 'function' && Reflect.apply(add, provider, [{ eventName, cb }]), hear)
}
