import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export type Ended = { code: number | null; said: string }
export type Program = {
  child: ChildProcess
  ended: Promise<Ended>
  /** Resolves with the body of `/health` at this URL, once it reports ok; rejects with the program's output if it exits. */
  ready(url: string): Promise<unknown>
}

export type ProgramOptions = { words?: readonly string[]; input?: string }

/** Runs programs by their paths from the root of the repository, as operators do; running ones are killed at the end. */
export function createPrograms(): {
  run(file: string, variables: Record<string, string>, options?: ProgramOptions): Program
} & Disposable {
  const children = new Set<ChildProcess>()
  return {
    run(file, variables, { words = [], input = '' } = {}) {
      const path = fileURLToPath(new URL(`../../../${file}`, import.meta.url))
      const child = spawn(process.execPath, [path, ...words], { env: variables, stdio: ['pipe', 'pipe', 'pipe'] })
      // An exited process reads nothing.
      child.stdin.on('error', () => undefined).end(input)
      children.add(child)
      let said = ''
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
      const ended = new Promise<Ended>((resolve) => child.once('exit', (code) => resolve({ code, said })))
      const ready = async (url: string) => {
        while (child.exitCode === null) {
          const health = await fetch(`${url}/health`).catch(() => null)
          if (health?.ok) return health.json()
          await sleep(50)
        }
        throw new Error(said)
      }
      return { child, ended, ready }
    },
    [Symbol.dispose]() {
      for (const child of children) child.kill('SIGKILL')
    },
  }
}
