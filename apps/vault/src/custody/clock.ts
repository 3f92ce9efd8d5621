export type Clock = {
  /** Milliseconds since 1970. */
  nowMs(): number
  /** Runs once after a delay, at the earliest. Returns a function that cancels it. */
  schedule(delayMs: number, run: () => void): () => void
}

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  schedule: (delayMs, run) => {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
}
