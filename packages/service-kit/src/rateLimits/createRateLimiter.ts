import { AppError } from '@latchkey/protocol/errors'
import type { Clock } from '../clock.ts'
import type { Allowances } from './allowances.ts'
import type { RatedName, Rates } from './rates.ts'

export type RateLimiter = {
  /**
   * Counts `calls` of a row for somebody. Throws RATE_LIMITED `{ seconds }`, SERVICE_UNAVAILABLE; what is refused is not
   * counted.
   */
  take(name: RatedName, who: string, calls?: number): Promise<void>
}

export type RateLimiterOptions = {
  /** Null: no limits, for a machine of one's own. */
  rates: Rates | null
  allowances: Allowances
  clock: Clock
}

const minuteMs = 60_000

/** So many calls a minute, as many of them at once. */
export function createRateLimiter({ rates, allowances, clock }: RateLimiterOptions): RateLimiter {
  if (rates === null) return { take: async () => {} }
  return {
    async take(name, who, calls = 1) {
      // A batch beyond the whole allowance waits until all of it is there.
      const costMs = Math.floor((Math.min(calls, rates[name]) * minuteMs) / rates[name])
      const nowMs = clock.now().getTime()
      const waitMs = await allowances.use(`${name} ${who}`, { costMs, wholeMs: minuteMs, nowMs })
      if (waitMs > 0) throw new AppError('RATE_LIMITED', { details: { seconds: Math.ceil(waitMs / 1000) } })
    },
  }
}
