import { AppError, type ErrorName } from '@latchkey/protocol'

/** Settles as `act` does, or rejects with `reason` when the signal comes first. */
export const unlessAborted = async <result>(
  signal: AbortSignal,
  reason: ErrorName | (() => ErrorName),
  act: Promise<result>,
): Promise<result> => {
  const stopped = Promise.withResolvers<never>()
  const stop = (): void => stopped.reject(new AppError(typeof reason === 'function' ? reason() : reason))
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  try {
    return await Promise.race([act, stopped.promise])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
