import { type CaipNetworkId, findNetwork } from '@latchkey/chains'
import type { ModalOptions } from '../../Modal.ts'

/** The parameter of `wallet_addEthereumChain` (EIP-3085). */
export type AddEthereumChainParameter = {
  chainId: `0x${string}`
  chainName: string
  nativeCurrency: { name: string; symbol: string; decimals: number }
  rpcUrls: readonly string[]
  blockExplorerUrls?: readonly string[]
}

export const toHexChainId = (network: CaipNetworkId): `0x${string}` =>
  `0x${Number(network.slice('eip155:'.length)).toString(16)}`

/**
 * What a wallet must know of a network, by the registry, with the nodes that the dapp has for it. Null for one that the
 * registry does not have, that no longer runs, or that nobody has a node for.
 */
export function chainToAdd(
  network: CaipNetworkId,
  nodes: ModalOptions['rpcUrls'] = {},
): AddEthereumChainParameter | null {
  const row = findNetwork(network)
  if (row?.chainNamespace !== 'eip155' || row.retired === true) return null
  const rpcUrls = Object.hasOwn(nodes, network) ? (nodes[network] ?? []) : row.rpcUrls
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
