import type { Namespace } from './Caller.ts'

/**
 * The chains that a page is on, CAIP-2 ids: one a namespace, so that asking about an account in one does not undo what was
 * chosen in the other.
 */
export type PageChains = {
  /** The active one. */
  chainId: string
  /** That of the other namespace, once it was chosen. */
  otherChainId?: string | undefined
}

export const namespaceOf = (chainId: string): Namespace => (chainId.startsWith('solana:') ? 'solana' : 'eip155')

/** Where a page is that has chosen nothing in a namespace. */
const firstChains = { eip155: 'eip155:1', solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' } as const

/** The chain of a namespace. */
export const chainIn = ({ chainId, otherChainId }: PageChains, namespace: Namespace): string =>
  namespaceOf(chainId) === namespace ? chainId : (otherChainId ?? firstChains[namespace])

/** With another chain for its namespace. Which namespace is active stays. */
export const withChain = (chains: PageChains, chainId: string): PageChains =>
  namespaceOf(chains.chainId) === namespaceOf(chainId)
    ? { ...chains, chainId }
    : { chainId: chains.chainId, otherChainId: chainId }

/** With this chain as the active one. */
export const switchedTo = (chains: PageChains, chainId: string): PageChains => {
  const { chainId: active } = chains
  return namespaceOf(active) === namespaceOf(chainId) ? { ...chains, chainId } : { chainId, otherChainId: active }
}
