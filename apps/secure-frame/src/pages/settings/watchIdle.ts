/** How long nobody may touch the page before it locks, in milliseconds: as long as the vault keeps keys that nobody uses. */
export const idleLimitMs = 15 * 60_000

const signs = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const

/**
 * Calls `onIdle` when nobody has touched the page for `limitMs`; again for each such stretch. Looks also when the page comes back
 * into sight: timers of a page that nobody sees are late, and stand still while the computer sleeps. Returns what stops it.
 */
export const watchIdle = (window: Window, limitMs: number, onIdle: () => void): (() => void) => {
  let lastMs = Date.now()
  let timer = 0
  const look = (): void => {
    const leftMs = lastMs + limitMs - Date.now()
    window.clearTimeout(timer)
    if (leftMs <= 0) {
      lastMs = Date.now()
      onIdle()
    }
    timer = window.setTimeout(look, leftMs <= 0 ? limitMs : leftMs)
  }
  const touch = (): void => {
    // Whoever comes back too late finds it locked.
    if (Date.now() - lastMs >= limitMs) look()
    lastMs = Date.now()
  }
  const watch = new AbortController()
  for (const sign of signs) {
    window.addEventListener(sign, touch, { signal: watch.signal, capture: true, passive: true })
  }
  window.document.addEventListener('visibilitychange', look, { signal: watch.signal })
  look()
  return () => {
    watch.abort()
    window.clearTimeout(timer)
  }
}
