/** Stores texts for a limited time, by key. Neither call throws: an unavailable store counts as empty. */
export type CacheStore = {
  get(key: string): Promise<string | undefined>
  /** Replaces the existing entry. `lifeMs`: from 1. */
  put(key: string, text: string, lifeMs: number): Promise<void>
  close(): Promise<void>
}

/** Longer texts are not stored, since they would evict too many others. In UTF-16 units. */
export const longestKept = 512 * 1024
