const scrolls = (element: Element): boolean =>
  element.scrollHeight > element.clientHeight && /auto|scroll/.test(getComputedStyle(element).overflowY)

/**
 * Keeps wheel and touch from scrolling the page behind a dialog, without touching the page's own styles. Pinch to zoom still works. Returns
 * a function that undoes it.
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
