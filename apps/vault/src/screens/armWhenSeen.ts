/** How long a button has to be visible without interruption before it can be pressed, in milliseconds. */
const armingMs = 700
/** The share that has to be on screen. */
const minShare = 0.95
/** How long it may stay out of sight before the user sees why it waits, in milliseconds. */
const unseenMs = 3_000

type Arming = {
  button: HTMLButtonElement
  /** The element that has to be visible. Not the button: it is transparent until it is armed. */
  around: Element
  /** Reports whether it still waits for visibility, once that takes long. */
  tellUnseen(isUnseen: boolean): void
}

/**
 * Keeps a button disabled until a user can have read its context: the surrounding element has been on screen all that time, in a visible
 * tab, and, where supported (IntersectionObserver version 2), neither covered nor made transparent by an embedding document. Losing any of
 * it restarts the time. Returns a function that ends the watch and leaves the button disabled.
 */
export const armWhenSeen = (window: Window, { button, around, tellUnseen }: Arming): (() => void) => {
  const { document } = window
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOnView = false
  const look = (): void => {
    clearTimeout(timer)
    button.disabled = true
    const isSeen = isOnView && document.visibilityState === 'visible'
    if (isSeen) tellUnseen(false)
    timer = isSeen
      ? setTimeout(() => {
          button.disabled = false
        }, armingMs)
      : setTimeout(() => tellUnseen(true), unseenMs)
  }
  const observer = new IntersectionObserver(
    (entries) => {
      const last = entries.at(-1) as (IntersectionObserverEntry & { isVisible?: boolean }) | undefined
      const isSeen = last !== undefined && last.intersectionRatio >= minShare && last.isVisible !== false
      if (isSeen === isOnView) return
      isOnView = isSeen
      look()
    },
    // Engines without version 2 ignore unknown options.
    { threshold: minShare, trackVisibility: true, delay: 100 } as IntersectionObserverInit,
  )
  observer.observe(around)
  document.addEventListener('visibilitychange', look)
  look()
  return () => {
    observer.disconnect()
    document.removeEventListener('visibilitychange', look)
    clearTimeout(timer)
    button.disabled = true
  }
}
