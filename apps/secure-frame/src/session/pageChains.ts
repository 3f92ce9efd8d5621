import type { Namespace } from './Caller.ts'

/**
 * The current chains of a page, CAIP-2 IDs: one per namespace, so that a request for an account in one does not undo the
 * choice in the other.
 */
export type PageChains = {
  /** The active one. */
  chainId: string
  /** The one of the other namespace, once it was chosen. */
  otherChainId?: string | undefined
}

export const namespaceOf = (chainId: string): Namespace => (chainId.startsWith('solana:') ? 'solana' : 'eip155')

/** The chain of a page that has chosen nothing in a namespace. */
const firstChains = { eip155: 'eip155:1', solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' } as const

/** Returns the chain of a namespace. */
export const chainIn = ({ chainId, otherChainId }: PageChains, namespace: Namespace): string =>
  namespaceOf(chainId) === namespace ? chainId : (otherChainId ?? firstChains[namespace])

/** Replaces the chain of a namespace. The active namespace stays. */
export const withChain = (chains: PageChains, chainId: string): PageChains =>
  namespaceOf(chains.chainId) === namespaceOf(chainId)
    ? { ...chains, chainId }
    : { chainId: chains.chainId, otherChainId: chainId }

/** Makes this chain the active one. */
export const switchedTo = (chains: PageChains, chainId: string): PageChains => {
  const { chainId: active } = chains
  return namespaceOf(active) === namespaceOf(chainId) ? { ...chains, chainId } : { chainId, otherChainId: active }
}
