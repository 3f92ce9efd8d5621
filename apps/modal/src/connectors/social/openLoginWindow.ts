/**
 * A window in which the user signs in with a login provider.
 *
 * It opens on a page of the wallet, goes to the provider, and comes back to a page of the wallet, which posts the result to the page that
 * opened the window (wire protocol, section 6). A message is accepted only from that window, then only from the wallet's origin, then only
 * in its shape. Where a provider, or this page, asks the browser to isolate windows (Cross-Origin-Opener-Policy), the window looks closed
 * from here and is not.
 */

import { type OpenerWindow, popupFeatures } from './popupFeatures.ts'

export type LoginWindowOptions = {
  opener: OpenerWindow
  /** Origin of the wallet, as a browser writes it. */
  walletOrigin: string
  /** Calls a function once after `delayMs`; returns a function that cancels it. */
  after(delayMs: number, act: () => void): () => void
}

export type LoginWindow = {
  /** Navigates it to another page, once it shows its first one. False when it is unreachable, or shows nothing for 5 seconds. */
  lead(address: string): Promise<boolean>
  /** Brings it to the front. */
  focus(): void
  close(): void
  /**
   * Waits for its result, once: the address that the wallet's page posts, or that the window is closed or unreachable.
   * `isLikelyClosed`: the user is back in this page; after that the address may still come. Returns a function that stops it.
   */
  follow(events: { onResult(resultUri: string): void; onLost(isLikelyClosed: boolean): void }): () => void
}

const size = { width: 600, height: 800 }
/** No event reports a closed window, so it is polled. */
const lookMs = 500
const longest = 4096

/** Between two looks whether a window shows its first page, and how long that is waited for. */
const pollMs = 50
const arrivalMs = 5_000

/**
 * Whether a window shows its first page, of another origin. If it is navigated before that, it may stay there permanently: the browser
 * drops a navigation that collides with the one in progress.
 */
const hasArrived = (opened: Window): boolean => {
  try {
    return opened.closed || opened.location.href !== 'about:blank'
  } catch {
    return true
  }
}

const readResult = (data: unknown, walletOrigin: string): string | null => {
  if (typeof data !== 'object' || data === null || !('resultUri' in data)) return null
  const { resultUri } = data
  const isResult =
    typeof resultUri === 'string' && resultUri.length <= longest && resultUri.startsWith(`${walletOrigin}/social#`)
  return isResult ? resultUri : null
}

/** Opens a window, which browsers only allow in a click handler. Null when the browser refuses. */
export function openLoginWindow(
  address: string,
  { opener, walletOrigin, after }: LoginWindowOptions,
): LoginWindow | null {
  const opened = opener.open(address, '_blank', popupFeatures(opener, size))
  if (opened === null) return null
  return {
    async lead(next) {
      for (let waitedMs = 0; !hasArrived(opened) && waitedMs < arrivalMs; waitedMs += pollMs)
        await new Promise<void>((resolve) => void after(pollMs, resolve))
      if (opened.closed || !hasArrived(opened)) return false
      opened.location.replace(next)
      return true
    },
    focus: () => opened.focus(),
    close: () => opened.close(),
    follow({ onResult, onLost }) {
      const hear = ({ source, origin, data }: MessageEvent): void => {
        if (source !== opened || origin !== walletOrigin) return
        const resultUri = readResult(data, walletOrigin)
        if (resultUri === null) return
        stop()
        onResult(resultUri)
      }
      let cancel: () => void = () => undefined
      const look = (): void => {
        // Its last message may still be on its way when it is found closed.
        cancel = after(lookMs, opened.closed ? () => onLost(opener.document.hasFocus()) : look)
      }
      const stop = (): void => {
        opener.removeEventListener('message', hear)
        cancel()
      }
      opener.addEventListener('message', hear)
      look()
      return stop
    },
  }
}
