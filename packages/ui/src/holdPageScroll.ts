const scrolls = (element: Element): boolean =>
  element.scrollHeight > element.clientHeight && /auto|scroll/.test(getComputedStyle(element).overflowY)

/**
 * Keep wheel and finger from scrolling the page behind a dialog, without touching the page's own styles.
 * A pinch stays free, so that everyone can zoom. Returns what undoes it.
 */
export const holdPageScroll = (dialog: HTMLElement): (() => void) => {
  const hold = (event: Event): void => {
    if ('touches' in event && event.touches instanceof TouchList && event.touches.length > 1) return
    const inside = event.composedPath()
    const path = inside.slice(0, inside.indexOf(dialog))
    if (!path.some((element) => element instanceof Element && scrolls(element))) event.preventDefault()
  }
  const options = { passive: false }
  dialog.addEventListener('wheel', hold, options)
  dialog.addEventListener('touchmove', hold, options)
  return () => {
    dialog.removeEventListener('wheel', hold)
    dialog.removeEventListener('touchmove', hold)
  }
}
