import type { RateLimitStore, RateLimitUse } from './RateLimitStore.ts'

/** How many keys are remembered: a flood of addresses must not fill the memory. */
const maxRemembered = 100_000
/** Of how many that were used least lately one is forgotten. */
const looked = 64

/**
 * RateLimitStore of this process alone. Beyond `most` keys it forgets one that is whole again, which loses nothing, or else the one of
 * those used least lately that is whole soonest: a flood of new keys, each used once, pushes out its own before any that is used up.
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
      // Looked at again only after all others.
      if (wholeMs > nowMs) wholeAgainAt.set(key, wholeMs)
    }
  }

  return {
    async use(key, part) {
      const nextMs = nextOf(key, part)
      const waitMs = waitFor(nextMs, part)
      if (waitMs > 0) return waitMs
      // Taken out first: the map keeps its keys in the order in which they were put in.
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
