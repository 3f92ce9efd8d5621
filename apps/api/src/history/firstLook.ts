import { setTimeout as sleep } from 'node:timers/promises'
import type { AccountIndex } from '../indexer/accountIndex.ts'

export type FirstLookOptions = {
  accounts: Pick<AccountIndex, 'track' | 'isUpToDate'>
  /** The maximum wait, and the polling interval. Defaults: 2.5 s and 500 ms. */
  timeoutMs?: number
  everyMs?: number
  /** The most concurrent waits; further callers get what is known. Default 50. */
  most?: number
}

/**
 * The first request for an account waits a while until the indexer has found it: on a small chain it then has all of it. Anyone can request
 * any number of accounts, so few waits run at a time.
 */
export function createFirstLook({ accounts, timeoutMs = 2_500, everyMs = 500, most = 50 }: FirstLookOptions) {
  let waiting = 0

  return async function firstLook(address: string, chainIds: readonly string[]): Promise<void> {
    const news = await Promise.all(chainIds.map((chainId) => accounts.track(address, chainId)))
    const waitedFor = chainIds.filter((_, index) => news[index])
    if (waitedFor.length === 0 || waiting >= most) return
    waiting++
    try {
      const until = Date.now() + timeoutMs
      while (Date.now() < until && !(await accounts.isUpToDate(address, waitedFor))) await sleep(everyMs)
    } finally {
      waiting--
    }
  }
}
