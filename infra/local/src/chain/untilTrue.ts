import { setTimeout as sleep } from 'node:timers/promises'

const pauseMs = 25

/** Polls until the result is true, for at most `limitMs`, and once more after that: this process may have been too busy to poll in time. */
export const untilTrue = async (
  ask: () => Promise<boolean>,
  { limitMs, isOver }: { limitMs: number; isOver: () => boolean },
): Promise<boolean> => {
  const deadline = Date.now() + limitMs
  for (;;) {
    const isLast = Date.now() >= deadline
    if (isOver()) return false
    if (await ask()) return true
    if (isLast) return false
    await sleep(pauseMs)
  }
}
