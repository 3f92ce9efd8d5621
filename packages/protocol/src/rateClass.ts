import { type RequestName, requests } from './requests.ts'
import { isApprovalMethod } from './rpcMethods.ts'

/** How often a page may ask: `machine` for what no person notices, `person` for logins and approvals. */
export type RateClass = 'background' | 'interactive'

/** Requests a second in the long run, and how many may come at once. */
export const requestRates = {
  background: { perSecond: 200, burst: 400 },
  interactive: { perSecond: 5, burst: 10 },
} as const satisfies Record<RateClass, { perSecond: number; burst: number }>

/** Requests that may wait for their answer at the same time. */
export const maxInFlight = 256

/** The pace of a request as it arrives; `payload` is not parsed yet. */
export const rateClassOf = (name: RequestName, payload: unknown): RateClass => {
  if (name !== 'RPC_REQUEST') return requests[name].rateClass
  const method = typeof payload === 'object' && payload !== null ? (payload as { method?: unknown }).method : null
  return isApprovalMethod(method) ? 'interactive' : 'background'
}

/** What one page may take of us, over however many lines: opening another one gives it nothing more. */
export type Limiter = {
  /** Whether a request may come in now; one that may not costs nothing, one that may has to `leave`. */
  enter(rateClass: RateClass): boolean
  leave(): void
}

/**
 * Token buckets, one a pace, and room for `maxInFlight`.
 *
 * @param now Milliseconds. A clock that goes back costs the page the time it went back, and gives it nothing.
 */
export const createLimiter = (now: () => number): Limiter => {
  const buckets: Record<RateClass, number> = {
    background: requestRates.background.burst,
    interactive: requestRates.interactive.burst,
  }
  let filledAt = now()
  let inFlight = 0
  return {
    enter(rateClass) {
      const time = now()
      const seconds = Math.max(0, time - filledAt) / 1000
      filledAt = Math.max(filledAt, time)
      for (const name of ['background', 'interactive'] as const)
        buckets[name] = Math.min(requestRates[name].burst, buckets[name] + seconds * requestRates[name].perSecond)
      if (inFlight >= maxInFlight || buckets[rateClass] < 1) return false
      buckets[rateClass] -= 1
      inFlight += 1
      return true
    },
    leave() {
      inFlight -= 1
    },
  }
}
