import { type CaipNetworkId, knownNetworks, publicNodes } from '@latchkey/chains'
import type { Settings } from '../../Settings.ts'

/** The parameter of `wallet_addEthereumChain` (EIP-3085). */
export type AddEthereumChainParameter = {
  chainId: `0x${string}`
  chainName: string
  nativeCurrency: { name: string; symbol: string; decimals: number }
  rpcUrls: readonly string[]
  blockExplorerUrls?: readonly string[]
}

/** The site's data about networks that may have to be added to a wallet: their nodes, and those that aren't in the registry. */
export type NetworkDetails = {
  rpcUrls?: Settings['rpcUrls'] | undefined
  ownNetworks?: Settings['ownNetworks'] | undefined
}

export const toHexChainId = (network: CaipNetworkId): `0x${string}` =>
  `0x${Number(network.slice('eip155:'.length)).toString(16)}`

/**
 * Returns a network's parameters for a wallet, from the registry or else from the site, with the site's nodes. Null for a network that
 * isn't described, no longer runs, or has no node.
 */
export function chainToAdd(
  network: CaipNetworkId,
  { rpcUrls: nodes = {}, ownNetworks }: NetworkDetails = {},
): AddEthereumChainParameter | null {
  const row = knownNetworks(ownNetworks).find(network)
  if (row?.chainNamespace !== 'eip155' || row.retired === true) return null
  const rpcUrls = (Object.hasOwn(nodes, network) ? nodes : publicNodes)[network] ?? []
  if (rpcUrls.length === 0) return null
  const { name, nativeCurrency, blockExplorer } = row
  return {
    chainId: toHexChainId(network),
    chainName: name,
    nativeCurrency,
    rpcUrls,
    ...(blockExplorer && { blockExplorerUrls: [blockExplorer.url] }),
  }
}
