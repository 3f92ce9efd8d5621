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

/** What the site says of networks that a wallet may have to learn: their nodes, and those that the registry doesn't have. */
export type NetworkDetails = {
  rpcUrls?: Settings['rpcUrls'] | undefined
  ownNetworks?: Settings['ownNetworks'] | undefined
}

export const toHexChainId = (network: CaipNetworkId): `0x${string}` =>
  `0x${Number(network.slice('eip155:'.length)).toString(16)}`

/**
 * What a wallet must know of a network, by the registry or else by the site, with the nodes that the site has for it. Null for
 * one that nobody describes, that no longer runs, or that nobody has a node for.
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
