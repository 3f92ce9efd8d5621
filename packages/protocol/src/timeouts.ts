/** Every wait between page and frame, in milliseconds (specification sections 4 and 9). */
export const timeouts = {
  /** From attaching the iframe to its READY. Alert APKT003. */
  frameLoadMs: 20_000,
  /**
   * From attaching the iframe, and again from its load, to the first HELLO without READY, which may be lost. Each wait for
   * the next is twice as long.
   */
  knockMs: 1_000,
  /** From the load of the document in the frame to a first report that it says nothing; the wait for READY goes on. */
  frameSilenceMs: 3_000,
  /** Steps in which a person may be involved. Alert APKT004. */
  interactiveMs: 120_000,
  /** Steps between machines. */
  machineMs: 20_000,
  signOutMs: 3_000,
  /** Between two questions whether a frame that owes an answer is alive, and how long each may take. */
  heartbeatMs: 5_000,
  /** A frame of another make may say READY before it listens; ours need not wait so long. */
  frameReadyDelayMs: 500,
} as const
