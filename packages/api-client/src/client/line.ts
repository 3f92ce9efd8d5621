/** The network connectivity, as a parameter. */
export type Line = {
  isOnline(): boolean
  /** Resolves when the device is online again. */
  untilOnline(): Promise<void>
}

/** The browser's connectivity, from `navigator.onLine` and the `online` event. */
export const browserLine: Line = {
  // `onLine` isn't available everywhere.
  isOnline: () => navigator.onLine !== false,
  untilOnline: () => new Promise((resolve) => addEventListener('online', () => resolve(), { once: true })),
}
