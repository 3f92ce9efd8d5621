/** The idle time before the page locks, in milliseconds: as long as the vault keeps unused keys. */
export const idleLimitMs = 15 * 60_000

const signs = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const

/**
 * Calls `onIdle` after `limitMs` without input, each time that happens. Also checks when the page becomes visible again:
 * timers of a hidden page are late, and stop while the computer sleeps. Returns a function that stops watching.
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
    // A user who comes back too late finds it locked.
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
