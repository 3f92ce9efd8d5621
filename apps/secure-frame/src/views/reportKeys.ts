import type { FrameKeyEvent } from '@latchkey/protocol'

const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex]'

const stopsOf = (document: Document): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(focusable)].filter(
    (element) => element.tabIndex >= 0 && element.closest('[inert]') === null && element.checkVisibility(),
  )

/** Returns whether there is a tab stop after the element, or before it for Shift+Tab. */
const hasNext = (stops: readonly HTMLElement[], from: Element | null, isBack: boolean): boolean => {
  if (from === null || from === from.ownerDocument.body) return stops.length > 0
  const wanted = isBack ? Node.DOCUMENT_POSITION_PRECEDING : Node.DOCUMENT_POSITION_FOLLOWING
  return stops.some((stop) => stop !== from && (from.compareDocumentPosition(stop) & wanted) !== 0)
}

/**
 * Notifies the page when the keyboard leaves (wire design, section 7.8): Tab on the last element or Shift+Tab on the first,
 * and an Escape that closes nothing here. Otherwise, the browser would let the focus leave the page's dialog.
 */
export const reportKeys = (document: Document, tell: (event: FrameKeyEvent) => void): void => {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing) return
    if (event.key === 'Escape') return tell({ event: 'ESCAPE' })
    if (event.key !== 'Tab' || event.altKey || event.ctrlKey || event.metaKey) return
    if (hasNext(stopsOf(document), document.activeElement, event.shiftKey)) return
    event.preventDefault()
    tell({ event: 'FOCUS_EXIT', edge: event.shiftKey ? 'start' : 'end' })
  })
}
