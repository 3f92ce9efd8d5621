import { type CaipNetworkId, findNetwork } from '@latchkey/chains'

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

/** What a wallet must know of a network, by the registry. Null for one that it does not have, or has no node for. */
export function chainToAdd(network: CaipNetworkId): AddEthereumChainParameter | null {
  const row = findNetwork(network)
  if (row?.chainNamespace !== 'eip155' || row.rpcUrls.length === 0) return null
  const { name, nativeCurrency, rpcUrls, blockExplorer } = row
  return {
    chainId: toHexChainId(network),
    chainName: name,
    nativeCurrency,
    rpcUrls,
    ...(blockExplorer && { blockExplorerUrls: [blockExplorer.url] }),
  }
}
