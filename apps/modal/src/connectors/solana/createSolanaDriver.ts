import { type CaipNetworkId, formatSolanaAddress } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import { askWallet } from '../askWallet.ts'
import type { Grant, WalletDriver } from '../createDrivenConnector.ts'
import {
  chainsOf,
  followStandardWallet,
  readStandardAccounts,
  requireMethod,
  type StandardAccount,
} from '../standard/standardWallet.ts'
import { callSolanaWallet } from './callSolanaWallet.ts'
import { solanaNetworks } from './solanaChains.ts'

const silentMs = 10_000

/**
 * A Solana wallet of the Wallet Standard. It is on no network: each call names one, so moving it means to name another.
 *
 * @param isPresent whether the wallet is still registered.
 */
export function createSolanaDriver(wallet: object, isPresent: () => boolean): WalletDriver {
  const requireNetwork = (network: CaipNetworkId): void => {
    if (!isPresent()) throw new AppError('WALLET_NOT_INSTALLED')
    if (!solanaNetworks(chainsOf(wallet)).includes(network)) throw new AppError('CHAIN_NOT_SUPPORTED')
  }

  return {
    namespace: 'solana',
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
        hear(() => readGrant(wallet, session()?.network ?? solanaNetworks(chainsOf(wallet))[0])),
      )
    },
    async move(network) {
      requireNetwork(network)
      const grant = readGrant(wallet, network)
      if (grant?.network !== network) throw new AppError('CHAIN_NOT_SUPPORTED')
      return grant
    },
    call: (args, session, signal) => callSolanaWallet(wallet, args, session, signal),
    close: () => requireMethod(wallet, 'standard:disconnect')(),
  }
}

/**
 * What a wallet grants, for the network that is asked for, or else for one of its own. Accounts of other kinds of chains are
 * left out. Throws WALLET_MISBEHAVED for an address that is not that of its key.
 */
function readGrant(from: unknown, wanted: CaipNetworkId | undefined): Grant | null {
  const accounts = readStandardAccounts(from).filter(({ chains }) => solanaNetworks(chains).length > 0)
  accounts.forEach(requireOwnAddress)
  const [first] = accounts
  const approved = solanaNetworks(first?.chains ?? [])
  const isServed = accounts.some(({ chains }) => wanted !== undefined && solanaNetworks(chains).includes(wanted))
  const network = isServed ? wanted : approved[0]
  if (network === undefined) return null
  return {
    accounts: accounts
      .filter(({ chains }) => solanaNetworks(chains).includes(network))
      .map(({ address }) => ({ address })),
    network,
    approved,
  }
}

function requireOwnAddress({ address, publicKey }: StandardAccount): void {
  if (publicKey.length !== 32 || formatSolanaAddress(publicKey) !== address) throw new AppError('WALLET_MISBEHAVED')
}
