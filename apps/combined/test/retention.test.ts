import { defaultRetention, removeExpired } from '@latchkey/service-kit/retention/startRetention'
import { expect, test } from 'vitest'
import { apiRetention } from '../../api/src/apiRetention.ts'
import { custodyRetention } from '../../custody/src/custodyRetention.ts'
import { createHarness, type Harness, logIn } from './harness.ts'

const day = 86_400
const retention = defaultRetention

const cleanUp = async ({ database, clock }: Harness) => {
  await removeExpired({ authority: 'api', database, clock, rules: apiRetention(retention) })
  await removeExpired({ authority: 'custody', database, clock, rules: custodyRetention(retention) })
}
const countsOf = async ({ database }: Harness) => {
  const [api] = await database.transaction(
    'api',
    (sql) => sql`
      SELECT (SELECT count(*)::int FROM spent_grants) AS grants, (SELECT count(*)::int FROM spent_proofs) AS proofs,
        (SELECT count(*)::int FROM refresh_tokens) AS tokens, (SELECT count(*)::int FROM sessions) AS sessions,
        (SELECT count(*)::int FROM devices) AS devices, (SELECT count(*)::int FROM auth_shares) AS shares`,
  )
  const [custody] = await database.transaction(
    'custody',
    (sql) => sql`
      SELECT (SELECT count(*)::int FROM email_attempts) AS attempts, (SELECT count(*)::int FROM spent_proofs) AS proofs`,
  )
  return { api, custody }
}

test('what has expired goes, by its own time; who is signed in notices nothing', async () => {
  await using harness = await createHarness()
  const device = await harness.device()
  const { accessToken, refreshToken } = await logIn(harness, device, 'ada@example.com')
  const before = await countsOf(harness)
  await cleanUp(harness)
  expect(await countsOf(harness)).toEqual(before)
  expect(await device.unlock(accessToken)).toMatch(/^0x/)

  harness.clock.advance(2 * day)
  await cleanUp(harness)
  expect(await countsOf(harness)).toEqual({
    api: { grants: 0, proofs: 0, tokens: 1, sessions: 1, devices: 1, shares: 1 },
    custody: { attempts: 0, proofs: 0 },
  })
  const { tokens } = await device.client.call('refreshSession', { refreshToken })
  expect(await device.unlock(tokens.accessToken)).toMatch(/^0x/)

  harness.clock.advance(89 * day)
  await cleanUp(harness)
  expect(await countsOf(harness)).toMatchObject({ api: { tokens: 0, sessions: 1, devices: 1 } })
  harness.clock.advance(30 * day)
  await cleanUp(harness)
  expect(await countsOf(harness)).toMatchObject({ api: { sessions: 0, devices: 1, shares: 1 } })
})

test('a device that was not used for long goes with its share, unless it is the last one', async () => {
  await using harness = await createHarness()
  const [old, newer] = [await harness.device(), await harness.device()]
  const { wallet } = await logIn(harness, old, 'ada@example.com')
  harness.clock.advance(60)
  await logIn(harness, newer, 'ada@example.com')
  harness.clock.advance(731 * day)
  await cleanUp(harness)
  expect(await countsOf(harness)).toMatchObject({ api: { devices: 1, shares: 1 } })
  const again = await logIn(harness, newer, 'ada@example.com')
  expect(again.wallet.walletId).toBe(wallet.walletId)
  const { entries } = await newer.client.call('apiAuditLog', {}, { accessToken: again.accessToken })
  expect(entries.map(({ event, deviceId }) => [event, deviceId])).toContainEqual([
    'device removed after disuse',
    old.deviceId,
  ])
})

test.each(['api', 'custody'] as const)(
  '%s removes audit entries by age, and none that is younger than 90 days',
  async (role) => {
    await using harness = await createHarness()
    const { database } = harness
    const now = Date.now()
    const ages = [800, 731, 729, 91, 89, 0]
    await database.migrate(
      ages.map(
        (age) => `INSERT INTO latchkey_${role}.audit_log (user_id, at, event, device_id)
        VALUES (gen_random_uuid(), '${new Date(now - age * day * 1000).toISOString()}', '${age}', 'device')`,
      ),
    )
    const left = () =>
      database.transaction(role, async (sql) =>
        (await sql<{ event: string }>`SELECT event FROM audit_log ORDER BY entry_id`).map(({ event }) => event),
      )
    const rules = role === 'api' ? apiRetention(retention) : custodyRetention(retention)
    await removeExpired({ authority: role, database, clock: { now: () => new Date(now) }, rules })
    expect(await left()).toEqual(['729', '91', '89', '0'])
    // Whatever code runs in the role.
    await database.transaction(role, (sql) => sql`SELECT forget_audit(now(), 1000)`)
    expect(await left()).toEqual(['89', '0'])
    await expect(database.transaction(role, (sql) => sql`DELETE FROM audit_log`)).rejects.toThrow('permission denied')
  },
)
