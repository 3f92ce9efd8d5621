import { AsyncLocalStorage } from 'node:async_hooks'
import { AppError } from '@latchkey/protocol/errors'

const signals = new AsyncLocalStorage<AbortSignal>()

/** Runs `work` for a caller; what it calls can see whether they are still there. */
export const forCaller = <result>(signal: AbortSignal, work: () => Promise<result>): Promise<result> =>
  signals.run(signal, work)

/** Aborts when the caller leaves, for work that may stop in the middle. Undefined where nobody waits. */
export const callerSignal = (): AbortSignal | undefined => signals.getStore()

/**
 * Asked before work that has not begun: a caller who has left waits for nothing. What has begun goes on, since a client that
 * did not wait may still count on it. Throws ABORTED.
 */
export function requireCaller(): void {
  if (signals.getStore()?.aborted) throw new AppError('ABORTED')
}
