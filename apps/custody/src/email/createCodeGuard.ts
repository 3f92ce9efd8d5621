import { isAppError } from '@latchkey/protocol/errors'
import type { Log } from '@latchkey/service-kit/log'
import type { Metrics } from '@latchkey/service-kit/metrics/createMetrics'
import type { RateLimiter } from '@latchkey/service-kit/rateLimits/createRateLimiter'

/**
 * Counts wrong codes of all users together. Three tries a code and a few codes an hour stop who guesses at one address; this stops who
 * guesses at all of them: while too many are wrong, every code for an unknown device takes a longer challenge (`mail/admitMail.ts`).
 */
export type CodeGuard = {
  /** A try of a code was used up. What is entered for a code that is over guesses at nothing, and does not count. */
  noteWrong(): Promise<void>
  /** Whether too many were wrong lately. */
  isBraking(): Promise<boolean>
}

export type CodeGuardOptions = { limiter: RateLimiter; log: Log; metrics?: Metrics | undefined; now: () => number }

const everyone = { ipAddress: '', projectId: null }
/** Wrong codes go on: what was used up has to fill up by so much before the brake is off again. */
const leastLeftPercent = 10
/** Between two lines of the log. */
const logEveryMs = 60_000

export function createCodeGuard({ limiter, log, metrics, now }: CodeGuardOptions): CodeGuard {
  let loggedAt = Number.NEGATIVE_INFINITY

  async function noteWrong(): Promise<void> {
    try {
      await limiter.take('wrongCodes', everyone)
    } catch (error) {
      // The answer about the code does not depend on whether it could be counted.
      if (!isAppError(error, 'RATE_LIMITED') || now() - loggedAt < logEveryMs) return
      loggedAt = now()
      log({ level: 'warn', event: 'too many wrong codes', authority: 'custody' })
    }
  }
  const isBraking = () => limiter.isShort('wrongCodes', everyone, leastLeftPercent)
  metrics?.watch('latchkey_code_brake', async () => [[{}, (await isBraking()) ? 1 : 0]])
  return { noteWrong, isBraking }
}
