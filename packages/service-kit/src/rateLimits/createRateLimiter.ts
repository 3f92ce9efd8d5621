import { AppError } from '@latchkey/protocol/errors'
import type { Clock } from '../clock.ts'
import { networkOf } from '../http/networkOf.ts'
import type { LimitedCaller, Limits } from '../limits/limits.ts'
import { type LimitName, limitTable } from '../limits/limitTable.ts'
import type { Allowances } from './allowances.ts'

export type RateLimiter = {
  /**
   * Counts `count` uses of a limit for the caller's network, or for its user or project where the table says so. Throws RATE_LIMITED
   * `{ seconds }`, SERVICE_UNAVAILABLE; what is refused is not counted.
   */
  take(name: LimitName, caller: RatedCaller, count?: number): Promise<void>
}

/** `userId`: whose token the call has, for limits that are counted for users. */
export type RatedCaller = LimitedCaller & { userId?: string }

export type RateLimiterOptions = {
  limits: Limits
  allowances: Allowances
  clock: Clock
}

/** So many in the time of the limit, as many of them at once. */
export function createRateLimiter({ limits, allowances, clock }: RateLimiterOptions): RateLimiter {
  return {
    async take(name, caller, count = 1) {
      const found = limits.find(name, caller)
      const key = keyOf(name, caller)
      if (found === null || key === null) return
      const wholeMs = (limitTable[name].withinSeconds ?? 0) * 1000
      // A batch beyond the whole allowance waits until all of it is there.
      const costMs = Math.floor((Math.min(count, found.max) * wholeMs) / found.max)
      const nowMs = clock.now().getTime()
      const scope = found.ownProject ? ` ${caller.projectId}` : ''
      const waitMs = await allowances.use(`${name} ${key}${scope}`, { costMs, wholeMs, nowMs })
      if (waitMs > 0) throw new AppError('RATE_LIMITED', { details: { seconds: Math.ceil(waitMs / 1000) } })
    },
  }
}

/** Null: nobody that it could be counted for. */
function keyOf(name: LimitName, { ipAddress, projectId, userId }: RatedCaller): string | null {
  switch (limitTable[name].countedFor) {
    case 'network':
      return networkOf(ipAddress)
    case 'user':
      return userId ?? null
    case 'project':
      return projectId
    case 'email':
      return null
  }
}
