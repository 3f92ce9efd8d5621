import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openProcessPlace, type ProcessPlace } from './processPlace.ts'
import { createTestDevice, type Login } from './testDevice.ts'

const email = 'ada@example.com'
const clock = { now: () => new Date(), advance: () => {} }

let place: ProcessPlace
let variables: Record<string, string>

beforeAll(async () => {
  place = await openProcessPlace()
  const { addresses, ports, folder, settings } = place
  variables = {
    ...settings,
    API_PORT: String(ports.api),
    CUSTODY_PORT: String(ports.custody),
    API_URL: addresses.apiUrl,
    CUSTODY_URL: addresses.custodyUrl,
    VAULT_ORIGIN: addresses.vaultOrigin,
    DATA_FOLDER: join(folder, 'database'),
    KEY_RING_FOLDER: join(folder, 'keys'),
  }
})
afterAll(() => place[Symbol.asyncDispose]())

const run = (change: Record<string, string> = {}) => {
  const program = place.run('apps/combined/src/main.ts', { ...variables, ...change })
  return { ...program, ready: () => program.ready(place.addresses.apiUrl) }
}

test('killed while it stores a wallet, and started again on the same folder, it has that wallet or none', async () => {
  const first = run()
  expect(await first.ready()).toEqual({
    status: 'ok',
    authority: 'api',
    mode: 'combined',
    version: '0.1.0',
    database: 'ok',
  })
  const custody = await (await fetch(`${place.addresses.custodyUrl}/health`)).json()
  expect(custody).toMatchObject({ status: 'ok', authority: 'custody' })

  const device = await createTestDevice({ addresses: place.addresses, clock, fetch })
  const logIn = async (of = device): Promise<Login> => {
    const { attemptId } = await of.startEmail(email)
    return of.finishLogin(attemptId, await place.nextCode())
  }

  const login = await logIn()
  const enrolling = device.enrol(login).then(
    ({ addresses: { eip155 } }) => eip155[0],
    () => null,
  )
  await sleep(40)
  first.child.kill('SIGKILL')
  const shown = await enrolling

  const second = run()
  await second.ready()
  const again = await logIn()
  const wallet = await device.enrol(again)
  if (shown !== null) expect(wallet.addresses.eip155[0]).toBe(shown)
  expect(await device.unlock(again.accessToken)).toBe(wallet.addresses.eip155[0])

  second.child.kill('SIGKILL')
  const third = run()
  await third.ready()
  const other = await createTestDevice({ addresses: place.addresses, clock, fetch })
  const recovered = await logIn(other)
  expect(await other.enrol(recovered)).toEqual(wallet)

  third.child.kill('SIGTERM')
  expect((await third.ended).code).toBe(0)
}, 120_000)

test('told to stop, it says so to proxies and answers on, ends what it has begun, and exits', async () => {
  const program = run({ DRAIN_SECONDS: '2' })
  await program.ready()
  const ask = async (path: string, url = place.addresses.apiUrl) => {
    const response = await fetch(`${url}${path}`)
    return [response.status, response.headers.get('connection'), await response.json()]
  }
  expect(await ask('/serving')).toEqual([200, 'keep-alive', { status: 'serving' }])
  program.child.kill('SIGTERM')
  await expect.poll(() => ask('/serving')).toEqual([503, 'close', { status: 'stopping' }])
  for (const url of [place.addresses.apiUrl, place.addresses.custodyUrl])
    expect(await ask('/ready', url)).toEqual([503, 'close', { status: 'stopping' }])
  // On the public status endpoint, one lost process does not show.
  expect(await ask('/account/ready')).toEqual([200, 'close', expect.objectContaining({ parts: expect.anything() })])
  expect(await ask('/account/v1/keys')).toEqual([200, 'close', expect.objectContaining({ authority: 'api' })])
  expect((await program.ended).code).toBe(0)
}, 60_000)

test('it does not start for another vault: the keys of its wallets cannot move', async () => {
  const { code, said } = await run({ VAULT_ORIGIN: 'https://vault.example' }).ended
  expect([code, said]).toEqual([1, expect.stringContaining('belong to the vault at http://localhost:3011')])
}, 60_000)

test.each<[string, () => Record<string, string>, string]>([
  ['with a setting that is missing', () => ({ SMTP_URL: '' }), 'SMTP_URL'],
  [
    'with keys inside the data',
    () => ({ KEY_RING_FOLDER: join(place.folder, 'database', 'keys') }),
    'must not lie inside',
  ],
  [
    'with a key ring that others can read',
    () => {
      chmodSync(join(place.folder, 'keys', 'api.json'), 0o644)
      return {}
    },
    'chmod 600',
  ],
  ['without its projects', () => ({ PROJECTS_FILE: join(place.folder, 'missing.json') }), 'missing.json'],
])(
  'it says why it does not start %s',
  async (_, change, words) => {
    const { code, said } = await run(change()).ended
    expect([code, said]).toEqual([1, expect.stringContaining(words)])
    expect(said).not.toContain('at file:')
  },
  60_000,
)
