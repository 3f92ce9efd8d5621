/** Where a command prints. */
export type Terminal = {
  /** Prints a line to the standard output. */
  readonly say: (line: string) => void
  /** Prints a line to the standard error. */
  readonly complain: (line: string) => void
}

/** Thrown for a command line that can't be run: the message has the reason, in one line. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** A command of the CLI; `usage` is printed for `--help`. */
export type Command = {
  readonly usage: string
  /** Returns the exit code: 0, or 1 when it found a fault. Throws UsageError. */
  run(args: readonly string[], terminal: Terminal): Promise<number>
}
