/** How to probe a server that no call uses, and how often at most. */
export type IdleLookOptions = {
  /** Resolves when the server responds. Rejects, or takes longer than `lookMs`, when it doesn't. */
  look(): Promise<unknown>
  lookMs?: number
  /** Number of probes in reserve, and how long it takes to regain one. */
  burst?: number
  everyMs?: number
  /** Milliseconds of a monotonic clock. */
  now?: () => number
}

/**
 * Returns a check whether a server responds that calls may not have used for hours. Each check probes, without rejecting the server's
 * callers: a slow handshake is no reason to.
 *
 * The endpoint is public, so probes are limited: with none in reserve, the last result is returned.
 */
export function createIdleLook({
  look,
  lookMs = 1_500,
  burst = 20,
  everyMs = 10_000,
  now = () => performance.now(),
}: IdleLookOptions): () => Promise<boolean> {
  let reserve = burst
  let countedAt = now()
  let last: Promise<boolean> = Promise.resolve(true)
  let isLooking = false

  const lookOnce = async (): Promise<boolean> => {
    isLooking = true
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const timer = setTimeout(resolve, lookMs, false)
    timer.unref()
    look().then(
      () => resolve(true),
      () => resolve(false),
    )
    const isThere = await promise
    clearTimeout(timer)
    isLooking = false
    return isThere
  }
  return () => {
    const gained = Math.floor((now() - countedAt) / everyMs)
    reserve = Math.min(burst, reserve + gained)
    countedAt += gained * everyMs
    if (isLooking || reserve < 1) return last
    reserve--
    last = lookOnce()
    return last
  }
}
