/**
 * A wallet with Keplr's interface: `enable(chainId)` asks the user, `getKey(chainId)` returns the active account, which has a separate
 * address on each chain. It has no active chain: each call names one. A chain that was enabled once returns its key without asking, which
 * is how a session is restored.
 */
import { type CaipNetworkId, parseCosmosAddress } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import { hex } from '@scure/base'
import { askWallet, silentMs } from '../askWallet.ts'
import type { WalletAccount } from '../Connector.ts'
import { listenTo } from '../listenTo.ts'
import { readField } from '../readField.ts'
import { readBytes } from '../standard/readBytes.ts'
import { translateError } from '../translateError.ts'
import type { Grant, WalletDriver } from '../WalletDriver.ts'
import { callCosmosWallet } from './callCosmosWallet.ts'

/** These wallets have no codes. */
const toError = translateError([
  [/request rejected|rejected|cancell?ed/i, 'USER_REJECTED'],
  [/chain info|(?:invalid|unknown|unsupported) chain|chain.*not (?:supported|found)/i, 'CHAIN_NOT_SUPPORTED'],
  [/not (?:allowed|permitted|authori[sz]ed)|unauthori[sz]ed|no permission/i, 'UNAUTHORIZED'],
  [/no key|not initiali[sz]ed/i, 'WALLET_LOCKED'],
])

export type CosmosPlace = {
  readonly page: EventTarget
  /** The page event that reports another account. */
  readonly changed: string
}

/** The chain's own id. CAIP-2 has a hash in place of an id that doesn't fit; wallets don't know the hash. */
const chainIdOf = (network: CaipNetworkId): string => {
  const chainId = network.slice('cosmos:'.length)
  if (chainId.startsWith('hashed-')) throw new AppError('CHAIN_NOT_SUPPORTED')
  return chainId
}

/** @param findWallet returns the page's global for it, for as long as it exists. */
export function createCosmosDriver(findWallet: () => object | null, { page, changed }: CosmosPlace): WalletDriver {
  const ask = async (method: string, args: readonly unknown[], asking: { signal?: AbortSignal; withinMs?: number }) => {
    const wallet = findWallet()
    if (wallet === null) throw new AppError('WALLET_NOT_INSTALLED')
    const call = readField(wallet, method)
    if (typeof call !== 'function') throw new AppError('WALLET_UNAVAILABLE')
    return askWallet(() => Reflect.apply(call, wallet, args), { ...asking, toError })
  }

  const askKey = async (network: CaipNetworkId, signal?: AbortSignal): Promise<Grant> => {
    const asking = { withinMs: silentMs, ...(signal && { signal }) }
    return { accounts: [readKey(await ask('getKey', [chainIdOf(network)], asking))], network }
  }

  const open = async (network: CaipNetworkId, signal?: AbortSignal): Promise<Grant> => {
    await ask('enable', [chainIdOf(network)], signal ? { signal } : {})
    return askKey(network, signal)
  }

  return {
    namespace: 'cosmos',
    open: (network) => open(network),
    async reopen({ network, signal, accounts }) {
      // For a chain that was never enabled, requesting the key asks the user.
      return accounts === undefined ? null : askKey(network, signal)
    },
    follow(session, hear) {
      const look = (): void => {
        const network = session()?.network
        if (network !== undefined) hear((signal) => askKey(network, signal))
      }
      return listenTo((listener) => {
        page.addEventListener(changed, listener)
        return () => page.removeEventListener(changed, listener)
      }, look)
    },
    move: (network, _, signal) => open(network, signal),
    call: (args, session, signal) =>
      callCosmosWallet(args, session, (method, more) => ask(method, [chainIdOf(session.network), ...more], { signal })),
    close: () => ask('disable', [], {}),
  }
}

/** Throws WALLET_INVALID_RESPONSE for an address that is none, or that is not of the bytes that the wallet names. */
function readKey(key: unknown): WalletAccount {
  const { address, bytes } = parseAddress(readField(key, 'bech32Address'))
  const claimed = readField(key, 'address')
  if (claimed !== undefined && hex.encode(readBytes(claimed)) !== hex.encode(bytes))
    throw new AppError('WALLET_INVALID_RESPONSE')
  const publicKey = readBytes(readField(key, 'pubKey'))
  const isKey = publicKey.length === 33 || publicKey.length === 65
  return { address, ...(isKey && { publicKey: hex.encode(publicKey) }) }
}

function parseAddress(address: unknown) {
  try {
    return parseCosmosAddress(address)
  } catch {
    throw new AppError('WALLET_INVALID_RESPONSE')
  }
}
