import { expect, test } from 'vitest'
import { stepUpMs } from '../../api/src/session/inSession.ts'
import { confirm, createHarness, type Harness, logIn } from './harness.ts'
import type { TestDevice } from './testDevice.ts'

const email = 'ada@example.com'
const needed = { name: 'STEP_UP_REQUIRED' }
const expired = { name: 'SESSION_EXPIRED' }
const dappOrigin = 'http://127.0.0.1:3000'

const endAll = (device: TestDevice, accessToken: string) => device.client.call('endAllSessions', {}, { accessToken })
const grantFor = async (harness: Harness, device: TestDevice, purpose: 'login' | 'confirmation', of = email) => {
  const { attemptId } = await device.client.call('emailStart', { dappOrigin, email: of, purpose })
  return (await device.client.call('emailVerify', { attemptId, code: harness.mailbox.codeFor(of) })).apiGrant
}
/** Signed in so long ago that a code is required. */
const longLoggedIn = async (harness: Harness, of = email) => {
  const device = await harness.device()
  const { refreshToken } = await logIn(harness, device, of)
  harness.clock.advance(stepUpMs / 1000 + 1)
  return { device, ...(await device.client.call('refreshSession', { refreshToken })).tokens }
}

test('what reaches beyond a session needs a code of the last five minutes; entering one confirms the session', async () => {
  await using harness = await createHarness()
  const { device, accessToken } = await longLoggedIn(harness)
  await expect(endAll(device, accessToken)).rejects.toMatchObject(needed)
  await confirm(harness, device, email, accessToken)
  harness.clock.advance(stepUpMs / 1000)
  await endAll(device, accessToken)
})

test('a login is such a code; a refresh is none', async () => {
  await using harness = await createHarness()
  const device = await harness.device()
  const { refreshToken } = await logIn(harness, device, email)
  harness.clock.advance(stepUpMs / 1000 + 1)
  const { tokens } = await device.client.call('refreshSession', { refreshToken })
  await expect(endAll(device, tokens.accessToken)).rejects.toMatchObject(needed)
})

test('a code confirms its own session once: not with the code of a login, of another user, or of another device', async () => {
  await using harness = await createHarness()
  const other = await longLoggedIn(harness, 'bob@example.com')
  const { device, accessToken } = await longLoggedIn(harness)
  const confirmWith = (apiGrant: string) => device.client.call('confirmSession', { apiGrant }, { accessToken })

  await expect(confirmWith(await grantFor(harness, device, 'login'))).rejects.toMatchObject(expired)
  harness.clock.advance(31)
  await expect(confirmWith(await grantFor(harness, other.device, 'confirmation'))).rejects.toMatchObject(expired)
  await expect(confirmWith(await grantFor(harness, device, 'confirmation', 'bob@example.com'))).rejects.toMatchObject(
    expired,
  )
  await expect(endAll(device, accessToken)).rejects.toMatchObject(needed)

  harness.clock.advance(31)
  const used = await confirm(harness, device, email, accessToken)
  await expect(confirmWith(used)).rejects.toMatchObject(expired)
})

test('a code of a confirmation opens no session, and makes nobody known who was not', async () => {
  await using harness = await createHarness()
  const { device } = await longLoggedIn(harness)
  const apiGrant = await grantFor(harness, device, 'confirmation')
  await expect(device.client.call('startSession', { apiGrant, dappOrigin })).rejects.toMatchObject(expired)
  await expect(grantFor(harness, device, 'confirmation', 'nobody@example.com')).rejects.toMatchObject({
    name: 'OTP_EXPIRED',
  })
  const people = await harness.database.transaction('custody', (sql) => sql`SELECT email FROM people`)
  expect(people).toEqual([{ email }])
})

test('signing out everywhere ends every session and deletes every share; the wallet is recovered at the next login', async () => {
  await using harness = await createHarness()
  const [one, two] = [await harness.device(), await harness.device()]
  const first = await logIn(harness, one, email)
  const second = await logIn(harness, two, email)
  await endAll(two, second.accessToken)
  for (const [device, { accessToken, refreshToken }] of [
    [one, first],
    [two, second],
  ] as const) {
    await expect(device.client.call('getWallet', {}, { accessToken })).rejects.toMatchObject(expired)
    await expect(device.client.call('refreshSession', { refreshToken })).rejects.toMatchObject(expired)
  }
  const left = await harness.database.transaction(
    'api',
    (sql) =>
      sql`SELECT (SELECT count(*)::int FROM auth_shares) AS shares, (SELECT count(*)::int FROM devices) AS devices`,
  )
  expect(left).toEqual([{ shares: 0, devices: 0 }])
  const back = await logIn(harness, one, email)
  expect(await one.unlock(back.accessToken)).toBe(first.wallet.addresses.eip155[0])
})
