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
/** Time for it to end by itself before it is killed: it has nothing to keep. */
const stopTimeoutMs = 1_000

export type AltoSettings = {
  /** What people call it, in messages. */
  title: string
  chainUrl: string
  /** On 127.0.0.1. */
  port: number
  /** Called when it ends without having been stopped. */
  onFailure: (error: StackError) => void
}

/** The entry of its command line: the package gives no other way to run it. */
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
  // Without the tracer of geth, which anvil lacks; the rules of ERC-7562 are not checked here.
  'safe-mode': 'false',
  // The chain mines at once: looked at four times in this time (ms), and waited for no longer.
  'block-time': '100',
  'min-bundle-interval': '20',
  'max-bundle-interval': '100',
  'log-level': 'error',
})

/**
 * Alto, a bundler (ERC-4337), as a process of its own that ends when this one does: a program under the GPL, which is run and never
 * imported (`docs/dependencies.md`). Resolves when it answers. Throws `StackError` when it does not come up.
 */
export const startAlto = async (settings: AltoSettings): Promise<{ url: string; close: () => Promise<void> }> => {
  const { title, port, onFailure } = settings
  const url = `http://127.0.0.1:${port}`
  const preload = new URL('./listenOnLoopback.ts', import.meta.url).href
  const flags = Object.entries(settingsOf(settings)).flatMap(([name, value]) => [`--${name}`, value])
  // Nothing of our environment is its business: it reads settings from there, and where to report errors.
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
