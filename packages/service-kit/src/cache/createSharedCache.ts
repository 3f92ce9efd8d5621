import type { SharedCache } from './cache.ts'
import type { CacheStore } from './cacheStore.ts'

/** A cache over a store. Stores that several processes share make it one cache for all of them. */
export function createSharedCache(store: CacheStore): SharedCache {
  const underWay = new Map<string, Promise<unknown>>()

  const get = async (key: string): Promise<unknown> => {
    const text = await store.get(key)
    if (text === undefined) return undefined
    try {
      return JSON.parse(text)
    } catch {
      return undefined
    }
  }
  const put = async (key: string, value: unknown, lifeMs: number): Promise<void> => {
    const text = JSON.stringify(value) as string | undefined
    if (text !== undefined) await store.put(key, text, lifeMs)
  }
  const find = async <value>(
    key: string,
    lifeMs: number,
    parse: (kept: unknown) => value,
    work: () => Promise<value>,
  ): Promise<value> => {
    const kept = await get(key)
    if (kept !== undefined) {
      try {
        return parse(kept)
      } catch {
        // Of another version of ours, or nobody's: as if it were not there. What is found out takes its place.
      }
    }
    const found = await work()
    await put(key, found, lifeMs)
    return found
  }

  return {
    get,
    put,
    once<value>(key: string, lifeMs: number, parse: (kept: unknown) => value, work: () => Promise<value>) {
      // Whoever asks for a key asks for the same thing: a key names what `parse` gives, too.
      const asked = underWay.get(key) as Promise<value> | undefined
      if (asked !== undefined) return asked
      const found = find(key, lifeMs, parse, work).finally(() => underWay.delete(key))
      underWay.set(key, found)
      return found
    },
  }
}
