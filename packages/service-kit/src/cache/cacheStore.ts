/** Where texts are kept for a while, by key. Neither call throws: a store that is away is empty. */
export type CacheStore = {
  get(key: string): Promise<string | undefined>
  /** Takes the place of what is there. `lifeMs`: from 1. */
  put(key: string, text: string, lifeMs: number): Promise<void>
  close(): Promise<void>
}

/** A longer text is not kept: it would push out too much else. In UTF-16 units. */
export const longestKept = 512 * 1024
