/**
 * One local EVM chain: an anvil process that mines every transaction at once, keeps its state in a file, and cannot outlive us.
 */
import type { ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import { loopbackAddresses } from '../loopback.ts'
import type { Part } from '../Part.ts'
import { spawnTied } from '../process/spawnTied.ts'
import { StackError } from '../StackError.ts'
import { anvilBinary } from './anvilBinary.ts'
import { rpc } from './rpc.ts'
import { untilTrue } from './untilTrue.ts'

export type ChainSettings = {
  /** Its name in messages: `chain A`. */
  name: string
  chainId: number
  port: number
  /** Keeps balances and blocks across restarts. */
  stateFile: string
  /** Runs after each start, before the chain counts as running: places its contracts. */
  prepare?: (url: string) => Promise<void>
  /** Logs messages for developers, one line each. */
  log: (line: string) => void
  /** Called once when the chain keeps crashing and is given up. */
  onGiveUp: (error: StackError) => void
}

/** One chain, for the stack and its tests. Stopping saves its state. */
export type Chain = Part & {
  chainId: number
  url: string
  setBalance: (address: string, wei: bigint) => Promise<void>
}

const startTimeoutMs = 15_000
/** Time for anvil to write its state before it is killed. */
const stopTimeoutMs = 5_000
const restartsPerMinute = 3

/** anvil does not start on a damaged state file, such as a power cut during a save leaves behind. */
const setDamagedStateAside = ({ name, stateFile, log }: ChainSettings): void => {
  if (!existsSync(stateFile)) return
  try {
    JSON.parse(readFileSync(stateFile, 'utf8'))
  } catch {
    const aside = `${stateFile}.damaged`
    renameSync(stateFile, aside)
    log(`${name} starts over: its saved state is damaged and was moved to ${aside}`)
  }
}

const anvilArguments = ({ chainId, port, stateFile }: ChainSettings): string[] => [
  ...['--chain-id', String(chainId), '--port', String(port)],
  ...loopbackAddresses.flatMap((address) => ['--host', address]),
  ...['--state', stateFile, '--state-interval', '10'],
  // The faucet also uses a development account: it must not run dry.
  ...['--balance', '1000000'],
  '--quiet',
]

/**
 * Creates a chain that is not running yet.
 *
 * After a crash it is restarted and the developer is notified; after three within a minute `onGiveUp` is called. `start` throws
 * `StackError` when it does not start.
 */
export const createChain = (settings: ChainSettings): Chain => {
  const { name, chainId, port, log } = settings
  const url = `http://127.0.0.1:${port}`
  const binary = anvilBinary()
  let running: { child: ChildProcess; exited: Promise<void> } | undefined
  let starting: Promise<void> | undefined
  let deaths: number[] = []

  const restartAfterDeath = async (reason: string): Promise<void> => {
    const now = Date.now()
    deaths = [...deaths.filter((time) => now - time < 60_000), now]
    if (deaths.length > restartsPerMinute) {
      return settings.onGiveUp(new StackError(`${name} ended ${deaths.length} times within a minute (${reason})`))
    }
    log(`${name} ended unexpectedly (${reason}), starting it again`)
    await start().then(
      () => log(`${name} is back`),
      (error: StackError) => settings.onGiveUp(error),
    )
  }

  const launch = (): { child: ChildProcess; exited: Promise<void>; said: () => string } => {
    const child = spawnTied(binary, anvilArguments(settings))
    let stderr = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      stderr = `${stderr}${chunk}`.slice(-2_000)
    })
    const exited = new Promise<void>((resolve) => {
      const ended = (reason: string): void => {
        child.stdio[3]?.destroy()
        resolve()
        if (running?.child !== child) return
        running = undefined
        void restartAfterDeath(reason)
      }
      child.once('exit', (code, signal) => ended(signal ?? `code ${code}`))
      child.once('error', (error) => ended(error.message))
    })
    return { child, exited, said: () => stderr.trim().split('\n')[0] ?? '' }
  }

  const answers = async (): Promise<boolean> => {
    const answer = await rpc(url, 'eth_chainId', []).catch(() => undefined)
    return answer === `0x${chainId.toString(16)}`
  }

  const bringUp = async (): Promise<void> => {
    mkdirSync(dirname(settings.stateFile), { recursive: true })
    setDamagedStateAside(settings)
    const { child, exited, said } = launch()
    let ended = false
    void exited.then(() => {
      ended = true
    })
    try {
      const isUp = await untilTrue(answers, { limitMs: startTimeoutMs, isOver: () => ended })
      if (!isUp) throw new Error(said() || 'no answer')
      await settings.prepare?.(url)
      if (ended) throw new Error(said() || 'it ended')
    } catch (error) {
      child.kill('SIGKILL')
      throw new StackError(`${name} did not start on port ${port}: ${(error as Error).message}`)
    }
    running = { child, exited }
  }

  const start = async (): Promise<void> => {
    if (running !== undefined) return
    starting ??= bringUp().finally(() => {
      starting = undefined
    })
    await starting
  }

  const stop = async (): Promise<void> => {
    await starting?.catch(() => undefined)
    if (running === undefined) return
    const { child, exited } = running
    running = undefined
    child.kill('SIGTERM')
    const force = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs)
    await exited
    clearTimeout(force)
  }

  return {
    chainId,
    url,
    setBalance: async (address, wei) => {
      await rpc(url, 'anvil_setBalance', [address, `0x${wei.toString(16)}`])
    },
    stop,
    start,
  }
}
