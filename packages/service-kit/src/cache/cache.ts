/**
 * What was dear to find out, kept for a while, by key. It may forget anything at any time, and it is never a reason for a call
 * to fail. Whatever is read out of it was written by somebody else: the caller parses it.
 */
export type SharedCache = {
  /** What was put, through JSON; undefined where there is nothing, or nothing that can be read. */
  get(key: string): Promise<unknown>
  /** `value`: JSON. `lifeMs`: from 1. */
  put(key: string, value: unknown, lifeMs: number): Promise<void>
  /**
   * What is there, if `parse` does not throw at it; else what `work` finds out, which is kept. All who ask for one key at the
   * same time in this process share one answer, or one failure, which is not kept.
   */
  once<value>(key: string, lifeMs: number, parse: (kept: unknown) => value, work: () => Promise<value>): Promise<value>
}
