import { fork } from 'node:child_process'
import { once } from 'node:events'
import { StackError } from '../StackError.ts'
import { compileCache } from './compileCache.ts'

/** A part's single report: that it is ready, or why it cannot start. */
export type PartProcessReport = { state: 'ready' } | { state: 'failed'; reason: string }

export type PartProcess<Facts> = {
  /** The part's name in messages. */
  title: string
  /** The module that runs in the process, which calls `runPartProcess`. */
  module: URL
  /** Its settings; sent as JSON. */
  facts: Facts
  /** Called when it exits without having been stopped. */
  onFailure: (error: StackError) => void
}

/** Time to exit by itself before it is killed. */
const stopTimeoutMs = 5_000

/**
 * Starts a part in a separate process and resolves when it responds. It ends when this process does, in any way: the channel between them
 * closes.
 *
 * Throws `StackError` when it does not start.
 */
export const startPartProcess = async <Facts extends object>({
  title,
  module,
  facts,
  onFailure,
}: PartProcess<Facts>): Promise<{ close: () => Promise<void> }> => {
  const child = fork(module, [], {
    execArgv: [],
    env: { ...process.env, ...compileCache },
    // A separate process group: a Ctrl-C in the terminal reaches only us, and we stop it in order.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let stderr = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr = `${stderr}${chunk}`.slice(-2_000)
  })
  const reason = (): string => stderr.trim() || (child.signalCode ?? `code ${child.exitCode}`)
  const exited = once(child, 'exit')
  const reported = once(child, 'message') as Promise<[PartProcessReport]>
  // If it has exited before it could read them, its exit is handled elsewhere.
  child.send(facts, () => undefined)
  const [report] = await Promise.race([reported, exited.then(() => [undefined])])
  if (report?.state !== 'ready') {
    if (child.connected) child.disconnect()
    await exited
    throw new StackError(`The ${title} did not start: ${report?.reason ?? reason()}`)
  }

  let isStopping = false
  void exited.then(() => {
    if (!isStopping) onFailure(new StackError(`The ${title} ended unexpectedly (${reason()})`))
  })
  return {
    close: async () => {
      isStopping = true
      if (child.connected) child.disconnect()
      const force = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs)
      await exited
      clearTimeout(force)
    },
  }
}
