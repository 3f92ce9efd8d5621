/**
 * Show a surface at a height that it had, and what is on it one frame later: the browser shows the surface at once, and
 * lays out its content while that comes in. Nothing in it can have the focus until then. Calls `onRevealed` when the
 * content is there; returns what reveals it now, without a call.
 */
export const veil = (surface: HTMLElement, heightPx: number, onRevealed: () => void): (() => void) => {
  surface.style.setProperty('block-size', `${heightPx}px`)
  surface.style.setProperty('content-visibility', 'hidden')
  let timer: ReturnType<typeof setTimeout> | undefined
  const reveal = (): void => {
    surface.style.removeProperty('block-size')
    surface.style.removeProperty('content-visibility')
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
  // The frame callback comes before its frame is shown, the timer in it after.
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(() => {
      reveal()
      onRevealed()
    })
  })
  return reveal
}
