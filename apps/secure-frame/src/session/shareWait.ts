/**
 * Shares one long wait between all callers: it begins with the first of them and is aborted when the last has aborted.
 * A caller that aborts fails with its signal's reason; the others keep waiting.
 */
export const shareWait = <result>(wait: (signal: AbortSignal) => Promise<result>) => {
  let shared: { outcome: Promise<result>; controller: AbortController; waiters: number } | null = null

  const join = () => {
    if (shared !== null) return shared
    const controller = new AbortController()
    const mine = { outcome: wait(controller.signal), controller, waiters: 0 }
    const isOver = (): void => {
      if (shared === mine) shared = null
    }
    mine.outcome.then(isOver, isOver)
    shared = mine
    return mine
  }

  return async (signal: AbortSignal): Promise<result> => {
    signal.throwIfAborted()
    const mine = join()
    mine.waiters++
    const { promise: gone, reject } = Promise.withResolvers<never>()
    const giveUp = (): void => reject(signal.reason)
    signal.addEventListener('abort', giveUp)
    try {
      return await Promise.race([mine.outcome, gone])
    } finally {
      signal.removeEventListener('abort', giveUp)
      mine.waiters--
      if (mine.waiters === 0) {
        if (shared === mine) shared = null
        mine.controller.abort()
      }
    }
  }
}
