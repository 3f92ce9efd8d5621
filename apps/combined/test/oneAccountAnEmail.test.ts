import { openAuthorityKeyring } from '@latchkey/service-kit/keys/authorityKeyring'
import { signToken } from '@latchkey/service-kit/keys/tokens'
import { expect, test } from 'vitest'
import { createHarness, type Harness, logIn } from './harness.ts'
import type { TestDevice } from './testDevice.ts'

/** At the api an email belongs to one account, whatever custody states and whenever. */

const email = 'ada@example.com'
const dappOrigin = 'http://127.0.0.1:3000'
const inUse = { name: 'EMAIL_IN_USE' }

/** Opens a session for the user that custody names. */
const enterAs = async (harness: Harness, device: TestDevice, sub: string, named = email) => {
  const { signing } = await openAuthorityKeyring('custody', harness.database, harness.kms('custody'))
  const grant = {
    sub,
    jti: crypto.randomUUID(),
    email: named,
    purpose: 'login',
    auth_time: harness.clock.now().getTime() / 1000,
    cnf: { jkt: device.deviceId },
    hpke: device.hpkePublicKey,
  } as const
  const apiGrant = await signToken('apiGrant', grant, signing, harness.clock)
  return device.client.call('startSession', { apiGrant, dappOrigin })
}
const api = <row extends Record<string, unknown>>(
  { database }: Harness,
  work: Parameters<Harness['database']['transaction']>[1],
) => database.transaction('api', work) as Promise<row[]>
const claims = (harness: Harness) => api(harness, (sql) => sql`SELECT email, user_id FROM emails ORDER BY email`)

test('another account does not get the email of one that exists', async () => {
  await using harness = await createHarness()
  const device = await harness.device()
  const { wallet } = await logIn(harness, device, email)
  await expect(enterAs(harness, await harness.device(), crypto.randomUUID())).rejects.toMatchObject(inUse)
  expect(await claims(harness)).toEqual([{ email, user_id: wallet.userId }])
  expect(await api(harness, (sql) => sql`SELECT user_id FROM users`)).toEqual([{ user_id: wallet.userId }])
})

test('of first sign-ins that race under several accounts one gets the email', async () => {
  await using harness = await createHarness()
  const devices = await Promise.all(Array.from({ length: 4 }, () => harness.device()))
  const entered = await Promise.allSettled(devices.map((device) => enterAs(harness, device, crypto.randomUUID())))
  expect(entered.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const outcome of entered) if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(inUse)
  expect(await claims(harness)).toHaveLength(1)
})

test('an email in another spelling is none', async () => {
  await using harness = await createHarness()
  await logIn(harness, await harness.device(), email)
  for (const named of ['Ada@example.com', ' ada@example.com', 'nobody'])
    await expect(enterAs(harness, await harness.device(), crypto.randomUUID(), named)).rejects.toMatchObject({
      name: 'SESSION_EXPIRED',
    })
})

test('an account whose address is not noted as its own has none: nobody signs in to it by email', async () => {
  await using harness = await createHarness()
  const userId = crypto.randomUUID()
  await harness.database.transaction(
    'api',
    (sql) => sql`INSERT INTO users (user_id, email, created_at) VALUES (${userId}, ${email}, ${harness.clock.now()})`,
  )
  await expect(enterAs(harness, await harness.device(), userId)).rejects.toMatchObject({ name: 'SESSION_EXPIRED' })
})
