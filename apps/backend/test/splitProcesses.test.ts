import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Addresses } from '../src/createApps.ts'
import { startSmtpServer } from '../src/mail/smtpServer.fixture.ts'
import { demo } from './harness.ts'
import { type PostgresServer, startPostgres } from './postgres.ts'
import { createPrograms, freePort } from './programs.ts'
import { createTestDevice, type Login } from './testDevice.ts'

const clock = { now: () => new Date(), advance: () => {} }
const passwords = { api: 'password-of-the-api', custody: 'password-of-custody' }

let folder: string
let server: PostgresServer
let smtp: Awaited<ReturnType<typeof startSmtpServer>>
let addresses: Addresses
let api: Record<string, string>
let custody: Record<string, string>
const programs = createPrograms()

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-'))
  server = await startPostgres()
  smtp = await startSmtpServer()
  const [apiPort, custodyPort] = [await freePort(), await freePort()]
  addresses = {
    apiUrl: `http://127.0.0.1:${apiPort}`,
    custodyUrl: `http://127.0.0.1:${custodyPort}`,
    walletOrigin: 'http://localhost:3001',
    vaultOrigin: 'http://localhost:3011',
  }
  const projectsFile = join(folder, 'projects.json')
  writeFileSync(projectsFile, JSON.stringify([demo]))
  const urlFor = (authority: 'api' | 'custody') =>
    server.url.replace(/\/\/.*@/, `//latchkey_${authority}:${passwords[authority]}@`)
  const common = { HOSTS: '127.0.0.1', WALLET_ORIGIN: addresses.walletOrigin, PROJECTS_FILE: projectsFile }
  const mail = {
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    MAIL_FROM: 'codes@latchkey.example',
    EMAIL_LIMITS: 'false',
  }
  api = {
    ...common,
    PORT: String(apiPort),
    PUBLIC_URL: addresses.apiUrl,
    VAULT_ORIGIN: addresses.vaultOrigin,
    CUSTODY_KEYS_URL: addresses.custodyUrl,
    DATABASE_URL: urlFor('api'),
    KEY_RING_FILE: join(folder, 'api', 'keys.json'),
    ...mail,
  }
  custody = {
    ...common,
    PORT: String(custodyPort),
    PUBLIC_URL: addresses.custodyUrl,
    API_KEYS_URL: addresses.apiUrl,
    DATABASE_URL: urlFor('custody'),
    KEY_RING_FILE: join(folder, 'custody', 'keys.json'),
    ...mail,
  }
})
afterAll(async () => {
  programs[Symbol.dispose]()
  await smtp[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})

test('before the migrations neither starts; after them both do, in any order, and log in as one', async () => {
  const early = await programs.run('api/main.ts', api).ended
  expect([early.code, early.said]).toEqual([1, expect.stringContaining('migrations')])
  const migrated = await programs.run('db/main.ts', {
    DATABASE_URL: server.url,
    API_DATABASE_PASSWORD: passwords.api,
    CUSTODY_DATABASE_PASSWORD: passwords.custody,
  }).ended
  expect(migrated).toEqual({ code: 0, said: '' })

  const first = programs.run('api/main.ts', api)
  const facts = { status: 'ok', mode: 'split', version: '0.1.0', database: 'ok' }
  expect(await first.ready(addresses.apiUrl)).toEqual({ ...facts, authority: 'api' })
  const second = programs.run('custody/main.ts', custody)
  expect(await second.ready(addresses.custodyUrl)).toEqual({ ...facts, authority: 'custody' })

  let mailsRead = 0
  const nextMail = async (): Promise<string> => {
    while (smtp.delivered.length === mailsRead) await sleep(20)
    return smtp.delivered[mailsRead++]?.data ?? ''
  }
  const dappOrigin = 'http://127.0.0.1:3000'
  const email = 'ada@example.com'
  /** With the api's link, which it demands of every new device, and custody's code. */
  const logIn = async (device: Awaited<ReturnType<typeof createTestDevice>>): Promise<Login> => {
    await device.client.call('startDeviceLink', { dappOrigin, email })
    const [, token = ''] = /device-link#([\w-]{43})/.exec((await nextMail()).replace(/=\r?\n/g, '')) ?? []
    await device.client.call('approveDevice', { token })
    const { attemptId } = await device.startEmail(email)
    const digits = /(?<!\d)(\d{3}) (\d{3})(?!\d)/.exec(await nextMail())
    return device.finishLogin(attemptId, `${digits?.[1]}${digits?.[2]}`)
  }
  const device = await createTestDevice({ addresses, clock, fetch })
  const login = await logIn(device)
  const wallet = await device.enrol(login)
  const address = wallet.addresses.eip155[0]
  expect(await device.unlock(login.accessToken)).toBe(address)

  // Custody gone: who is logged in goes on; nobody new comes in; back again, all is as before.
  second.child.kill('SIGTERM')
  expect((await second.ended).code).toBe(0)
  expect(await device.unlock(login.accessToken)).toBe(address)
  const other = await createTestDevice({ addresses, clock, fetch })
  await expect(other.startEmail(email)).rejects.toMatchObject({ name: 'SERVICE_UNREACHABLE' })
  const third = programs.run('custody/main.ts', custody)
  await third.ready(addresses.custodyUrl)
  const again = await logIn(other)
  expect(await other.enrol(again)).toEqual(wallet)
  expect(await other.unlock(again.accessToken)).toBe(address)

  // Both rotate their keys while the services run: what was kept before opens, and what comes now is kept.
  for (const [name, { KEY_RING_FILE = '', DATABASE_URL = '' }] of Object.entries({ api, custody }))
    expect(await programs.run(`${name}/keys/main.ts`, { KEY_RING_FILE, DATABASE_URL }).ended).toMatchObject({ code: 0 })
  expect(await other.unlock(again.accessToken)).toBe(address)
  const newest = await createTestDevice({ addresses, clock, fetch })
  const last = await logIn(newest)
  expect(await newest.enrol(last)).toEqual(wallet)
  expect(await newest.unlock(last.accessToken)).toBe(address)
}, 120_000)

test.each<[string, string, Record<string, string>, string]>([
  ['the login of the other authority', 'api/main.ts', { DATABASE_URL: 'custody' }, 'cannot be used as latchkey_api'],
  ['the login of the owner', 'custody/main.ts', { DATABASE_URL: 'owner' }, 'administers roles'],
  ['a public address without TLS', 'custody/main.ts', { PUBLIC_URL: 'http://wallet.example' }, 'PUBLIC_URL'],
  [
    'another vault than its wallets have',
    'api/main.ts',
    { VAULT_ORIGIN: 'https://vault.example' },
    'belong to the vault',
  ],
])(
  'with %s it says why it does not start, and no password',
  async (_, file, change, words) => {
    const url = change.DATABASE_URL === 'owner' ? server.url : custody.DATABASE_URL
    const database: Record<string, string> = change.DATABASE_URL === undefined ? {} : { DATABASE_URL: url ?? '' }
    const own = file.startsWith('api') ? api : custody
    const { code, said } = await programs.run(file, { ...own, ...change, ...database }).ended
    expect([code, said]).toEqual([1, expect.stringContaining(words)])
    expect(said).not.toMatch(/password-of|at file:/)
  },
  60_000,
)
