import { type CacheStore, longestKept } from './cacheStore.ts'

const maxBytes = 64 * 1024 * 1024
/** Memory that a map entry and an object take in addition to their texts. */
const entryBytes = 128

/** The size limit and, for tests, the clock. */
export type MemoryStoreOptions = {
  /** Maximum size of keys and texts together. The least recently used entries are evicted first. */
  maxBytes?: number
  /** Milliseconds since 1970. */
  now?: () => number
}

/** Creates a store for this process only. */
export function createMemoryStore({ maxBytes: most = maxBytes, now = Date.now }: MemoryStoreOptions = {}): CacheStore {
  const entries = new Map<string, { text: string; until: number }>()
  let held = 0
  const weightOf = (key: string, text: string): number => 2 * (key.length + text.length) + entryBytes
  const drop = (key: string): void => {
    const found = entries.get(key)
    if (found === undefined) return
    held -= weightOf(key, found.text)
    entries.delete(key)
  }
  return {
    async get(key) {
      const found = entries.get(key)
      if (found === undefined) return undefined
      if (now() >= found.until) {
        drop(key)
        return undefined
      }
      // Deleted and set again: the map keeps its keys in insertion order.
      entries.delete(key)
      entries.set(key, found)
      return found.text
    },
    async put(key, text, lifeMs) {
      drop(key)
      if (text.length > longestKept) return
      entries.set(key, { text, until: now() + lifeMs })
      held += weightOf(key, text)
      for (const oldest of entries.keys()) {
        if (held <= most) break
        drop(oldest)
      }
    },
    close: async () => {},
  }
}
