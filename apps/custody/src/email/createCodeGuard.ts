import { isAppError } from '@latchkey/protocol/errors'
import type { Log } from '@latchkey/service-kit/log'
import type { Metrics } from '@latchkey/service-kit/metrics/createMetrics'
import type { RateLimiter } from '@latchkey/service-kit/rateLimits/createRateLimiter'

/**
 * Counts wrong codes of all users together. Three tries per code and a few codes per hour stop an attacker who guesses at one address; this
 * stops one who guesses at all of them: while too many codes are wrong, every code for an unknown device takes a harder challenge
 * (`mail/admitMail.ts`).
 */
export type CodeGuard = {
  /** A try was used up. Entries for an expired code guess nothing, and do not count. */
  noteWrong(): Promise<void>
  /** Returns whether too many were wrong lately. */
  isBraking(): Promise<boolean>
}

export type CodeGuardOptions = { limiter: RateLimiter; log: Log; metrics?: Metrics | undefined; now: () => number }

const everyone = { ipAddress: '', projectId: null }
/** Wrong codes continue: the budget has to refill this much before the brake is released. */
const leastLeftPercent = 10
/** The least time between two log lines. */
const logEveryMs = 60_000

export function createCodeGuard({ limiter, log, metrics, now }: CodeGuardOptions): CodeGuard {
  let loggedAt = Number.NEGATIVE_INFINITY

  async function noteWrong(): Promise<void> {
    try {
      await limiter.take('wrongCodes', everyone)
    } catch (error) {
      // The result for the code does not depend on whether it could be counted.
      if (!isAppError(error, 'RATE_LIMITED') || now() - loggedAt < logEveryMs) return
      loggedAt = now()
      log({ level: 'warn', event: 'too many wrong codes', authority: 'custody' })
    }
  }
  const isBraking = () => limiter.isShort('wrongCodes', everyone, leastLeftPercent)
  metrics?.watch('latchkey_code_brake', async () => [[{}, (await isBraking()) ? 1 : 0]])
  return { noteWrong, isBraking }
}
