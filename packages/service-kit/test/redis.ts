import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { freePort } from './freePort.ts'
import { untilListens } from './untilListens.ts'

/** Returns the path of the machine's Redis server, or Valkey; null if there is none. */
export function findRedis(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const programs = ['redis-server', 'valkey-server'].flatMap((name) => folders.map((folder) => join(folder, name)))
  return programs.find((program) => existsSync(program)) ?? null
}

/** A Redis server in memory. */
export type RedisServer = AsyncDisposable & {
  url: string
  stop(): Promise<void>
  /** Starts it again at the same address, empty. */
  start(): Promise<void>
  pid(): number
}

/** Starts a server. `settings`: as in its configuration file, each as a command option. */
export async function startRedis(program: string, settings: readonly string[] = []): Promise<RedisServer> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-redis-'))
  const url = `redis://127.0.0.1:${port}`
  const base = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no']
  let stop = async () => {}
  let pid = 0
  const start = async () => {
    const server = spawn(program, [...base, ...settings], { stdio: 'ignore' })
    pid = server.pid ?? 0
    const exited = new Promise((resolve) => server.once('exit', resolve))
    const kill = () => server.kill('SIGKILL')
    process.once('exit', kill)
    stop = async () => {
      kill()
      process.off('exit', kill)
      await exited
    }
    await untilListens(port)
  }
  await start()
  return {
    url,
    start,
    stop: () => stop(),
    pid: () => pid,
    async [Symbol.asyncDispose]() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
