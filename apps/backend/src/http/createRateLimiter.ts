import type { EndpointName } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import type { Clock } from '../clock.ts'
import type { Rates } from './rates.ts'

export type RateLimiter = {
  /** Counts `calls` of a row for somebody. Throws RATE_LIMITED `{ seconds }`; what is refused is not counted. */
  take(name: EndpointName, who: string, calls?: number): void
}

/** Those who called least lately are forgotten beyond so many: a flood of addresses must not fill the memory. */
const mostRemembered = 100_000
const minuteMs = 60_000

type Bucket = { left: number; atMs: number }

/** Token buckets in memory. Null: no limits, for a machine of one's own. */
export function createRateLimiter(rates: Rates | null, clock: Clock): RateLimiter {
  if (rates === null) return { take: () => {} }
  const buckets = new Map<string, Bucket>()
  return {
    take(name, who, calls = 1) {
      const key = `${name} ${who}`
      const most = rates[name]
      const nowMs = clock.now().getTime()
      const known = buckets.get(key)
      const left = known === undefined ? most : Math.min(most, known.left + ((nowMs - known.atMs) * most) / minuteMs)
      // A batch beyond the whole allowance waits until all of it is there.
      const wanted = Math.min(calls, most)
      if (left < wanted) {
        const seconds = Math.ceil(((wanted - left) * minuteMs) / most / 1000)
        throw new AppError('RATE_LIMITED', { details: { seconds } })
      }
      // Taken out first: the map keeps its keys in the order in which they were put in.
      buckets.delete(key)
      buckets.set(key, { left: left - wanted, atMs: nowMs })
      const [oldest] = buckets.keys()
      if (buckets.size > mostRemembered && oldest !== undefined) buckets.delete(oldest)
    },
  }
}
