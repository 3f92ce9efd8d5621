import type { SharedCache } from './cache.ts'
import type { CacheStore } from './cacheStore.ts'

/** Creates a cache over a store. A store that several processes share gives them one cache. */
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
        // Unreadable, for example from another version: treated as missing and overwritten by the new result.
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
      // A key implies the type that `parse` returns, so calls for one key can share a result.
      const asked = underWay.get(key) as Promise<value> | undefined
      if (asked !== undefined) return asked
      const found = find(key, lifeMs, parse, work).finally(() => underWay.delete(key))
      underWay.set(key, found)
      return found
    },
  }
}
