/** All timeouts between page and frame, in milliseconds (specification sections 4 and 9). */
export const timeouts = {
  /** From attaching the iframe to its READY. Alert APKT003. */
  frameLoadMs: 20_000,
  /**
   * From attaching the iframe, and again from its load, to the first HELLO without READY, which may be lost. Each further wait is twice as
   * long.
   */
  helloMs: 1_000,
  /** From the load of the document in the frame to a first report that it is silent; the wait for READY goes on. */
  frameSilenceMs: 3_000,
  /** Steps that may involve the user. Alert APKT004. */
  interactiveMs: 120_000,
  /** Steps without the user. */
  machineMs: 20_000,
  signOutMs: 3_000,
  /** The interval of heartbeats while a reply is pending, and the timeout of each. */
  heartbeatMs: 5_000,
  /** A frame of another implementation may send READY before it listens; ours needs no such delay. */
  frameReadyDelayMs: 500,
} as const
