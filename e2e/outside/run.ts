import { spawn } from 'node:child_process'

/** Returns the environment of a developer's terminal: nothing of the npm, pnpm or test runner that runs us. */
export const developerEnv = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(npm_|pnpm_|NODE_OPTIONS$|NODE_ENV$|FORCE_COLOR$|PLAYWRIGHT_)/i.test(name),
    ),
  ),
  NEXT_TELEMETRY_DISABLED: '1',
})

/**
 * Runs a command in a folder and returns its standard output; `env` is set beside the developer's. Throws an `Error` with all its
 * output when it fails.
 */
export const run = (
  command: string,
  args: readonly string[],
  folder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: folder,
      env: { ...developerEnv(), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let [stdout, output] = ['', '']
    child.stdout.on('data', (chunk) => {
      stdout += chunk
      output += chunk
    })
    child.stderr.on('data', (chunk) => {
      output += chunk
    })
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) resolve(stdout)
      else reject(new Error(`${command} ${args.join(' ')} ended with ${code}\n${output}`))
    })
  })
