import type { RateLimitStore, RateLimitUse } from './RateLimitStore.ts'

/** Maximum number of keys: a flood of addresses must not fill the memory. */
const maxRemembered = 100_000
/** The number of least recently used keys from which one is evicted. */
const looked = 64

/**
 * Creates a store for this process only. Beyond `most` keys it evicts a full bucket, which loses nothing, or else the least recently used
 * one that is full soonest. A flood of new keys, each used once, therefore evicts its own before any that is used up.
 */
export function createMemoryRateLimits(most: number = maxRemembered): RateLimitStore {
  const wholeAgainAt = new Map<string, number>()
  const nextOf = (key: string, { costMs, nowMs }: RateLimitUse): number =>
    Math.max(wholeAgainAt.get(key) ?? 0, nowMs) + costMs
  const waitFor = (nextMs: number, { wholeMs, nowMs }: RateLimitUse): number =>
    Math.max(0, Math.ceil(nextMs - nowMs - wholeMs))

  function forgetOne(nowMs: number, newest: string): void {
    const oldest: [key: string, wholeMs: number][] = []
    for (const entry of wholeAgainAt) {
      if (entry[0] === newest || oldest.push(entry) === looked) break
    }
    const [first, ...others] = oldest.toSorted(([, one], [, other]) => one - other)
    if (first === undefined) return
    wholeAgainAt.delete(first[0])
    for (const [key, wholeMs] of others) {
      wholeAgainAt.delete(key)
      // Checked again only after all others.
      if (wholeMs > nowMs) wholeAgainAt.set(key, wholeMs)
    }
  }

  return {
    async use(key, part) {
      const nextMs = nextOf(key, part)
      const waitMs = waitFor(nextMs, part)
      if (waitMs > 0) return waitMs
      // Deleted first: the map keeps its keys in insertion order.
      wholeAgainAt.delete(key)
      wholeAgainAt.set(key, nextMs)
      if (wholeAgainAt.size > most) forgetOne(part.nowMs, key)
      return 0
    },
    wait: async (key, part) => waitFor(nextOf(key, part), part),
    check: async () => true,
    close: async () => {},
  }
}
