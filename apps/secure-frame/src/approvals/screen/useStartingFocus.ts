import { type RefObject, useEffect } from 'react'

/**
 * Starts the keyboard and a screen reader at an element: now or, where that is not possible yet, as soon as it is. A
 * frame that the page has not shown yet cannot focus anything, and the page moves the focus into it when it does; what
 * then counts is where in the frame it lands. A focus that the person has moved since is left alone.
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
    // From no box at all to one: the frame has come on screen.
    const observer = new ResizeObserver(take)
    observer.observe(element)
    return () => {
      removeEventListener('focus', take)
      observer.disconnect()
    }
  }, [start])
}
