/**
 * A wallet in `injectedWeb3`, as the polkadot.js extension defines it: `enable(site)` resolves with `accounts` and a `signer`.
 *
 * It has no active network: a key has an address on each, so switching means encoding its addresses for another one. A site that was
 * enabled once is enabled again without asking the user, which is how a session is restored.
 */
import { type CaipNetworkId, formatPolkadotAddress, parsePolkadotAddress } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import { maxAccounts } from '../../maxAccounts.ts'
import { askWallet, silentMs } from '../askWallet.ts'
import { listenTo } from '../listenTo.ts'
import { readField } from '../readField.ts'
import { readList } from '../standard/standardWallet.ts'
import type { Grant, WalletDriver } from '../WalletDriver.ts'
import { callPolkadotWallet } from './callPolkadotWallet.ts'
import { toPolkadotError } from './toPolkadotError.ts'

/** The prefixes of addresses, by network. Elsewhere an address stays as the wallet writes it. */
const prefixes: ReadonlyMap<CaipNetworkId, number> = new Map([
  ['polkadot:91b171bb158e2d3848fa23a9f1c25182', 0],
  ['polkadot:b0a8d493285c2df73290dfb7e61f870f', 2],
  ['polkadot:e143f23803ac50e8f6f8e62695d1ce9e', 42],
])

/**
 * @param findWallet returns the page's global for it, for as long as it exists.
 * @param siteName the name that the wallet shows the user.
 */
export function createPolkadotDriver(findWallet: () => unknown, siteName: string): WalletDriver {
  /** The wallet's last response to `enable`. */
  let enabled: unknown = null
  const hearing = new Set<(accounts: unknown) => void>()
  let stopHearing: (() => void) | null = null

  const enable = async (signal?: AbortSignal): Promise<void> => {
    const wallet = findWallet()
    const call = readField(wallet, 'enable')
    if (typeof call !== 'function') throw new AppError('WALLET_NOT_INSTALLED')
    const asking = signal === undefined ? {} : { signal, withinMs: silentMs }
    enabled = await askWallet(() => Reflect.apply(call, wallet, [siteName]), { ...asking, toError: toPolkadotError })
    subscribe()
  }

  const subscribe = (): void => {
    const accounts = readField(enabled, 'accounts')
    const call = readField(accounts, 'subscribe')
    if (hearing.size === 0 || typeof call !== 'function') return
    stopHearing?.()
    stopHearing = listenTo(
      (listener) => Reflect.apply(call, accounts, [listener]),
      (told) => {
        for (const hear of [...hearing]) hear(told)
      },
    )
  }

  const askAccounts = async (network: CaipNetworkId): Promise<Grant> => {
    const accounts = readField(enabled, 'accounts')
    const get = readField(accounts, 'get')
    if (typeof get !== 'function') throw new AppError('WALLET_INVALID_RESPONSE')
    const asking = { withinMs: silentMs, toError: toPolkadotError }
    return readGrant(await askWallet(() => Reflect.apply(get, accounts, []), asking), network)
  }

  return {
    namespace: 'polkadot',
    async open(network) {
      await enable()
      return askAccounts(network)
    },
    async reopen({ network, signal, accounts }) {
      // Enabling a site for the first time asks the user.
      if (accounts === undefined) return null
      await enable(signal)
      return askAccounts(network)
    },
    follow(session, hear) {
      const listener = (told: unknown): void => {
        const network = session()?.network
        if (network !== undefined) hear(() => readGrant(told, network))
      }
      hearing.add(listener)
      if (stopHearing === null) subscribe()
      return () => {
        hearing.delete(listener)
        if (hearing.size > 0) return
        stopHearing?.()
        stopHearing = null
      }
    },
    async move(network) {
      const grant = await askAccounts(network)
      if (grant.accounts.length === 0) throw new AppError('CHAIN_NOT_SUPPORTED')
      return grant
    },
    call: (args, session, signal) => callPolkadotWallet(readField(enabled, 'signer'), args, session, signal),
    // These wallets have no disconnect: the user revokes a site's access in the wallet.
    close: () => undefined,
  }
}

/** The accounts that are of any network or of this one, as addresses of this one. Throws WALLET_INVALID_RESPONSE. */
function readGrant(accounts: unknown, network: CaipNetworkId): Grant {
  const rows = readList(accounts)
  if (rows === null || rows.length > maxAccounts) throw new AppError('WALLET_INVALID_RESPONSE')
  const addresses = rows.filter((row) => isOf(row, network)).map((row) => readAddress(row, network))
  return { accounts: [...new Set(addresses)].map((address) => ({ address })), network }
}

function isOf(row: unknown, network: CaipNetworkId): boolean {
  const genesis = readField(row, 'genesisHash')
  if (readField(row, 'type') === 'ethereum') return false
  return typeof genesis !== 'string' || genesis === '' || genesis.startsWith(`0x${network.slice('polkadot:'.length)}`)
}

function readAddress(row: unknown, network: CaipNetworkId): string {
  try {
    const { prefix, publicKey } = parsePolkadotAddress(readField(row, 'address'))
    return formatPolkadotAddress({ prefix: prefixes.get(network) ?? prefix, publicKey })
  } catch {
    throw new AppError('WALLET_INVALID_RESPONSE')
  }
}
