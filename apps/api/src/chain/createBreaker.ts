/** Spares callers the wait for a service that has just failed. */
export type Breaker = {
  /** Whether it may be asked. When a rest is over, one call alone finds out for all others. */
  lets(): boolean
  failed(): void
  /** It was asked in vain, and that may not be its fault: the next call finds out. */
  undecided(): void
  worked(): void
}

/** Short, since there is no other to ask and a person waits; longer after it has failed again, and never so long that they give up. */
const restMs = 1_000
const longestRestMs = 4_000
/** Longer than any call waits: by then the one that tries again has told how it went, or never will. */
const trialMs = 10_000

export function createBreaker(now: () => number): Breaker {
  let failures = 0
  let restingUntil = 0
  let isTried = false
  return {
    lets() {
      if (failures === 0) return true
      if (now() < restingUntil) return false
      restingUntil = now() + trialMs
      isTried = true
      return true
    },
    failed() {
      // All calls that were under way when it went fail with it: that is one failure.
      if (now() < restingUntil && !isTried) return
      isTried = false
      restingUntil = now() + Math.min(restMs * 2 ** failures, longestRestMs)
      failures++
    },
    undecided() {
      if (isTried) restingUntil = 0
      isTried = false
    },
    worked() {
      failures = 0
      restingUntil = 0
      isTried = false
    },
  }
}
