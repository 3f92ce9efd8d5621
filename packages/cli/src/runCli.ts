export const usage = `Usage: latchkey [options]

  --help     print this
  --version  print the version

Exits with 2 when the command or option doesn't exist.`

export type Terminal = {
  /** Prints a line to the standard output. */
  readonly say: (line: string) => void
  /** Prints a line to the standard error. */
  readonly complain: (line: string) => void
}

/** Runs a command line and returns the exit code: 0, or 2 when the command or option doesn't exist. */
export const runCli = (args: readonly string[], version: string, { say, complain }: Terminal): number => {
  const [first = '--help'] = args
  if (first === '--help') say(usage)
  else if (first === '--version') say(version)
  else {
    const kind = first.startsWith('-') ? 'option' : 'command'
    complain(`latchkey: There is no ${kind} ${JSON.stringify(first)}. Run latchkey --help to see what there is.`)
    return 2
  }
  return 0
}
