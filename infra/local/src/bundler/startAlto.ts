import { once } from 'node:events'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { rpc } from '../chain/rpc.ts'
import { untilTrue } from '../chain/untilTrue.ts'
import { compileCache } from '../process/compileCache.ts'
import { spawnTied } from '../process/spawnTied.ts'
import { StackError } from '../StackError.ts'
import { entryPoint } from '../smartAccounts/entryPoint.ts'
import { bundlerKeys } from './bundlerKeys.ts'

const startTimeoutMs = 30_000
/** Time to exit by itself before it is killed: it has no state. */
const stopTimeoutMs = 1_000

export type AltoSettings = {
  /** Its name in messages. */
  title: string
  chainUrl: string
  /** On 127.0.0.1. */
  port: number
  /** Called when it exits without having been stopped. */
  onFailure: (error: StackError) => void
}

/** Its CLI's entry: the package exports no other way to run it. */
const program = (): string => {
  const entry = createRequire(import.meta.url).resolve('@pimlico/alto')
  return fileURLToPath(new URL('./cli/alto.js', `file://${entry}`))
}

const settingsOf = ({ chainUrl, port }: AltoSettings): Record<string, string> => ({
  entrypoints: entryPoint,
  'executor-private-keys': bundlerKeys.executor,
  'utility-private-key': bundlerKeys.utility,
  'utility-wallet-monitor': 'false',
  'min-executor-balance': '0',
  'rpc-url': chainUrl,
  port: String(port),
  // Without geth's tracer, which anvil lacks; the rules of ERC-7562 are not checked here.
  'safe-mode': 'false',
  // The chain mines at once: polled four times in this time (ms), which is also the longest wait.
  'block-time': '100',
  'min-bundle-interval': '20',
  'max-bundle-interval': '100',
  'log-level': 'error',
})

/**
 * Starts Alto, a bundler (ERC-4337), as a separate process that ends with this one: a GPL program, which is run and never imported
 * (`docs/dependencies.md`). Resolves when it responds. Throws `StackError` when it does not start.
 */
export const startAlto = async (settings: AltoSettings): Promise<{ url: string; close: () => Promise<void> }> => {
  const { title, port, onFailure } = settings
  const url = `http://127.0.0.1:${port}`
  const preload = new URL('./listenOnLoopback.ts', import.meta.url).href
  const flags = Object.entries(settingsOf(settings)).flatMap(([name, value]) => [`--${name}`, value])
  // It would read settings from our environment, including where to report errors.
  const env = { PATH: process.env.PATH, ...compileCache }
  const child = spawnTied(process.execPath, ['--import', preload, program(), 'run', ...flags], env)
  let stderr = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr = `${stderr}${chunk}`.slice(-2_000)
  })
  let hasEnded = false
  const exited = once(child, 'exit').then(() => {
    hasEnded = true
    child.stdio[3]?.destroy()
  })
  const reason = (): string => stderr.trim() || (child.signalCode ?? `code ${child.exitCode}`)
  const answers = (): Promise<boolean> =>
    rpc(url, 'eth_supportedEntryPoints', []).then(
      () => true,
      () => false,
    )
  if (!(await untilTrue(answers, { limitMs: startTimeoutMs, isOver: () => hasEnded }))) {
    child.kill('SIGKILL')
    throw new StackError(`The ${title} did not start: ${hasEnded ? reason() : 'no answer'}`)
  }

  let isStopping = false
  void exited.then(() => {
    if (!isStopping) onFailure(new StackError(`The ${title} ended unexpectedly (${reason()})`))
  })
  return {
    url,
    close: async () => {
      isStopping = true
      child.kill('SIGTERM')
      const force = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs)
      await exited
      clearTimeout(force)
    },
  }
}
