/** How long a button has to be seen, in one piece, before it can be pressed, in milliseconds. */
const armingMs = 700
/** How much has to be on screen. */
const minShare = 0.95
/** How long it may stay out of sight before the person is told why it waits, in milliseconds. */
const unseenMs = 3_000

type Arming = {
  button: HTMLButtonElement
  /** What has to be seen. Not the button: until it is armed it is see-through itself. */
  around: Element
  /** Whether it waits for being seen, once that takes long. */
  tellUnseen(isUnseen: boolean): void
}

/**
 * Keeps a button disabled until a person can have read what it is for: what is around it has been on screen all that time,
 * in a tab that shows, and, where the engine can tell (IntersectionObserver version 2), neither covered nor made
 * see-through by a document around this one. Losing any of it starts over. Returns what ends the watch and leaves the
 * button disabled.
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
    // What an engine without version 2 does not know, it ignores.
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
