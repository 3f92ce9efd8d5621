/** A page in an invisible iframe draws nothing, and has no event for that. */
const maxWaitMs = 250

/** Resolves once the changes are painted, or soon after where nothing is painted: in a hidden page at once. */
export const untilPainted = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.visibilityState === 'hidden') setTimeout(resolve)
    else {
      requestAnimationFrame(() => setTimeout(resolve))
      setTimeout(resolve, maxWaitMs)
    }
  })
