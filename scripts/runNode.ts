import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const followParent = new URL('followParent.mjs', import.meta.url).href
const root = fileURLToPath(new URL('..', import.meta.url))

/** A hanging run is ended after this time, which is far longer than the longest stage takes on a busy machine. */
const defaultTimeoutMs = 3_300_000

export type NodeRun = {
  /** Path of the script, relative to the repository's root. */
  script: string
  args?: readonly string[]
  /** Folder to run in, relative to the root. */
  folder?: string
  env?: Readonly<Record<string, string>>
  /** Ends the run after this time, in milliseconds. Default: 55 minutes. */
  timeoutMs?: number
  /** Where its output goes: to our terminal at once (`inherit`, the default), or to the result (`capture`). */
  output?: 'inherit' | 'capture'
}

export type NodeResult = {
  isPassed: boolean
  /** Its output, both streams in order. Empty unless captured. */
  output: string
}

/** Runs a script with this Node and resolves when it has ended. It is ended when this process ends. */
export const runNode = ({
  script,
  args = [],
  folder = '.',
  env = {},
  timeoutMs = defaultTimeoutMs,
  output = 'inherit',
}: NodeRun): Promise<NodeResult> =>
  new Promise((resolve, reject) => {
    const stream = output === 'capture' ? 'pipe' : 'inherit'
    const child = spawn(process.execPath, ['--import', followParent, join(root, script), ...args], {
      cwd: join(root, folder),
      stdio: ['inherit', stream, stream],
      env: { ...process.env, ...env },
    })
    let printed = ''
    for (const pipe of [child.stdout, child.stderr]) {
      pipe?.setEncoding('utf8').on('data', (text: string) => {
        printed += text
      })
    }
    const timeout = setTimeout(() => {
      console.error(`${script} did not end within ${timeoutMs / 60_000} minutes`)
      child.kill('SIGKILL')
    }, timeoutMs)
    child.once('error', reject)
    child.once('close', (code) => {
      clearTimeout(timeout)
      resolve({ isPassed: code === 0, output: printed })
    })
  })
