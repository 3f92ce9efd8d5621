import { type RequestName, requests } from './requests.ts'
import { isApprovalMethod } from './rpcMethods.ts'

/** How often a page may ask: `machine` for what no person notices, `person` for logins and approvals. */
export type Pace = 'machine' | 'person'

/** Requests a second in the long run, and how many may come at once. */
export const paces = {
  machine: { perSecond: 200, burst: 400 },
  person: { perSecond: 5, burst: 10 },
} as const satisfies Record<Pace, { perSecond: number; burst: number }>

/** The pace of a request as it arrives; `payload` is not parsed yet. */
export const paceOf = (name: RequestName, payload: unknown): Pace => {
  if (name !== 'RPC_REQUEST') return requests[name].pace
  const method = typeof payload === 'object' && payload !== null ? (payload as { method?: unknown }).method : null
  return isApprovalMethod(method) ? 'person' : 'machine'
}

/**
 * Token buckets, one a pace. `take` says whether a request may go on now; one that may not costs nothing.
 *
 * @param now Milliseconds of a clock that never goes back.
 */
export const createLimiter = (now: () => number) => {
  const buckets = { machine: paces.machine.burst as number, person: paces.person.burst as number }
  let filledAt = now()
  return {
    take(pace: Pace): boolean {
      const time = now()
      const seconds = Math.max(0, time - filledAt) / 1000
      filledAt = time
      for (const name of ['machine', 'person'] as const)
        buckets[name] = Math.min(paces[name].burst, buckets[name] + seconds * paces[name].perSecond)
      if (buckets[pace] < 1) return false
      buckets[pace] -= 1
      return true
    },
  }
}
