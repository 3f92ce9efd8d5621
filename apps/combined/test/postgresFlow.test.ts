import { openDatabase } from '@latchkey/service-kit/db/openDatabase'
import { type PostgresServer, startPostgres } from '@latchkey/service-kit/test/postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addresses, createHarness, type Harness, logIn } from './harness.ts'
import { createKillSwitch } from './killSwitch.ts'
import type { Login } from './testDevice.ts'
import { walkWallet } from './walletWalk.ts'

let server: PostgresServer
let harness: Harness
const kill = createKillSwitch()

beforeAll(async () => {
  server = await startPostgres()
  harness = await createHarness({
    database: await openDatabase({ url: server.url }),
    wrapDatabase: kill.wrapDatabase,
  })
})
afterAll(async () => {
  await harness[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

test('the whole login, creation and recovery on a PostgreSQL server', async () => {
  const [one, two] = [await harness.device(), await harness.device()]
  const first = await logIn(harness, one, 'ada@example.com')
  const second = await logIn(harness, two, 'ada@example.com')
  expect(second.wallet).toEqual(first.wallet)
  expect(await two.unlock(second.accessToken)).toBe(first.wallet.addresses.eip155[0])
})

test('six devices that create at once, in truly parallel transactions, end with one wallet', async () => {
  const email = 'bob@example.com'
  const devices = await Promise.all(Array.from({ length: 6 }, () => harness.device()))
  const logins: Login[] = []
  for (const device of devices) {
    const { attemptId } = await device.startEmail(email)
    logins.push(await device.finishLogin(attemptId, harness.mailbox.codeFor(email)))
  }
  const wallets = await Promise.all(devices.map((device, index) => device.enrol(logins[index] as Login)))
  expect(new Set(wallets.map(({ walletId }) => walletId)).size).toBe(1)
  const unlocked = await Promise.all(
    devices.map((device, index) => device.unlock((logins[index] as Login).accessToken)),
  )
  expect(new Set(unlocked).size).toBe(1)
})

test('of ten refreshes with one token at once all are served, with the same next token; a grant opens one session', async () => {
  const device = await harness.device()
  const { attemptId } = await device.startEmail('eve@example.com')
  const code = harness.mailbox.codeFor('eve@example.com')
  const { apiGrant } = await device.client.call('emailVerify', { attemptId, code })
  const dappOrigin = 'http://127.0.0.1:3000'
  const opened = await Promise.allSettled(
    Array.from({ length: 10 }, () => device.client.call('startSession', { apiGrant, dappOrigin })),
  )
  const sessions = opened.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  expect(sessions).toHaveLength(1)
  const refreshToken = sessions[0]?.tokens.refreshToken ?? ''
  const refreshed = await Promise.all(
    Array.from({ length: 10 }, () => device.client.call('refreshSession', { refreshToken })),
  )
  expect(new Set(refreshed.map(({ tokens }) => tokens.refreshToken)).size).toBe(1)
})

test('a proof that is shown ten times at once is taken once', async () => {
  const device = await harness.device()
  const path = '/custody/v1/email/start'
  const email = 'kim@example.com'
  const body = JSON.stringify({ projectId: 'demo', dappOrigin: 'http://127.0.0.1:3000', email })
  const send = (dpop: string) =>
    harness.fetch(`${addresses.custodyUrl}${path}`, { method: 'POST', body, headers: { dpop } })
  const nonce = (await send('')).headers.get('dpop-nonce') ?? ''
  const bodySha256 = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(body))).toString('base64url')
  const proof = await device.signProof(
    device.claimsFor({ authority: 'custody', method: 'POST', path, bodySha256, nonce }),
  )
  const answers = await Promise.all(Array.from({ length: 10 }, () => send(proof)))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  expect(harness.mailbox.mails.filter(({ to }) => to === email)).toHaveLength(1)
})

test('of a hundred codes that are entered at once three are looked at, and of a hundred right ones one is taken', async () => {
  const device = await harness.device()
  const enterAll = async (email: string, codeOf: (right: string) => string) => {
    const { attemptId } = await device.startEmail(email)
    const code = codeOf(harness.mailbox.codeFor(email))
    const answers = await Promise.allSettled(
      Array.from({ length: 100 }, () => device.client.call('emailVerify', { attemptId, code })),
    )
    const names = answers.map((answer) => (answer.status === 'fulfilled' ? 'taken' : answer.reason.name))
    return Object.fromEntries(
      ['taken', ...new Set(names)].map((name) => [name, names.filter((n) => n === name).length]),
    )
  }
  expect(await enterAll('joy@example.com', (right) => right)).toEqual({ taken: 1, OTP_USED: 99 })
  const wrong = (right: string) => (right === '000000' ? '000001' : '000000')
  expect(await enterAll('liz@example.com', wrong)).toEqual({ taken: 0, OTP_INVALID: 2, OTP_EXHAUSTED: 98 })
}, 60_000)

test('two devices that change one wallet in truly parallel transactions, with crashes, lose no address that was shown', async () => {
  const { crashes, committed } = await walkWallet(harness, kill, { seed: 7, rounds: 16, email: 'kim@example.com' })
  expect(crashes).toBeGreaterThan(3)
  expect(committed).toBeGreaterThan(5)
}, 120_000)
