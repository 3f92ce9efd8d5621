/**
 * RateLimitStore that fill up again as time passes (token buckets), by key. One number says all of one: when it is whole again.
 * Processes that share a store share the allowances in it.
 */
export type RateLimitStore = {
  /** Uses a part. Answers 0, or, with nothing used, in how many milliseconds there is enough. Throws SERVICE_UNAVAILABLE. */
  use(key: string, part: RateLimitUse): Promise<number>
  /** Answers as `use` would, and uses nothing. Throws SERVICE_UNAVAILABLE. */
  wait(key: string, part: RateLimitUse): Promise<number>
  /**
   * Adds a member to a set, whose members have one length, and which expires `lifeMs` after the last one was added. Returns false when the
   * set has it already. Only of a store that all processes share. Throws SERVICE_UNAVAILABLE.
   */
  remember?(set: string, member: Uint8Array, lifeMs: number): Promise<boolean>
  /** Whether the store answers. */
  check(): Promise<boolean>
  close(): Promise<void>
}

/** The use of one rate limit as a token bucket, in time instead of tokens. */
export type RateLimitUse = {
  /** How long it takes to fill up again, in milliseconds. */
  costMs: number
  /** How long the whole allowance takes; no less than `costMs`. */
  wholeMs: number
  /** Since 1970. */
  nowMs: number
}
