import { type ChainHoldOptions, createChainHold, createFenced } from './chainHold.ts'
import { createFillStore } from './fillStore.ts'
import { createFollowStore } from './followStore.ts'
import { forgetAccounts } from './forgetAccounts.ts'

export type IndexStoreOptions = ChainHoldOptions & {
  /**
   * The most accounts of one chain. Beyond them, those requested on the fewest days are dropped, and of these the least recently requested:
   * thousands of requests within an hour push out no account that is requested daily. Default 20,000.
   */
  maxAccounts?: number | undefined
}
export type IndexStore = ReturnType<typeof createIndexStore>

/**
 * The indexer's storage. Each change of a chain's rows is one transaction that first locks the chain's own row and requires that this
 * replica holds it and is at the expected position (`at`), so that a replica that was asleep, or a second one, cannot write anything twice
 * or out of order.
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
