import type { Clock } from '@latchkey/service-kit/clock'

/** Caches answers by key and evicts the oldest first. */
export type StaleCache<value> = {
  /**
   * Returns the cached answer while it is fresh; else a new one, fetched once for all waiting callers; else, when that fails, the old one.
   */
  get(key: string, ask: () => Promise<value>): Promise<value>
}

export function createStaleCache<value>({
  clock,
  freshMs,
  most,
}: {
  clock: Clock
  freshMs: number
  most: number
}): StaleCache<value> {
  const kept = new Map<string, { value: value; until: number }>()
  const asking = new Map<string, Promise<value>>()

  const keep = (key: string, value: value): void => {
    kept.delete(key)
    kept.set(key, { value, until: clock.now().getTime() + freshMs })
    for (const oldest of kept.keys()) {
      if (kept.size <= most) break
      kept.delete(oldest)
    }
  }
  const askOnce = (key: string, ask: () => Promise<value>): Promise<value> => {
    const asked = asking.get(key) ?? ask().finally(() => asking.delete(key))
    asking.set(key, asked)
    return asked
  }
  return {
    async get(key, ask) {
      const found = kept.get(key)
      if (found !== undefined && clock.now().getTime() < found.until) return found.value
      try {
        const value = await askOnce(key, ask)
        keep(key, value)
        return value
      } catch (error) {
        if (found === undefined) throw error
        return found.value
      }
    },
  }
}
