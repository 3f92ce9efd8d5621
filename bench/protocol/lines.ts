/** The compared channels: bare messages, and calls through client and host. */
export const lines = {
  rawWindow: 'window.postMessage, bare',
  rawPort: 'MessagePort, bare',
  profile4: 'client and host, profile 4',
  profile5: 'client and host, profile 5',
} as const

export type LineName = keyof typeof lines

/** The page's interface for the measurement. */
export type Bench = {
  open(line: LineName, frameOrigin: string): Promise<void>
  /** @returns milliseconds that `count` round trips took, with so many in flight at once. */
  run(line: LineName, count: number, inFlight: number): Promise<number>
  /** @returns microseconds to decode, size and parse one message, by its title. */
  parse(count: number): Record<string, number>
}
