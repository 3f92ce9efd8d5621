import { type Command, type Terminal, UsageError } from './Command.ts'

type Row = { readonly summary: string; load(): Promise<Command> }

/** The commands, by name. Each is loaded when it runs. */
const commands: Readonly<Record<string, Row>> = {
  doctor: {
    summary: 'checks a deployment from outside, or a dapp that uses one, and prints how to fix what is wrong',
    load: async () => (await import('./doctor/doctorCommand.ts')).doctorCommand,
  },
  'sign-in': {
    summary: 'signs in to a deployment by email, as a user does, and out again',
    load: async () => (await import('./signIn/signInCommand.ts')).signInCommand,
  },
  verify: {
    summary: 'compares what a deployment serves with what a release consists of',
    load: async () => (await import('./verify/verifyCommand.ts')).verifyCommand,
  },
}

const lines = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`)

/** The output of `latchkey --help`. */
export const usage = `Usage: latchkey <command> [options]

${lines.join('\n')}

  --help     print this, or with a command its options
  --version  print the version

Exits with 0 when all is well, 1 when a command found a fault, 2 when the command or option doesn't exist.`

/** Returns whether an error is about the command line: ours, or one of `parseArgs`. */
const isUsageError = (error: unknown): error is Error =>
  error instanceof UsageError ||
  (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_'))

/** Runs a command line and returns the exit code: 0, 1 when the command found a fault, 2 when it can't be run. */
export const runCli = async (args: readonly string[], version: string, terminal: Terminal): Promise<number> => {
  const { say, complain } = terminal
  const [first = '--help', ...rest] = args
  if (first === '--help') say(usage)
  else if (first === '--version') say(version)
  else {
    const row = Object.hasOwn(commands, first) ? commands[first] : undefined
    if (row === undefined) {
      const kind = first.startsWith('-') ? 'option' : 'command'
      complain(`latchkey: There is no ${kind} ${JSON.stringify(first)}. Run latchkey --help to see what there is.`)
      return 2
    }
    const command = await row.load()
    if (rest.includes('--help')) say(command.usage)
    else
      try {
        return await command.run(rest, terminal)
      } catch (error) {
        if (!isUsageError(error)) throw error
        complain(`latchkey ${first}: ${error.message} Run latchkey ${first} --help to see how.`)
        return 2
      }
  }
  return 0
}
