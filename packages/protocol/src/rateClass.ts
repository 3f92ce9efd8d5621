import { type RequestName, requests } from './requests.ts'
import { isApprovalMethod } from './rpcMethods.ts'

/** How often a page may send a request: `background` for those that users don't notice, `interactive` for sign-ins and approvals. */
export type RateClass = 'background' | 'interactive'

/** Sustained requests per second, and the maximum burst. */
export const requestRates = {
  background: { perSecond: 200, burst: 400 },
  interactive: { perSecond: 5, burst: 10 },
} as const satisfies Record<RateClass, { perSecond: number; burst: number }>

/** Maximum number of pending requests. */
export const maxInFlight = 256

/** Returns the rate class of a request as it arrives; `payload` isn't parsed yet. */
export const rateClassOf = (name: RequestName, payload: unknown): RateClass => {
  if (name !== 'RPC_REQUEST') return requests[name].rateClass
  const method = typeof payload === 'object' && payload !== null ? (payload as { method?: unknown }).method : null
  return isApprovalMethod(method) ? 'interactive' : 'background'
}

/** The limits of one page, over all its lines: opening another one grants nothing more. */
export type Limiter = {
  /** Returns whether a request is admitted. A rejected one costs nothing; an admitted one must call `leave`. */
  enter(rateClass: RateClass): boolean
  leave(): void
}

/**
 * Creates a token bucket for each rate class, and `maxInFlight` slots.
 *
 * @param now Milliseconds. A clock that goes back costs the page that time, and grants it nothing.
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
