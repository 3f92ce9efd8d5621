import type { Allowances } from './allowances.ts'

/** Those used least lately are forgotten beyond so many: a flood of addresses must not fill the memory. */
const mostRemembered = 100_000

/** Allowances of this process alone. */
export function createMemoryAllowances(): Allowances {
  const wholeAgainAt = new Map<string, number>()
  return {
    async use(key, { costMs, wholeMs, nowMs }) {
      const nextMs = Math.max(wholeAgainAt.get(key) ?? 0, nowMs) + costMs
      const waitMs = nextMs - nowMs - wholeMs
      if (waitMs > 0) return waitMs
      // Taken out first: the map keeps its keys in the order in which they were put in.
      wholeAgainAt.delete(key)
      wholeAgainAt.set(key, nextMs)
      const [oldest] = wholeAgainAt.keys()
      if (wholeAgainAt.size > mostRemembered && oldest !== undefined) wholeAgainAt.delete(oldest)
      return 0
    },
    check: async () => true,
    close: async () => {},
  }
}
