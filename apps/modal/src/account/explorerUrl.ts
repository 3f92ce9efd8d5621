import type { Network } from '@latchkey/chains'

/** Explorers of Solana call an address an account. */
const paths = {
  transaction: () => 'tx',
  address: (chain: string) => (chain.startsWith('solana:') ? 'account' : 'address'),
}

/** Returns the block explorer's address; undefined for local development chains. */
export const explorerUrl = (network: Network | undefined, kind: keyof typeof paths, id: string): string | undefined => {
  if (network?.blockExplorer === undefined || network.local === true) return undefined
  const url = new URL(network.blockExplorer.url)
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${paths[kind](network.caipNetworkId)}/${encodeURIComponent(id)}`
  return url.href
}
