import { type RefObject, useEffect } from 'react'

/**
 * Moves the focus to an element for the keyboard and screen readers: now or, where that is not possible yet, as soon as it
 * is. A frame that the page has not shown yet can't focus anything, and the page moves the focus into it when it does; only
 * the position in the frame matters then. Keeps a focus that the user has moved since.
 */
export const useStartingFocus = (start: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const element = start.current
    if (element === null) return
    const take = (): void => {
      const { activeElement } = document
      if (activeElement === null || activeElement === document.body) element.focus({ preventScroll: true })
    }
    window.focus()
    element.focus({ preventScroll: true })
    addEventListener('focus', take)
    // The element had no box and has one now: the frame is on screen.
    const observer = new ResizeObserver(take)
    observer.observe(element)
    return () => {
      removeEventListener('focus', take)
      observer.disconnect()
    }
  }, [start])
}
