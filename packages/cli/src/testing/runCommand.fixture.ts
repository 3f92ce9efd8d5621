import { spawn } from 'node:child_process'
import { join } from 'node:path'

export type Ran = { code: number | null; said: string; complained: string }

/** Runs the `latchkey` command from its source, with these variables in addition to the machine's. */
export const runCommand = (args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Ran> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, '../main.ts'), ...args], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let [said, complained] = ['', '']
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (complained += chunk.toString()))
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, said, complained }))
  })
