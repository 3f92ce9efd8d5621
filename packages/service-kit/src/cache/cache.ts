/**
 * A cache of expensive results, by key. It may drop any entry at any time, and never makes a call fail. Entries may come from another
 * writer, so the caller parses them.
 */
export type SharedCache = {
  /** Returns the stored value, decoded from JSON; undefined when there is none or it can't be read. */
  get(key: string): Promise<unknown>
  /** `value`: JSON. `lifeMs`: from 1. */
  put(key: string, value: unknown, lifeMs: number): Promise<void>
  /**
   * Returns the cached value if `parse` accepts it; otherwise calls `work` and caches its result. Concurrent calls for one key in this
   * process share one result, or one failure, which is not cached.
   */
  once<value>(key: string, lifeMs: number, parse: (kept: unknown) => value, work: () => Promise<value>): Promise<value>
}
