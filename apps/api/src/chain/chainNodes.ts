/** The nodes of one chain, and which of them have failed lately: a circuit breaker each. */
export type ChainNodes = {
  readonly urls: readonly string[]
  /**
   * Numbers of the nodes, those to ask first in front: as they are listed, but the ones that failed lately last. When the rest
   * of one is over, one call alone has it in its place again, and decides for all others.
   */
  order(): number[]
  failed(node: number): void
  /** It has answered. */
  worked(node: number): void
  /** Whether it failed when it was last asked. */
  isFailing(node: number): boolean
}

/** A node that failed is asked last for so long, so that one that hangs does not slow down every call; twice as long each time. */
const restMs = 30_000
const longestRestMs = 300_000
/** Longer than any call waits: by then the one that tries a node again has told how it went, or never will. */
const trialMs = 10_000

export function createChainNodes(urls: readonly string[], now: () => number): ChainNodes {
  const states = urls.map(() => ({ failures: 0, restingUntil: 0, isTried: false }))
  const isResting = (node: number): boolean => (states[node]?.restingUntil ?? 0) > now()
  return {
    urls,
    order() {
      const all = urls.map((_, node) => node)
      const order = [...all.filter((node) => !isResting(node)), ...all.filter(isResting)]
      for (const state of states)
        if (state.failures > 0 && state.restingUntil <= now()) {
          state.restingUntil = now() + trialMs
          state.isTried = true
        }
      return order
    },
    failed(node) {
      const state = states[node]
      // All calls that were under way when it went fail with it: that is one failure.
      if (state === undefined || (isResting(node) && !state.isTried)) return
      state.isTried = false
      state.restingUntil = now() + Math.min(restMs * 2 ** state.failures, longestRestMs)
      state.failures++
    },
    worked(node) {
      states[node] = { failures: 0, restingUntil: 0, isTried: false }
    },
    isFailing: (node) => (states[node]?.failures ?? 0) > 0,
  }
}
