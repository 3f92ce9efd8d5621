/** The commands of infra/README.md, "Backup and restore", exactly as written, on two machines. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commandsOf, type Machine, runAsWritten } from './guide.ts'
import { createDevice, logIn } from './logIn.ts'
import { startDeployed } from './startDeployed.ts'

const [backUp = [], backUpKeys = [], restore = [], start = [], beginEpoch = []] = commandsOf('Backup and restore')
const [restoreDatabase = '', restoreApiKeys = '', restoreCustodyKeys = ''] = restore
const stop = 'docker compose stop api api-2 custody custody-2'

const owned = new AsyncDisposableStack()
const folder = mkdtempSync(join(tmpdir(), 'latchkey-restore-'))
owned.defer(async () => rmSync(folder, { recursive: true, force: true }))
afterAll(() => owned.disposeAsync())

const ask = async (machine: Machine, statement: string): Promise<Record<string, unknown>[]> => {
  const sql = postgres(machine.deployed.environmentOf('migrate').DATABASE_URL ?? '', { max: 1, onnotice: () => {} })
  try {
    return [...(await sql.unsafe(statement))]
  } finally {
    await sql.end()
  }
}
const runAll = async (machine: Machine, lines: readonly string[]): Promise<void> => {
  for (const line of lines) expect([line, await runAsWritten(machine, line)]).toMatchObject([line, { code: 0 }])
}

/** A user signs in on a new device, for which both authorities must release their shares. */
const signInAnew = async (): Promise<void> => {
  const device = await createDevice(machine.deployed)
  const login = await logIn(machine.deployed, device, email)
  await device.enrol(login)
  expect(await device.unlock(login.accessToken)).toBe(address)
}

const email = 'ada@example.com'
let old: Machine
let machine: Machine
let address: string
let ada: Awaited<ReturnType<typeof createDevice>>
let accessToken: string

beforeAll(async () => {
  const deployed = await startDeployed()
  old = { deployed, folder, replicas: 1, running: new Map() }
  await runAll(old, start)
  ada = await createDevice(deployed)
  const login = await logIn(deployed, ada, email)
  await ada.enrol(login)
  accessToken = login.accessToken
  address = await ada.unlock(accessToken)
  await runAll(old, [...backUp, ...backUpKeys])
  await deployed[Symbol.asyncDispose]()

  const { walletOrigin: wallet, vaultOrigin: vault, apiOrigin: api, custodyOrigin: custody } = deployed
  machine = {
    deployed: owned.use(await startDeployed({ origins: { wallet, vault, api, custody } })),
    folder,
    replicas: 1,
    running: new Map(),
  }
})

test('only their owner can read the files of a backup', () => {
  for (const file of ['latchkey.dump', 'api-ring.json', 'custody-ring.json'])
    expect([file, statSync(join(folder, file)).mode & 0o777]).toEqual([file, 0o600])
})

test('on a new machine whose services have started too early, a service says that it has the wrong keys, and nothing is lost', async () => {
  await runAll(machine, start)
  expect(await runAsWritten(machine, restoreDatabase)).toEqual({
    code: 1,
    said: expect.stringMatching(
      /^Nothing was restored, and nothing was changed\. The database is in use by latchkey_api, /,
    ),
  })
  await runAll(machine, [stop, restoreDatabase])
  const early = await runAsWritten(machine, start[0] ?? '')
  expect(early).toEqual({
    code: 1,
    said: expect.stringContaining('The keys of api do not open what is in this database'),
  })
})

test('the commands of the guide bring everybody back: a known device, which signs in again, a new one, and the shares of both authorities', async () => {
  await runAll(machine, [stop, restoreApiKeys, restoreCustodyKeys, ...start])
  const { deployed } = machine
  await expect(ada.unlock(accessToken)).rejects.toMatchObject({ name: 'SESSION_EXPIRED' })
  expect(await ada.unlock((await logIn(deployed, ada, email)).accessToken)).toBe(address)
  await signInAnew()
  const ring = join(deployed.keysOf('custody'), 'ring.json')
  expect(statSync(ring).mode & 0o777).toBe(0o600)
  expect(readFileSync(ring, 'utf8')).toBe(readFileSync(join(folder, 'custody-ring.json'), 'utf8'))
})

test('restored once more, the database of before keeps what came since', async () => {
  const bob = await createDevice(machine.deployed)
  await bob.enrol(await logIn(machine.deployed, bob, 'bob@example.com'))
  await runAll(machine, [stop])
  const { said } = await runAsWritten(machine, restoreDatabase)
  expect(said).toContain('Restored 1 users, 1 wallets and 1 recovery shares')
  const [, kept = ''] = /The database of before is (\w+)/.exec(said) ?? []
  const url = new URL(machine.deployed.environmentOf('migrate').DATABASE_URL ?? '')
  url.pathname = `/${kept}`
  const sql = postgres(url.href, { max: 1 })
  expect(await sql`SELECT count(*)::integer AS users FROM latchkey_api.users`).toEqual([{ users: 2 }])
  await sql.end()
  await runAll(machine, start)
})

describe('a backup that can’t be restored changes nothing', () => {
  const facts = () =>
    ask(
      machine,
      `SELECT (SELECT string_agg(datname, ' ' ORDER BY datname) FROM pg_database) AS databases,
        (SELECT count(*) FROM latchkey_api.users)::integer AS users`,
    )
  const dump = () => readFileSync(join(folder, 'latchkey.dump'))
  /** Its header: PGDMP, then the version of the format. */
  const ofFormat = (major: number, minor: number) => {
    const changed = dump()
    changed.set([major, minor], 5)
    return changed
  }
  /** As the next release would back it up. */
  const ofNextRelease = async () => {
    await ask(machine, "INSERT INTO public.latchkey_migrations VALUES ('9999 to come')")
    await runAsWritten({ ...machine, folder }, (backUp.at(-1) ?? '').replace('latchkey.dump', 'next.dump'))
    await ask(machine, "DELETE FROM public.latchkey_migrations WHERE name = '9999 to come'")
    return readFileSync(join(folder, 'next.dump'))
  }

  beforeAll(() => runAll(machine, [stop]))

  test.each<[string, () => Buffer | Promise<Buffer>, RegExp]>([
    ['cut short', () => dump().subarray(0, -2_000), /damaged, or not for this server: pg_restore says ".*end of file/],
    ['cut to half', () => dump().subarray(0, dump().length / 2), /damaged, or not for this server/],
    ['of a newer pg_dump', () => ofFormat(1, 99), /unsupported version \(1\.99\)/],
    ['of a later release', ofNextRelease, /of a later release, with 9999 to come: restore it with that release/],
    ['empty', () => Buffer.alloc(0), /input file is too short/],
    ['something else', () => Buffer.from('# Running Latchkey\n'.repeat(50)), /does not appear to be a valid archive/],
  ])('%s', async (_, make, words) => {
    const before = await facts()
    writeFileSync(join(folder, 'bad.dump'), await make())
    const { code, said } = await runAsWritten(machine, restoreDatabase.replace('latchkey.dump', 'bad.dump'))
    expect([code, said]).toEqual([1, expect.stringMatching(words)])
    expect(said).toMatch(/^Nothing was restored, and nothing was changed\./)
    expect(said).not.toMatch(/secret-of|example\.com|\n\s+at /)
    expect(await facts()).toEqual(before)
  })
})

test('restored by hand on a server that knows none of our roles, with their errors ignored, it has its rights after the next start', async () => {
  const kept = await ask(machine, "SELECT datname AS name FROM pg_database WHERE datname LIKE 'latchkey_before_%'")
  for (const { name } of kept) await ask(machine, `DROP DATABASE ${name}`)
  await ask(machine, 'DROP SCHEMA latchkey_api, latchkey_custody CASCADE; DROP TABLE public.latchkey_migrations')
  await ask(machine, 'DROP OWNED BY latchkey_api, latchkey_custody; DROP ROLE latchkey_api, latchkey_custody')
  const byHand =
    'docker compose exec --no-TTY database pg_restore --username=latchkey --dbname=latchkey < latchkey.dump'
  expect(await runAsWritten(machine, byHand)).toEqual({
    code: 1,
    said: expect.stringContaining('role "latchkey_api" does not exist'),
  })
  await runAll(machine, [...beginEpoch, ...start])
  await signInAnew()
})

test('half a restore by hand does not start', async () => {
  await runAll(machine, [stop])
  await ask(machine, 'DROP TABLE latchkey_custody.recovery_shares')
  expect(await runAsWritten(machine, start[0] ?? '')).toEqual({
    code: 1,
    said: expect.stringContaining('latchkey_custody.recovery_shares missing'),
  })
})
