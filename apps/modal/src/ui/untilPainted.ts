/** A page inside an iframe that is out of sight draws nothing, and does not say so. */
const maxWaitMs = 250

/** Resolves once what was drawn is on screen, or soon after where nothing is drawn: in a hidden page at once. */
export const untilPainted = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.visibilityState === 'hidden') setTimeout(resolve)
    else {
      requestAnimationFrame(() => setTimeout(resolve))
      setTimeout(resolve, maxWaitMs)
    }
  })
