import { type RefObject, useEffect } from 'react'

/**
 * Returns the focus to the control that had it when something in `place` takes it without user input, as a modal does for its first field
 * when it opens. Focus that follows a pointer over the place, or the Tab key, stays.
 */
export const useKeepFocus = (place: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const element = place.current
    if (element === null) return
    let isTabbing = false
    const noteKey = ({ key }: KeyboardEvent): void => {
      isTabbing = key === 'Tab'
    }
    const notePointer = (): void => {
      isTabbing = false
    }
    const giveBack = ({ target, relatedTarget }: FocusEvent): void => {
      if (isTabbing || element.matches(':hover') || (relatedTarget !== null && element.contains(relatedTarget as Node)))
        return
      if (relatedTarget instanceof HTMLElement) relatedTarget.focus({ preventScroll: true })
      else if (target instanceof Element) (target.shadowRoot?.activeElement as HTMLElement | null)?.blur()
    }
    const leaving = new AbortController()
    const { signal } = leaving
    document.addEventListener('keydown', noteKey, { capture: true, signal })
    document.addEventListener('pointerdown', notePointer, { capture: true, signal })
    element.addEventListener('focusin', giveBack, { signal })
    return () => leaving.abort()
  }, [place])
}
