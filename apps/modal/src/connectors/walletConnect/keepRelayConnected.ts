import type { Client } from './Client.ts'

type Relayer = Client['core']['relayer']

const firstPauseMs = 500
const longestPauseMs = 8_000

/**
 * Keeps the connection to the relay open. The client stops retrying after a refused connection, and would receive nothing until the next
 * request; a phone's browser drops the connection whenever the user is in the wallet's app.
 *
 * @returns a function that stops it.
 */
export const keepRelayConnected = (relayer: Relayer): (() => void) => {
  let pauseMs = firstPauseMs
  let timer: ReturnType<typeof setTimeout> | undefined
  let isActive = true

  const reopen = (): void => {
    clearTimeout(timer)
    timer = undefined
    if (!isActive || relayer.connected) return
    // Without topics there is nothing to receive.
    void relayer.transportOpen().then(settle, settle)
  }
  const settle = (): void => {
    if (!isActive || relayer.connected) pauseMs = firstPauseMs
    else retry()
  }
  const retry = (): void => {
    if (!isActive || timer !== undefined) return
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
    isActive = false
    clearTimeout(timer)
    relayer.off('relayer_disconnect', retry)
    if (typeof document !== 'undefined') document.removeEventListener('visibilitychange', comeBack)
  }
}
