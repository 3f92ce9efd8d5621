/**
 * Stacks wallets: SIP-030 and sats-connect's interface for it. Methods used: wallet_connect (or, in wallets without it, stx_getAddresses or
 * getAddresses), wallet_getAccount, wallet_changeNetwork, wallet_disconnect, and those of `callStacksWallet`.
 *
 * A wallet's network follows from its addresses. For wallets that can't be queried without the user, the page goes on with the accounts of
 * the previous session.
 */
import { type CaipNetworkId, parseStacksAddress } from '@latchkey/chains'
import { AppError, isAppError } from '@latchkey/protocol'
import { maxAccounts } from '../../maxAccounts.ts'
import type { WalletAccount } from '../Connector.ts'
import { readField } from '../readField.ts'
import { createSatsConnectCalls } from '../satsConnect/createSatsConnectCalls.ts'
import { readList } from '../standard/standardWallet.ts'
import type { Grant, WalletDriver } from '../WalletDriver.ts'
import { callStacksWallet } from './callStacksWallet.ts'
import { stacksName } from './stacksNames.ts'

const accountEvents = ['accountChange', 'networkChange', 'stx_accountChange', 'stx_networkChange'] as const

/** @param findProvider where the provider is, for as long as it is there. */
export function createStacksDriver(findProvider: () => object | null): WalletDriver {
  const { ask, askSilently, askFirst, listen } = createSatsConnectCalls(findProvider)

  const askAccount = async (wanted: CaipNetworkId, signal: AbortSignal): Promise<Grant | null> =>
    readGrant(await askSilently('wallet_getAccount', signal), wanted)

  const requireName = (network: CaipNetworkId): string => {
    const name = stacksName(network)
    if (name === undefined) throw new AppError('CHAIN_NOT_SUPPORTED')
    return name
  }

  return {
    namespace: 'stacks',
    async open(network) {
      const name = requireName(network)
      const answer = await askFirst([
        ['wallet_connect', { addresses: ['stacks'], network: capital(name) }],
        ['stx_getAddresses', { network: name }],
        ['getAddresses', { purposes: ['stacks'], network: name }],
      ])
      return readGrant(answer, network)
    },
    async reopen({ network, signal, accounts }) {
      requireName(network)
      try {
        return await askAccount(network, signal)
      } catch (thrown) {
        // Never allowed, or no longer.
        if (isAppError(thrown, 'UNAUTHORIZED')) return null
        if (!isAppError(thrown, 'WALLET_UNAVAILABLE')) throw thrown
        return accounts === undefined ? null : readGrant(accounts, network)
      }
    },
    follow(session, hear) {
      const changed = (event: unknown): void => {
        const network = session()?.network
        if (network === undefined) return
        // SIP-030 sends the accounts themselves; sats-connect, with those of other chains, or nothing.
        const told = readList(event) ?? readList(readField(event, 'addresses'))
        hear((signal) => (told === null ? askAccount(network, signal) : readGrant(told, network)))
      }
      const stops = [
        ...accountEvents.map((name) => listen(name, changed)),
        listen('disconnect', () => hear(() => null)),
      ]
      return () => {
        for (const stop of stops) stop()
      }
    },
    async move(network, _, signal) {
      const name = requireName(network)
      try {
        await ask('wallet_changeNetwork', { name: capital(name) }, { signal })
        return await askAccount(network, signal)
      } catch (thrown) {
        // A wallet without it is asked for its addresses there.
        if (isAppError(thrown, 'WALLET_UNAVAILABLE'))
          return readGrant(await ask('stx_getAddresses', { network: name }, { signal }), network)
        throw isAppError(thrown, 'INVALID_PARAMS') ? new AppError('CHAIN_NOT_SUPPORTED') : thrown
      }
    },
    call: (args, session, signal) =>
      callStacksWallet(args, session, (method, params) => ask(method, params, { signal })),
    close: () => ask('wallet_disconnect', null),
  }
}

/** In sats-connect's notation. */
const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

/** The accounts of the network that is wanted, or else of the one that the first is of. Throws WALLET_INVALID_RESPONSE. */
function readGrant(answer: unknown, wanted: CaipNetworkId): Grant | null {
  const rows = readList(answer) ?? readList(readField(answer, 'addresses'))
  if (rows === null) throw new AppError('WALLET_INVALID_RESPONSE')
  const ofStacks = rows.filter(isOfStacks)
  if (ofStacks.length > maxAccounts) throw new AppError('WALLET_INVALID_RESPONSE')
  const read = ofStacks.map(readRow)
  const network = read.find((row) => row.network === wanted)?.network ?? read[0]?.network
  if (network === undefined) return null
  return { accounts: read.filter((row) => row.network === network).map(({ account }) => account), network }
}

/** Wallets give the addresses of Bitcoin along. */
function isOfStacks(row: unknown): boolean {
  const symbol = readField(row, 'symbol')
  const purpose = readField(row, 'purpose')
  if (symbol !== undefined || purpose !== undefined) return symbol === 'STX' || purpose === 'stacks'
  return String(readField(row, 'address')).startsWith('S')
}

function readRow(row: unknown): { account: WalletAccount; network: CaipNetworkId } {
  const publicKey = readField(row, 'publicKey')
  const { address, network } = parseAddress(readField(row, 'address'))
  const isKey = typeof publicKey === 'string' && /^(?:[\da-f]{66}|[\da-f]{130})$/i.test(publicKey)
  return { account: { address, ...(isKey && { publicKey }) }, network }
}

function parseAddress(address: unknown) {
  try {
    return parseStacksAddress(address)
  } catch {
    throw new AppError('WALLET_INVALID_RESPONSE')
  }
}
