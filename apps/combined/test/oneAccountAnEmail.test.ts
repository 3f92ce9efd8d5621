import { openAuthorityKeyring } from '@latchkey/service-kit/keys/authorityKeyring'
import { signToken } from '@latchkey/service-kit/keys/tokens'
import { defaultRetention, removeExpired } from '@latchkey/service-kit/retention/startRetention'
import { expect, test } from 'vitest'
import { apiRetention } from '../../api/src/apiRetention.ts'
import { createHarness, type Harness, logIn } from './harness.ts'
import type { TestDevice } from './testDevice.ts'

/** At the api an email is one account's, whatever custody says and whenever. */

const email = 'ada@example.com'
const dappOrigin = 'http://127.0.0.1:3000'
const inUse = { name: 'EMAIL_IN_USE' }

/** A session for whomever custody names. */
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
/** A row as the release before wrote it. */
const addFormerUser = ({ database, clock }: Harness, userId: string, of: string) =>
  database.transaction(
    'api',
    (sql) => sql`INSERT INTO users (user_id, email, created_at) VALUES (${userId}, ${of}, ${clock.now()})`,
  )
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

test('an account of the release before gets its email noted when it signs in, or when the clean-up runs', async () => {
  await using harness = await createHarness()
  const [first, second] = [crypto.randomUUID(), crypto.randomUUID()]
  await addFormerUser(harness, first, email)
  await addFormerUser(harness, second, 'bob@example.com')
  await enterAs(harness, await harness.device(), first)
  expect(await claims(harness)).toEqual([{ email, user_id: first }])
  const { database, clock } = harness
  await removeExpired({ authority: 'api', database, clock, rules: apiRetention(defaultRetention) })
  expect(await claims(harness)).toEqual([
    { email, user_id: first },
    { email: 'bob@example.com', user_id: second },
  ])
})

test('an email that the release before wrote at two accounts opens neither, until an operator has decided', async () => {
  await using harness = await createHarness()
  const [first, second] = [crypto.randomUUID(), crypto.randomUUID()]
  await addFormerUser(harness, first, email)
  await addFormerUser(harness, second, email)
  const { database, clock } = harness
  await removeExpired({ authority: 'api', database, clock, rules: apiRetention(defaultRetention) })
  for (const sub of [first, second])
    await expect(enterAs(harness, await harness.device(), sub)).rejects.toMatchObject(inUse)
  await api(harness, (sql) => sql`UPDATE users SET email = NULL WHERE user_id = ${second}`)
  await enterAs(harness, await harness.device(), first)
  expect(await claims(harness)).toEqual([{ email, user_id: first }])
})
