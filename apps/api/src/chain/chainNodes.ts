/** The nodes of one chain and their recent failures: a circuit breaker each. */
export type ChainNodes = {
  readonly urls: readonly string[]
  /**
   * Returns the nodes' indexes in the order to try: as listed, but recently failed ones last. When a node's rest is over, one call tries it
   * at its listed position, and decides for all others.
   */
  order(): number[]
  failed(node: number): void
  /** Records an answer. */
  worked(node: number): void
  /** Whether its last call failed. */
  isFailing(node: number): boolean
}

/** How long a failed node is tried last, so that a hanging one does not slow down every call; doubles each time. */
const restMs = 30_000
const longestRestMs = 300_000
/** Longer than any call waits: by then the trial call has reported its outcome, or never will. */
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
      // All calls in progress when it failed fail with it: that is one failure.
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
