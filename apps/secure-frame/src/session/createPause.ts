/** Between two questions while the person looks at this document, and while they are elsewhere, in milliseconds. */
const seenMs = 2_000
const hiddenMs = 8_000

/** Waits until it is worth asking again: a while, or until the person comes back. Resolves at once when aborted. */
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
