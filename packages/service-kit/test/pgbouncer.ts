import { spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { freePort } from './freePort.ts'
import { serverUser } from './postgres.ts'
import { untilListens } from './untilListens.ts'

/** Returns the path of the machine's PgBouncer; null if there is none. */
export function findPgbouncer(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter)
  // Debian installs it in a folder that is only in root's path.
  return [...folders, '/usr/sbin'].map((folder) => join(folder, 'pgbouncer')).find((file) => existsSync(file)) ?? null
}

export type PgbouncerOptions = {
  /** The database's URL, with its superuser. */
  url: string
  /** Further logins, with their passwords. */
  logins: Readonly<Record<string, string>>
  /** Connections to the server for each login. */
  poolSize: number
}

/** Starts a PgBouncer in front of a PostgreSQL server. It assigns each server connection per transaction. */
export async function startPgbouncer(program: string, { url, logins, poolSize }: PgbouncerOptions) {
  const server = new URL(url)
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-pgbouncer-'))
  const users = { ...logins, [server.username]: server.password }
  const users_file = join(folder, 'users.txt')
  writeFileSync(
    users_file,
    Object.entries(users)
      .map(([name, password]) => `"${name}" "${password}"\n`)
      .join(''),
  )
  const settings = join(folder, 'pgbouncer.ini')
  writeFileSync(
    settings,
    `[databases]
* = host=${server.hostname} port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users_file}
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 200
`,
  )
  const user = serverUser()
  if (user !== null) for (const path of [folder, users_file, settings]) chownSync(path, user.uid, user.gid)
  chmodSync(users_file, 0o600)
  const child = spawn(program, ['-q', settings], { ...user, cwd: folder, stdio: 'ignore' })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  await untilListens(port)
  return {
    /** Returns the same database's URL for another login, through PgBouncer. */
    urlOf(login: string): string {
      const own = new URL(url)
      own.port = `${port}`
      own.username = login
      own.password = users[login] ?? ''
      return own.href
    },
    async [Symbol.asyncDispose]() {
      kill()
      process.off('exit', kill)
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
