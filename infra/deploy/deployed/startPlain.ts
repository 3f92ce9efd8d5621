import { spawn } from 'node:child_process'

export type PlainProcess = {
  /** What it has said so far, on both streams. */
  said(): string
  /** Its exit code, once it has ended. */
  ended: Promise<number | null>
  isRunning(): boolean
  /** As `docker compose stop` does it. Answers the exit code. */
  stop(): Promise<number | null>
  kill(): void
}
export type PlainCommand = { command: readonly string[]; folder: string; environment: Readonly<Record<string, string>> }

/** A command with exactly these variables, beside where programs are. */
export function startPlain({ command: [program = '', ...words], folder, environment }: PlainCommand): PlainProcess {
  const child = spawn(program === 'node' ? process.execPath : program, words, {
    cwd: folder,
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    // Not `exit`: what it says last has been read by then.
    child.once('close', resolve)
  })
  return {
    said: () => said,
    ended,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    stop: () => {
      child.kill('SIGTERM')
      return ended
    },
    kill: () => void child.kill('SIGKILL'),
  }
}
