import type { Client } from './Client.ts'

type Relayer = Client['core']['relayer']

const firstPauseMs = 500
const longestPauseMs = 8_000

/**
 * Keep the line to the relay. The client gives up after a refused connection, and would hear nothing of the wallet until
 * the next request; a phone's browser cuts the line whenever the visitor is in the wallet's app.
 *
 * @returns what lets go.
 */
export const keepRelayConnected = (relayer: Relayer): (() => void) => {
  let pauseMs = firstPauseMs
  let timer: ReturnType<typeof setTimeout> | undefined
  let isSessionOf = true

  const reopen = (): void => {
    clearTimeout(timer)
    timer = undefined
    if (!isSessionOf || relayer.connected) return
    // Without topics there is nobody to hear.
    void relayer.transportOpen().then(settle, settle)
  }
  const settle = (): void => {
    if (!isSessionOf || relayer.connected) pauseMs = firstPauseMs
    else retry()
  }
  const retry = (): void => {
    if (!isSessionOf || timer !== undefined) return
    timer = setTimeout(reopen, pauseMs)
    pauseMs = Math.min(pauseMs * 2, longestPauseMs)
  }
  const comeBack = (): void => {
    if (document.visibilityState !== 'visible') return
    pauseMs = firstPauseMs
    reopen()
  }

  relayer.on('relayer_disconnect', retry)
  if (typeof document !== 'undefined') document.addEventListener('visibilitychange', comeBack)
  return () => {
    isSessionOf = false
    clearTimeout(timer)
    relayer.off('relayer_disconnect', retry)
    if (typeof document !== 'undefined') document.removeEventListener('visibilitychange', comeBack)
  }
}
