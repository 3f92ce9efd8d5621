import { findNetwork } from '@latchkey/chains'

/** Explorers of Solana call an address an account. */
const paths = {
  transaction: () => 'tx',
  address: (chain: string) => (chain.startsWith('solana:') ? 'account' : 'address'),
}

/** Where people look something up; undefined on chains that nobody but their developer can look into. */
export const explorerUrl = (chain: string, kind: keyof typeof paths, id: string): string | undefined => {
  const network = findNetwork(chain)
  if (network?.blockExplorer === undefined || network.local === true) return undefined
  const url = new URL(network.blockExplorer.url)
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${paths[kind](chain)}/${encodeURIComponent(id)}`
  return url.href
}
