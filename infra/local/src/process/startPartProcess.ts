import { fork } from 'node:child_process'
import { once } from 'node:events'
import { StackError } from '../StackError.ts'
import { compileCache } from './compileCache.ts'

/** What a part's process says once: that it answers, or why it cannot. */
export type PartProcessReport = { state: 'ready' } | { state: 'failed'; reason: string }

export type PartProcess<Facts> = {
  /** What people call the part. */
  title: string
  /** The module that runs in the process, which calls `runPartProcess`. */
  module: URL
  /** What it has to know; arrives there as JSON would carry it. */
  facts: Facts
  /** Called when it ends without having been stopped. */
  onFailure: (error: StackError) => void
}

/** Time for a process to end by itself before it is killed. */
const stopTimeoutMs = 5_000

/**
 * Starts a part in a process of its own and resolves when it answers. It ends when this process does, however that ends: the
 * channel between them closes.
 *
 * Throws `StackError` when it does not come up.
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
    // Its own group: a Ctrl-C in the terminal reaches us alone, and we stop it in order.
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
  // One that has died before it could read them says so by its end.
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
