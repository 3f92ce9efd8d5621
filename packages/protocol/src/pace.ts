import { type RequestName, requests } from './requests.ts'
import { isApprovalMethod } from './rpcMethods.ts'

/** How often a page may ask: `machine` for what no person notices, `person` for logins and approvals. */
export type Pace = 'machine' | 'person'

/** Requests a second in the long run, and how many may come at once. */
export const paces = {
  machine: { perSecond: 200, burst: 400 },
  person: { perSecond: 5, burst: 10 },
} as const satisfies Record<Pace, { perSecond: number; burst: number }>

/** Requests that may wait for their answer at the same time. */
export const maxInFlight = 256

/** The pace of a request as it arrives; `payload` is not parsed yet. */
export const paceOf = (name: RequestName, payload: unknown): Pace => {
  if (name !== 'RPC_REQUEST') return requests[name].pace
  const method = typeof payload === 'object' && payload !== null ? (payload as { method?: unknown }).method : null
  return isApprovalMethod(method) ? 'person' : 'machine'
}

/** What one page may take of us, over however many lines: opening another one gives it nothing more. */
export type Limiter = {
  /** Whether a request may come in now; one that may not costs nothing, one that may has to `leave`. */
  enter(pace: Pace): boolean
  leave(): void
}

/**
 * Token buckets, one a pace, and room for `maxInFlight`.
 *
 * @param now Milliseconds. A clock that goes back costs the page the time it went back, and gives it nothing.
 */
export const createLimiter = (now: () => number): Limiter => {
  const buckets: Record<Pace, number> = { machine: paces.machine.burst, person: paces.person.burst }
  let filledAt = now()
  let inFlight = 0
  return {
    enter(pace) {
      const time = now()
      const seconds = Math.max(0, time - filledAt) / 1000
      filledAt = Math.max(filledAt, time)
      for (const name of ['machine', 'person'] as const)
        buckets[name] = Math.min(paces[name].burst, buckets[name] + seconds * paces[name].perSecond)
      if (inFlight >= maxInFlight || buckets[pace] < 1) return false
      buckets[pace] -= 1
      inFlight += 1
      return true
    },
    leave() {
      inFlight -= 1
    },
  }
}
