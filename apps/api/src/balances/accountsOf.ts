import {
  type KnownNetworks,
  type Network,
  parseBitcoinAddress,
  parseEvmAddress,
  parseSolanaAddress,
} from '@latchkey/chains'
import { AppError } from '@latchkey/protocol/errors'

/** An account on a chain: the address in the one form that the chain has for it. */
export type AccountOn = { network: Network; account: string }

/**
 * Returns the chains to query for an address: the named one, or all served chains that have such addresses.
 *
 * Throws CHAIN_NOT_SUPPORTED for a chain that the registry does not know or that is not served, and ADDRESS_INVALID for an address that is
 * not valid on that chain, or on any chain.
 */
export function accountsOf(
  address: string,
  chainId: string | undefined,
  isServed: (network: Network) => boolean,
  known: KnownNetworks,
): AccountOn[] {
  if (chainId !== undefined) {
    const network = known.find(chainId)
    if (network === undefined || !isServed(network)) throw new AppError('CHAIN_NOT_SUPPORTED')
    return [{ network, account: accountOn(network, address) }]
  }
  const possible = known.all.flatMap((network) => {
    const account = tryAccountOn(network, address)
    return account === undefined ? [] : [{ network, account }]
  })
  if (possible.length === 0) throw new AppError('ADDRESS_INVALID')
  // Bitcoin addresses have a checksum; Solana addresses have none.
  const isBitcoin = possible.some(({ network }) => network.chainNamespace === 'bip122')
  return possible.filter(({ network }) => isServed(network) && (network.chainNamespace === 'bip122' || !isBitcoin))
}

function accountOn({ chainNamespace, caipNetworkId }: Network, address: string): string {
  if (chainNamespace === 'eip155') return parseEvmAddress(address)
  if (chainNamespace === 'solana') return parseSolanaAddress(address)
  if (chainNamespace === 'bip122') return parseBitcoinAddress(address, caipNetworkId).address
  throw new AppError('ADDRESS_INVALID')
}

function tryAccountOn(network: Network, address: string): string | undefined {
  try {
    return accountOn(network, address)
  } catch {
    return undefined
  }
}
