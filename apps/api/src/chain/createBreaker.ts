/** Spares callers the wait for a service that has just failed. */
export type Breaker = {
  /** Whether it may be called. When a rest is over, one call tries it for all others. */
  lets(): boolean
  failed(): void
  /** Records a failed call that may not be the service's fault: the next call decides. */
  undecided(): void
  worked(): void
}

/** Short, since there is no alternative and a user waits; longer after each failure, but never so long that users give up. */
const restMs = 1_000
const longestRestMs = 4_000
/** Longer than any call waits: by then the trial call has reported its outcome, or never will. */
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
      // All calls in progress when it failed fail with it: that is one failure.
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
