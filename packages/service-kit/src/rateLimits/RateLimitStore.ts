/**
 * Rate limits that refill over time (token buckets), by key. A bucket is stored as one number: when it is full again. Processes that share
 * a store share its buckets.
 */
export type RateLimitStore = {
  /** Uses a part of a bucket. Returns 0, or, without using anything, the milliseconds until there is enough. Throws SERVICE_UNAVAILABLE. */
  use(key: string, part: RateLimitUse): Promise<number>
  /** Returns the same as `use`, and uses nothing. Throws SERVICE_UNAVAILABLE. */
  wait(key: string, part: RateLimitUse): Promise<number>
  /**
   * Adds a member to a set, whose members have equal length, and which expires `lifeMs` after the last addition. Returns false if it was a
   * member already. Only in stores that all processes share. Throws SERVICE_UNAVAILABLE.
   */
  remember?(set: string, member: Uint8Array, lifeMs: number): Promise<boolean>
  /** Returns whether the store responds. */
  check(): Promise<boolean>
  close(): Promise<void>
}

/** The use of one rate limit as a token bucket, in time instead of tokens. */
export type RateLimitUse = {
  /** Time that this use takes to refill, in milliseconds. */
  costMs: number
  /** Time of a full refill, in milliseconds; no less than `costMs`. */
  wholeMs: number
  /** The current time, since 1970. */
  nowMs: number
}
