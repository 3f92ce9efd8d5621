import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { maxDevices } from '../../api/src/devices/deviceService.ts'
import { confirm, createHarness, type Harness, logIn } from './harness.ts'
import { newShareNonce } from './testDevice.ts'

const email = 'ada@example.com'
const day = 86_400
const expired = { name: 'SESSION_EXPIRED' }

const two = async (harness: Harness) => {
  const [one, other] = [await harness.device(), await harness.device({ userAgent: 'Mozilla/5.0 (iPhone) Safari/1' })]
  const first = await logIn(harness, one, email)
  harness.clock.advance(60)
  const second = await logIn(harness, other, email)
  return { one, first, other, second }
}

test('are listed, last used first, with what tells them apart', async () => {
  await using harness = await createHarness()
  const { one, first, other } = await two(harness)
  const { devices } = await one.client.call('listDevices', {}, { accessToken: first.accessToken })
  const dappOrigin = 'http://127.0.0.1:3000'
  expect(devices).toEqual([
    {
      deviceId: other.deviceId,
      name: '',
      browser: 'Safari on iOS',
      dappOrigin,
      createdAt: '2026-03-01T12:01:00.000Z',
      lastUsedAt: '2026-03-01T12:01:00.000Z',
      isThis: false,
    },
    {
      deviceId: one.deviceId,
      name: '',
      browser: 'Chrome on Linux',
      dappOrigin,
      createdAt: '2026-03-01T12:00:00.000Z',
      lastUsedAt: '2026-03-01T12:00:00.000Z',
      isThis: true,
    },
  ])
})

test('are named by their person, who has no say in the devices of others', async () => {
  await using harness = await createHarness()
  const { one, first, other } = await two(harness)
  const stranger = await harness.device()
  const theirs = await logIn(harness, stranger, 'bob@example.com')
  const rename = (deviceId: string, name: string, accessToken = first.accessToken, by = one) =>
    by.client.call('renameDevice', { deviceId, name }, { accessToken })
  await rename(other.deviceId, '  My phone 📱 ')
  for (const name of ['', '   ', 'a'.repeat(65), 'a\u202eb', 'a\nb', '\u0000'])
    await expect(rename(other.deviceId, name), JSON.stringify(name)).rejects.toMatchObject({ name: 'INVALID_PARAMS' })
  const missing = { name: 'DEVICE_NOT_FOUND' }
  await expect(rename(other.deviceId, 'mine', theirs.accessToken, stranger)).rejects.toMatchObject(missing)
  await expect(rename('A'.repeat(43), 'none')).rejects.toMatchObject(missing)
  const { devices } = await one.client.call('listDevices', {}, { accessToken: first.accessToken })
  expect(devices.map(({ name }) => name)).toEqual(['My phone 📱', ''])
})

describe('a revoked device', () => {
  test('is refused its next request, every one, and its share is gone; others go on', async () => {
    await using harness = await createHarness()
    const { one, first, other, second } = await two(harness)
    await other.unlock(second.accessToken)
    await one.client.call('revokeDevice', { deviceId: other.deviceId }, { accessToken: first.accessToken })

    const { accessToken, refreshToken, wallet } = second
    const share = { walletId: wallet.walletId, generation: 1, use: 'unlock' as const, nonce: newShareNonce() }
    const { client, deviceId } = other
    const asked = await Promise.allSettled([
      client.call('getWallet', {}, { accessToken }),
      client.call('releaseAuthShare', share, { accessToken }),
      client.call('releaseRecoveryAuthShare', share, { accessToken }),
      client.call('listDevices', {}, { accessToken }),
      client.call('renameDevice', { deviceId, name: 'again' }, { accessToken }),
      client.call('revokeDevice', { deviceId: one.deviceId }, { accessToken }),
      client.call('endAllSessions', {}, { accessToken }),
      client.call('apiAuditLog', {}, { accessToken }),
      client.call('refreshSession', { refreshToken }),
    ])
    for (const answer of asked) expect(answer).toMatchObject({ status: 'rejected', reason: expired })
    const shares = await harness.database.transaction('api', (sql) => sql`SELECT device_id FROM auth_shares`)
    expect(shares).toEqual([{ device_id: one.deviceId }])
    expect(await one.unlock(first.accessToken)).toBe(wallet.addresses.eip155[0])
  })

  test('comes back by a code, as a new one', async () => {
    await using harness = await createHarness()
    const { one, first, other } = await two(harness)
    await one.client.call('revokeDevice', { deviceId: other.deviceId }, { accessToken: first.accessToken })
    harness.clock.advance(31)
    const back = await logIn(harness, other, email)
    expect(await other.unlock(back.accessToken)).toBe(first.wallet.addresses.eip155[0])
  })

  test('may be revoked again, and nobody revokes the devices of another', async () => {
    await using harness = await createHarness()
    const { one, first, other, second } = await two(harness)
    const stranger = await harness.device()
    const theirs = await logIn(harness, stranger, 'bob@example.com')
    const { deviceId } = other
    await stranger.client.call('revokeDevice', { deviceId }, { accessToken: theirs.accessToken })
    await other.unlock(second.accessToken)
    for (const _ of [1, 2]) await one.client.call('revokeDevice', { deviceId }, { accessToken: first.accessToken })
    const { entries } = await one.client.call('apiAuditLog', {}, { accessToken: first.accessToken })
    expect(entries.filter(({ event }) => event === 'device revoked')).toHaveLength(1)
  })

  test('needs a fresh code', async () => {
    await using harness = await createHarness()
    const { one, first, other } = await two(harness)
    const revoke = () =>
      one.client.call('revokeDevice', { deviceId: other.deviceId }, { accessToken: first.accessToken })
    harness.clock.advance(301)
    await expect(revoke()).rejects.toMatchObject({ name: 'STEP_UP_REQUIRED' })
    await confirm(harness, one, email, first.accessToken)
    await revoke()
  })
})

test('that nobody has used for 90 days, and those beyond a hundred, are removed when a new one comes', async () => {
  await using harness = await createHarness()
  const first = await logIn(harness, await harness.device(), email)
  const rows = (count: number, lastUsed: Date) =>
    harness.database.transaction('api', async (sql) => {
      for (let index = 0; index < count; index++)
        await sql`
          INSERT INTO devices (user_id, device_id, created_at, last_used_at, user_agent, dapp_origin)
          VALUES (${first.userId}, ${randomBytes(32).toString('base64url')}, ${lastUsed}, ${lastUsed}, 'A browser', 'https://a.example')`
    })
  const now = harness.clock.now().getTime()
  await rows(3, new Date(now - 91 * day * 1000))
  await rows(maxDevices + 5, new Date(now - day * 1000))
  harness.clock.advance(31)
  const newcomer = await harness.device()
  const { accessToken } = await logIn(harness, newcomer, email)
  const { devices } = await newcomer.client.call('listDevices', {}, { accessToken })
  expect(devices).toHaveLength(maxDevices)
  expect(devices[0]?.isThis).toBe(true)
  expect(devices.at(-1)?.lastUsedAt).toBe(new Date(now - day * 1000).toISOString())
  const { entries } = await newcomer.client.call('apiAuditLog', { limit: 100 }, { accessToken })
  expect(entries.filter(({ event }) => event === 'device removed after disuse')).toHaveLength(3 + 7)
})
