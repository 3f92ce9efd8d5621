/** The time between polls, in milliseconds, while the user looks at this document, and while it is in the background. */
const seenMs = 2_000
const hiddenMs = 8_000

/** Waits until the next poll is due: for a while, or until the user comes back. Resolves at once when aborted. */
export type Pause = (signal: AbortSignal) => Promise<void>

export const createPause =
  (document: Document): Pause =>
  (signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve()
      const end = (): void => {
        clearTimeout(timer)
        document.removeEventListener('visibilitychange', end)
        signal.removeEventListener('abort', end)
        resolve()
      }
      const timer = setTimeout(end, document.visibilityState === 'visible' ? seenMs : hiddenMs)
      document.addEventListener('visibilitychange', end)
      signal.addEventListener('abort', end)
    })
