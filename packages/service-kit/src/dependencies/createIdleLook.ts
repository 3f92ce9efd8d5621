/** How to probe a server that no call uses, and how often at most. */
export type IdleLookOptions = {
  /** Resolves when the server answers. Rejects, or takes longer than `lookMs`, when it does not. */
  look(): Promise<unknown>
  lookMs?: number
  /** Looks in reserve, and how long it takes until there is one more. */
  burst?: number
  everyMs?: number
  /** Milliseconds of a clock that never goes back. */
  now?: () => number
}

/**
 * Returns what tells whether a server answers that calls may not have needed for hours. Each call looks, and leaves the callers of
 * the server alone: one who is only slow to greet is no reason to reject them.
 *
 * Strangers can ask, so looks are counted: with none in reserve, the last one counts.
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
