import { setTimeout as sleep } from 'node:timers/promises'

const pauseMs = 25

/**
 * Asks until the answer is yes, for at most `limitMs` and one question more: whoever was kept from asking all that time,
 * because this process was busy loading, has not been told no.
 */
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
