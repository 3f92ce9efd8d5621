import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'

export type PlainProcess = {
  pid: number | undefined
  /** Returns its output so far, of both streams. */
  said(): string
  /** Passes on its output so far and from now on. */
  follow(read: (text: string) => void): void
  /** Its exit code, once it has exited. */
  ended: Promise<number | null>
  isRunning(): boolean
  /** Stops it as `docker compose stop` does. Returns the exit code. */
  stop(): Promise<number | null>
  kill(): void
}
export type PlainCommand = {
  command: readonly string[]
  folder: string
  environment: Readonly<Record<string, string>>
  /** Files that a shell would redirect. */
  redirect?: Redirect
}
export type Redirect = { input?: string | undefined; output?: string | undefined }

/** Starts a command with exactly these variables, and the PATH. */
export function startPlain({
  command: [program = '', ...words],
  folder,
  environment,
  redirect: { input, output } = {},
}: PlainCommand): PlainProcess {
  const files = [
    input === undefined ? ('ignore' as const) : openSync(input, 'r'),
    output === undefined ? ('pipe' as const) : openSync(output, 'w', 0o600),
  ]
  const child = spawn(program === 'node' ? process.execPath : program, words, {
    cwd: folder,
    env: { PATH: process.env.PATH, ...environment },
    stdio: [...files, 'pipe'],
  })
  for (const file of files) if (typeof file === 'number') closeSync(file)
  let said = ''
  const readers = new Set<(text: string) => void>()
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      const text = chunk.toString()
      said += text
      for (const read of readers) read(text)
    })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    // Not `exit`: its last output has been read by then.
    child.once('close', resolve)
  })
  return {
    pid: child.pid,
    said: () => said,
    follow: (read) => {
      if (said !== '') read(said)
      readers.add(read)
    },
    ended,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    stop: () => {
      child.kill('SIGTERM')
      return ended
    },
    kill: () => void child.kill('SIGKILL'),
  }
}
