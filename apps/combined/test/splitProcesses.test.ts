import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type PostgresServer, startPostgres } from '@latchkey/service-kit/test/postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openProcessPlace, type ProcessPlace } from './processPlace.ts'
import { createTestDevice, type Login } from './testDevice.ts'

const clock = { now: () => new Date(), advance: () => {} }
const passwords = { api: 'password-of-the-api', custody: 'password-of-custody' }

let place: ProcessPlace
let server: PostgresServer
let api: Record<string, string>
let custody: Record<string, string>

beforeAll(async () => {
  place = await openProcessPlace()
  server = await startPostgres()
  const { addresses, ports, folder, settings } = place
  const own = (authority: 'api' | 'custody') => ({
    ...settings,
    PORT: String(ports[authority]),
    PUBLIC_URL: addresses[`${authority}Url`],
    DATABASE_URL: server.url.replace(/\/\/.*@/, `//latchkey_${authority}:${passwords[authority]}@`),
    KEY_RING_FILE: join(folder, authority, 'keys.json'),
  })
  api = { ...own('api'), VAULT_ORIGIN: addresses.vaultOrigin, CUSTODY_KEYS_URL: addresses.custodyUrl }
  custody = { ...own('custody'), API_KEYS_URL: addresses.apiUrl }
})
afterAll(async () => {
  await place[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

test('before the migrations neither starts; after them both do, in any order, and log in as one', async () => {
  const early = await place.run('apps/api/src/main.ts', api).ended
  expect([early.code, early.said]).toEqual([1, expect.stringContaining('migrations')])
  const migrated = await place.run('packages/service-kit/src/db/main.ts', {
    DATABASE_URL: server.url,
    API_DATABASE_PASSWORD: passwords.api,
    CUSTODY_DATABASE_PASSWORD: passwords.custody,
  }).ended
  expect(migrated).toMatchObject({ code: 0 })

  const first = place.run('apps/api/src/main.ts', api)
  const facts = { status: 'ok', mode: 'split', version: '0.1.0', database: 'ok' }
  expect(await first.ready(place.addresses.apiUrl)).toEqual({ ...facts, authority: 'api' })
  const second = place.run('apps/custody/src/main.ts', custody)
  expect(await second.ready(place.addresses.custodyUrl)).toEqual({ ...facts, authority: 'custody' })

  const dappOrigin = 'http://127.0.0.1:3000'
  const email = 'ada@example.com'
  /** With the api's link, which it requires for every new device, and custody's code. */
  const logIn = async (device: Awaited<ReturnType<typeof createTestDevice>>): Promise<Login> => {
    await device.client.call('startDeviceLink', { dappOrigin, email })
    const [, token = ''] = /device-link#([\w-]{43})/.exec(await place.nextMail()) ?? []
    await device.client.call('approveDevice', { token })
    const { attemptId } = await device.startEmail(email)
    return device.finishLogin(attemptId, await place.nextCode())
  }
  const device = await createTestDevice({ addresses: place.addresses, clock, fetch })
  const login = await logIn(device)
  const wallet = await device.enrol(login)
  const address = wallet.addresses.eip155[0]
  expect(await device.unlock(login.accessToken)).toBe(address)

  // Custody is down: signed-in users continue; new sign-ins fail; once it is back, all is as before.
  second.child.kill('SIGTERM')
  expect((await second.ended).code).toBe(0)
  expect(await device.unlock(login.accessToken)).toBe(address)
  const other = await createTestDevice({ addresses: place.addresses, clock, fetch })
  await expect(other.startEmail(email)).rejects.toMatchObject({ name: 'SERVICE_UNREACHABLE' })
  const third = place.run('apps/custody/src/main.ts', custody)
  await third.ready(place.addresses.custodyUrl)
  const again = await logIn(other)
  expect(await other.enrol(again)).toEqual(wallet)
  expect(await other.unlock(again.accessToken)).toBe(address)

  // Both rotate their keys while the services run: older values open, and new ones are stored.
  for (const [name, { KEY_RING_FILE = '', DATABASE_URL = '' }] of Object.entries({ api, custody })) {
    const program = `apps/${name}/src/keys/main.ts`
    const keys = (words: string, input = '') =>
      place.run(program, { KEY_RING_FILE, DATABASE_URL }, { words: words.split(' '), input }).ended
    const done = async (words: string, input?: string) => expect(await keys(words, input)).toMatchObject({ code: 0 })
    const refused = async (words: string, input: string, said: string) =>
      expect(await keys(words, input)).toEqual({ code: 1, said: expect.stringContaining(said) })
    const ring = () => readFileSync(KEY_RING_FILE, 'utf8')
    const old = ring()
    await refused('rotate wrapping', old, 'No key is prepared')
    for (const key of ['wrapping', 'mac']) {
      await done(`prepare ${key}`)
      await refused(`rotate ${key}`, old, 'lacks a key')
      await refused(`rotate ${key}`, '', 'Pass the backup of the key ring')
      await done(`rotate ${key}`, ring())
    }
    await done('retire mac')
    await done('prepare hpke')
    await refused('rotate hpke', '', 'wait until')
    await done('rotate hpke --leaked')
    await refused('retire hpke', '', 'may still be needed')
    await refused('rotate signing', '', 'No signing key is prepared')
    await refused('retire wrapping', '', 'Wrapping keys of before stay')
    await refused('rotate everything', '', 'Say prepare, rotate, retire')
  }
  expect(await other.unlock(again.accessToken)).toBe(address)
  const newest = await createTestDevice({ addresses: place.addresses, clock, fetch })
  const last = await logIn(newest)
  expect(await newest.enrol(last)).toEqual(wallet)
  expect(await newest.unlock(last.accessToken)).toBe(address)
}, 300_000)

test.each<[string, string, Record<string, string>, string]>([
  [
    'the login of the other authority',
    'apps/api/src/main.ts',
    { DATABASE_URL: 'custody' },
    'cannot be used as latchkey_api',
  ],
  ['the login of the owner', 'apps/custody/src/main.ts', { DATABASE_URL: 'owner' }, 'administers roles'],
  ['a public address without TLS', 'apps/custody/src/main.ts', { PUBLIC_URL: 'http://wallet.example' }, 'PUBLIC_URL'],
  [
    'another vault than its wallets have',
    'apps/api/src/main.ts',
    { VAULT_ORIGIN: 'https://vault.example' },
    'belong to the vault',
  ],
])(
  'with %s it says why it does not start, and no password',
  async (_, file, change, words) => {
    const url = change.DATABASE_URL === 'owner' ? server.url : custody.DATABASE_URL
    const database: Record<string, string> = change.DATABASE_URL === undefined ? {} : { DATABASE_URL: url ?? '' }
    const own = file.startsWith('apps/api/') ? api : custody
    const { code, said } = await place.run(file, { ...own, ...change, ...database }).ended
    expect([code, said]).toEqual([1, expect.stringContaining(words)])
    expect(said).not.toMatch(/password-of|at file:/)
  },
  60_000,
)
