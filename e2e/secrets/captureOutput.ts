/** A process's standard output or standard error. */
export type OutputStream = { write: (chunk: string) => boolean }

/** A process's captured output. */
export type Output = {
  lines(): string[]
  /** Stops capturing. */
  stop(): void
}

/** Captures everything that is written to these streams from now on; it is still written. */
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
