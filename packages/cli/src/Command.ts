/** Where a command prints. */
export type Terminal = {
  /** Prints a line to the standard output. */
  readonly say: (line: string) => void
  /** Prints a line to the standard error. */
  readonly complain: (line: string) => void
}

/** A command line that can't be run: the message says why, in one line. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** A command of the CLI; `usage` is printed for `--help`. */
export type Command = {
  readonly usage: string
  /** Returns the exit code: 0, or 1 when something is wrong with what was looked at. Throws UsageError. */
  run(args: readonly string[], terminal: Terminal): Promise<number>
}
