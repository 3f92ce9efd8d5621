import type { Clock } from '../src/clock.ts'

export type TestClock = Clock & { advance(seconds: number): void }

/** Creates a clock that only advances on request. */
export const createTestClock = (start = new Date('2026-03-01T12:00:00Z')): TestClock => {
  let now = start.getTime()
  return {
    now: () => new Date(now),
    advance: (seconds) => {
      now += seconds * 1000
    },
  }
}
