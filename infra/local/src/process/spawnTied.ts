import { type ChildProcess, spawn } from 'node:child_process'

/**
 * A shell that turns into the program and leaves a helper waiting for the end of descriptor 3, our pipe: when this process ends, in any
 * way, the pipe closes and the helper ends the program. `$$` stays the shell's id, which the program takes over.
 */
const dieWithParent = '(read _ <&3; kill -TERM $$) >/dev/null 2>&1 & exec "$@" 3<&-'

/** Starts a third-party program that cannot outlive us, with its standard error readable. */
export const spawnTied = (
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): ChildProcess =>
  process.platform === 'win32'
    ? spawn(command, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
    : spawn('/bin/sh', ['-c', dieWithParent, 'sh', command, ...args], {
        env,
        stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
        // A separate process group: a Ctrl-C in the terminal reaches only us, and we stop it in order.
        detached: true,
      })
