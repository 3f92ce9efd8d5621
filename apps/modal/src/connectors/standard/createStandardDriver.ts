import type { CaipNetworkId, ChainNamespace } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import { askWallet, silentMs } from '../askWallet.ts'
import type { Grant, WalletDriver } from '../WalletDriver.ts'
import {
  chainsOf,
  followStandardWallet,
  readStandardAccounts,
  requireMethod,
  type StandardAccount,
} from './standardWallet.ts'

export type StandardDriverOptions = {
  wallet: object
  /** Whether the wallet is still registered. */
  isPresent: () => boolean
  namespace: ChainNamespace
  /** The networks among chains that a wallet names, in its order. */
  networksOf: (chains: readonly string[]) => readonly CaipNetworkId[]
  /** The address as sessions have it. Throws WALLET_INVALID_RESPONSE. */
  readAddress: (account: StandardAccount) => string
  call: (wallet: object, ...call: Parameters<WalletDriver['call']>) => Promise<unknown>
}

/** A wallet of the Wallet Standard. It is on no network: each call names one, so moving it means to name another. */
export function createStandardDriver(options: StandardDriverOptions): WalletDriver {
  const { wallet, isPresent, namespace, networksOf, readAddress, call } = options

  const requireNetwork = (network: CaipNetworkId): void => {
    if (!isPresent()) throw new AppError('WALLET_NOT_INSTALLED')
    if (!networksOf(chainsOf(wallet)).includes(network)) throw new AppError('CHAIN_NOT_SUPPORTED')
  }

  /** Returns a wallet's grant for the requested network, or else for one of its own. Accounts of other chains are left out. */
  const readGrant = (from: unknown, wanted: CaipNetworkId | undefined): Grant | null => {
    const accounts = readStandardAccounts(from)
      .map((account) => ({ account, networks: networksOf(account.chains) }))
      .filter(({ networks }) => networks.length > 0)
      .map(({ account, networks }) => ({ address: readAddress(account), networks }))
    const approved = accounts[0]?.networks ?? []
    const isServed = accounts.some(({ networks }) => wanted !== undefined && networks.includes(wanted))
    const network = isServed ? wanted : approved[0]
    if (network === undefined) return null
    return {
      accounts: accounts.filter(({ networks }) => networks.includes(network)).map(({ address }) => ({ address })),
      network,
      approved,
    }
  }

  return {
    namespace,
    async open(network) {
      requireNetwork(network)
      return readGrant(await requireMethod(wallet, 'standard:connect')(), network)
    },
    async reopen({ network, signal }) {
      requireNetwork(network)
      const connect = requireMethod(wallet, 'standard:connect')
      return readGrant(await askWallet(() => connect({ silent: true }), { signal, withinMs: silentMs }), network)
    },
    follow(session, hear) {
      return followStandardWallet(wallet, () =>
        hear(() => readGrant(wallet, session()?.network ?? networksOf(chainsOf(wallet))[0])),
      )
    },
    async move(network) {
      requireNetwork(network)
      const grant = readGrant(wallet, network)
      if (grant?.network !== network) throw new AppError('CHAIN_NOT_SUPPORTED')
      return grant
    },
    call: (...given) => call(wallet, ...given),
    close: () => requireMethod(wallet, 'standard:disconnect')(),
  }
}
