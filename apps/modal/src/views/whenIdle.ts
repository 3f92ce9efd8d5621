/** A view that has been on screen for so long is being used. */
const settledMs = 1000

/** Call once the view in front is settled and the browser has nothing else to do. Returns what prevents it. */
export const whenIdle = (act: () => void): (() => void) => {
  let cancelIdle = (): void => undefined
  const timer = setTimeout(() => {
    // WebKit has no idle callbacks.
    if (typeof requestIdleCallback === 'undefined') return act()
    const id = requestIdleCallback(act)
    cancelIdle = () => cancelIdleCallback(id)
  }, settledMs)
  return () => {
    clearTimeout(timer)
    cancelIdle()
  }
}
