/** Maximum size of the log (specification section 9). */
const maxBytes = 1_024_000
/** Maximum length of a line, in characters. */
const maxLength = 4096

export type LogBuffer = {
  /** Adds a line; line breaks in it are written as `\n`. The oldest lines are removed to make room. */
  add(line: string): void
  /** The lines that are kept, the oldest first: at most 1,024,000 bytes of UTF-8. */
  read(): string
}

/** Creates a buffer of `limitBytes`, in memory. */
export function createLogBuffer(limitBytes = maxBytes): LogBuffer {
  const encoder = new TextEncoder()
  let kept: { text: string; bytes: number }[] = []
  /** Index of the oldest line; entries before it are removed once they are half of the list. */
  let first = 0
  let bytes = 0
  return {
    add(line) {
      const text = `${line.slice(0, maxLength).replace(/\r?\n|\r/g, '\\n')}\n`
      const added = { text, bytes: encoder.encode(text).length }
      kept.push(added)
      bytes += added.bytes
      while (bytes > limitBytes) bytes -= kept[first++]?.bytes ?? bytes
      if (first * 2 > kept.length) {
        kept = kept.slice(first)
        first = 0
      }
    },
    read: () =>
      kept
        .slice(first)
        .map(({ text }) => text)
        .join(''),
  }
}
