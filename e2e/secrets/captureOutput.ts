/** Somewhere a process writes: its standard output or standard error. */
export type OutputStream = { write: (chunk: string) => boolean }

/** What a process says while it is listened to. */
export type Output = {
  lines(): string[]
  /** Goes on writing, unheard. */
  stop(): void
}

/** Hears all that is written to these streams from now on, which still arrives where it was to go. */
export function captureOutput(streams: readonly OutputStream[]): Output {
  const chunks: string[] = []
  const restores = streams.map((stream) => {
    const { write } = stream
    const heard = (...written: unknown[]): boolean => {
      const [chunk] = written
      chunks.push(chunk instanceof Uint8Array ? new TextDecoder().decode(chunk) : String(chunk))
      return Reflect.apply(write, stream, written) as boolean
    }
    stream.write = heard
    return () => {
      stream.write = write
    }
  })
  return {
    lines: () => chunks.join('').split('\n'),
    stop: () => {
      for (const restore of restores) restore()
    },
  }
}
