import type { Clock } from '../custody/clock.ts'

export type ManualClock = Clock & {
  /** Lets time pass; due timers run. */
  advance(ms: number): void
  /** Changes the time without running a timer, as a sleeping machine or a corrected clock does. */
  jump(ms: number): void
  /** The number of pending timers. */
  waiting(): number
}

export const manualClock = (nowMs = 1_750_000_000_000): ManualClock => {
  let timers: { atMs: number; run: () => void }[] = []
  return {
    nowMs: () => nowMs,
    schedule: (delayMs, run) => {
      const timer = { atMs: nowMs + delayMs, run }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
    advance: (ms) => {
      nowMs += ms
      const due = timers.filter(({ atMs }) => atMs <= nowMs)
      timers = timers.filter(({ atMs }) => atMs > nowMs)
      for (const { run } of due) run()
    },
    jump: (ms) => {
      nowMs += ms
    },
    waiting: () => timers.length,
  }
}
