/** Whether there is any network at all, as a parameter. */
export type Line = {
  isOnline(): boolean
  /** Resolves when there is one again. */
  untilOnline(): Promise<void>
}

/** The browser's connectivity, from `navigator.onLine` and the `online` event. */
export const browserLine: Line = {
  // Not everywhere is it known.
  isOnline: () => navigator.onLine !== false,
  untilOnline: () => new Promise((resolve) => addEventListener('online', () => resolve(), { once: true })),
}
