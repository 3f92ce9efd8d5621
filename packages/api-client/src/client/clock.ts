/** Time, as a parameter. */
export type Clock = {
  /** Milliseconds since 1970. */
  now(): number
  /** Resolves after this many milliseconds, or at once when the signal aborts; never rejects. */
  wait(ms: number, signal?: AbortSignal): Promise<void>
}

/** The real clock, with `setTimeout` for waiting. */
export const systemClock: Clock = {
  now: () => Date.now(),
  wait: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve()
      const finish = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', finish)
        resolve()
      }
      const timer = setTimeout(finish, ms)
      signal?.addEventListener('abort', finish)
    }),
}
