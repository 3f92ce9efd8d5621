import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const followParent = new URL('followParent.mjs', import.meta.url).href
const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * A run that hangs ends here, and its report with it. Far above what the longest stage, the journeys, takes on a machine
 * with other work to do.
 */
const testsLimitMs = 2_700_000

export type NodeRun = {
  /** Path of the script, relative to the root of the house. */
  script: string
  args: readonly string[]
  /** Folder to run in, relative to the root. */
  folder?: string
  env?: Readonly<Record<string, string>>
  /** How long it may take before it is ended, in milliseconds; 35 minutes unless told. */
  limitMs?: number
}

/** Runs a script with this Node, its output in our terminal. Resolves with whether it succeeded, and ends it when we end. */
export const runNode = ({ script, args, folder = '.', env = {}, limitMs = testsLimitMs }: NodeRun): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--import', followParent, join(root, script), ...args], {
      cwd: join(root, folder),
      stdio: 'inherit',
      env: { ...process.env, ...env },
    })
    const overdue = setTimeout(() => {
      console.error(`${script} did not end within ${limitMs / 60_000} minutes`)
      child.kill('SIGKILL')
    }, limitMs)
    child.once('error', reject)
    child.once('exit', (code) => {
      clearTimeout(overdue)
      resolve(code === 0)
    })
  })
