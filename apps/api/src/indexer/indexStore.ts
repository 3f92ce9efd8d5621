import { type ChainHoldOptions, createChainHold, createFenced } from './chainHold.ts'
import { createFillStore } from './fillStore.ts'
import { createFollowStore } from './followStore.ts'
import { forgetAccounts } from './forgetAccounts.ts'

export type IndexStoreOptions = ChainHoldOptions & {
  /**
   * How many accounts of one chain are kept. Beyond them those go that were asked for on the fewest days, and of these the ones that
   * nobody has asked for the longest: who asks for thousands within an hour pushes out none that come back day by day. Default 20,000.
   */
  maxAccounts?: number | undefined
}
export type IndexStore = ReturnType<typeof createIndexStore>

/**
 * What the indexer keeps. Each change of a chain's rows is one transaction that first locks the chain's own row and demands
 * that this replica holds it and stands where it believes to stand (`at`), so that a replica that was asleep, or a second
 * one, cannot write anything twice or out of order.
 */
export function createIndexStore({ database, holder, leaseMs, maxAccounts = 20_000 }: IndexStoreOptions) {
  const fenced = createFenced({ database, holder })
  return {
    ...createChainHold({ database, holder, leaseMs }),
    ...createFollowStore(database, fenced),
    ...createFillStore(database, fenced),
    forget: (chainId: string): Promise<boolean> => forgetAccounts({ database, holder, maxAccounts }, chainId),
  }
}
