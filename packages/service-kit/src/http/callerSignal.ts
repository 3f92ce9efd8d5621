import { AsyncLocalStorage } from 'node:async_hooks'
import { AppError } from '@latchkey/protocol/errors'

const signals = new AsyncLocalStorage<AbortSignal>()

/** Runs `work` for a caller; functions that it calls can check whether the caller is still connected. */
export const forCaller = <result>(signal: AbortSignal, work: () => Promise<result>): Promise<result> =>
  signals.run(signal, work)

/** Aborts when the caller disconnects, for work that may stop midway. Undefined when there is no caller. */
export const callerSignal = (): AbortSignal | undefined => signals.getStore()

/**
 * Called before work starts: a caller who has disconnected needs no result. Work that has started continues, since a client that didn't
 * wait may still count on it. Throws ABORTED.
 */
export function requireCaller(): void {
  if (signals.getStore()?.aborted) throw new AppError('ABORTED')
}
