import { AppError } from '@latchkey/protocol'

/**
 * An attempt to connect a wallet, and the session that it becomes. It listens to the wallet until it ends, or until the connector has no
 * listeners.
 */
export type Life = {
  /** Fires at its end, with DISCONNECTED: pending requests are rejected. */
  readonly signal: AbortSignal
  hear(): void
  stopHearing(): void
  end(): void
}

/** `follow` subscribes to the wallet and returns a function that unsubscribes; it isn't called before `hear` is. */
export const createLife = (follow: () => () => void): Life => {
  const ending = new AbortController()
  let stop: (() => void) | null = null
  const stopHearing = (): void => {
    stop?.()
    stop = null
  }
  return {
    signal: ending.signal,
    hear() {
      stop ??= follow()
    },
    stopHearing,
    end() {
      ending.abort(new AppError('DISCONNECTED'))
      stopHearing()
    },
  }
}
