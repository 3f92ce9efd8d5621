import { describe, expect, test } from 'vitest'
import { addresses, createHarness, type Harness, logIn } from './harness.ts'
import { newShareNonce, type TestDevice } from './testDevice.ts'

const email = 'ada@example.com'

const eventsOf = async (
  { client }: TestDevice,
  tokens: { accessToken: string; custodyToken: string },
): Promise<{ api: string[]; custody: string[] }> => {
  const api = await client.call('apiAuditLog', {}, { accessToken: tokens.accessToken })
  const custody = await client.call('custodyAuditLog', {}, { accessToken: tokens.custodyToken })
  return { api: api.entries.map(({ event }) => event), custody: custody.entries.map(({ event }) => event) }
}

test('each authority notes what it did itself, newest first, and a user reads their own', async () => {
  await using harness = await createHarness()
  const device = await harness.device()
  const login = await logIn(harness, device, email)
  const other = await harness.device()
  await logIn(harness, other, 'bob@example.com')
  expect(await eventsOf(device, login)).toEqual({
    api: ['wallet created', 'signed in'],
    custody: ['recovery share kept', 'code accepted'],
  })
  const { entries, next } = await device.client.call('apiAuditLog', {}, { accessToken: login.accessToken })
  expect(entries[0]).toEqual({
    id: expect.any(Number),
    at: '2026-03-01T12:00:00.000Z',
    event: 'wallet created',
    deviceId: device.deviceId,
    dappOrigin: 'http://127.0.0.1:3000',
  })
  expect(next).toBeNull()
})

test('the whole log is read a page at a time, each entry once, also while it grows', async () => {
  await using harness = await createHarness()
  const device = await harness.device()
  const { accessToken, userId } = await logIn(harness, device, email)
  const add = (count: number) =>
    harness.database.transaction('api', async (sql) => {
      for (let index = 0; index < count; index++)
        await sql`
          INSERT INTO audit_log (user_id, at, event, device_id) VALUES (${userId}, ${harness.clock.now()}, 'x', 'd')`
    })
  await add(23)
  const seen: number[] = []
  let before: number | undefined
  for (let pages = 0; pages < 10; pages++) {
    const asked = before === undefined ? { limit: 7 } : { limit: 7, before }
    const { entries, next } = await device.client.call('apiAuditLog', asked, { accessToken })
    seen.push(...entries.map(({ id }) => id))
    if (next === null) break
    before = next
    await add(1)
  }
  expect(seen).toHaveLength(25)
  expect(seen).toEqual([...new Set(seen)].sort((a, b) => b - a))
  for (const page of [{ limit: 0 }, { limit: 101 }, { before: 0 }, { before: 1.5 }])
    await expect(device.client.call('apiAuditLog', page, { accessToken })).rejects.toMatchObject({
      name: 'INVALID_PARAMS',
    })
})

test.each(['api', 'custody'] as const)('the code of %s can neither change nor drop what it has noted', async (role) => {
  await using harness = await createHarness()
  await logIn(harness, await harness.device(), email)
  for (const attempt of [
    harness.database.transaction(role, (sql) => sql`UPDATE audit_log SET event = 'nothing'`),
    harness.database.transaction(role, (sql) => sql`DELETE FROM audit_log`),
  ])
    await expect(attempt).rejects.toThrow('permission denied')
})

describe('a call that is refused with a genuine token is noted for whose token it is', () => {
  const setUp = async (harness: Harness) => {
    const device = await harness.device()
    const login = await logIn(harness, device, email)
    const thief = await harness.device()
    const theirs = await logIn(harness, thief, 'eve@example.com')
    const { walletId, generation, recoveryShareId } = login.wallet
    const share = { walletId, generation, recoveryShareId, use: 'unlock' as const, nonce: newShareNonce() }
    return { device, login, thief, theirs, share }
  }
  const calledInVain = ['call refused']

  test('a stolen token, at either authority', async () => {
    await using harness = await createHarness()
    const { device, login, thief, share } = await setUp(harness)
    const refused = { name: 'PROOF_INVALID' }
    const { accessToken, custodyToken } = login
    await expect(thief.client.call('releaseAuthShare', share, { accessToken })).rejects.toMatchObject(refused)
    await expect(thief.client.call('releaseRecoveryShare', share, { accessToken: custodyToken })).rejects.toMatchObject(
      refused,
    )
    const { api, custody } = await eventsOf(device, login)
    expect([api.slice(0, 1), custody.slice(0, 1)]).toEqual([calledInVain, calledInVain])
  })

  test("another user's wallet: in the log of who asked", async () => {
    await using harness = await createHarness()
    const { thief, theirs, share, device, login } = await setUp(harness)
    const missing = { name: 'WALLET_NOT_FOUND' }
    const { accessToken, custodyToken } = theirs
    await expect(thief.client.call('releaseAuthShare', share, { accessToken })).rejects.toMatchObject(missing)
    await expect(thief.client.call('releaseRecoveryShare', share, { accessToken: custodyToken })).rejects.toMatchObject(
      missing,
    )
    const { api, custody } = await eventsOf(thief, theirs)
    expect([api.slice(0, 1), custody.slice(0, 1)]).toEqual([calledInVain, calledInVain])
    expect((await eventsOf(device, login)).api).not.toContain('call refused')
  })

  test('a token that is over, and a proof that was used before', async () => {
    await using harness = await createHarness()
    const { device, login } = await setUp(harness)
    const proofs: string[] = []
    const listening = await harness.device({
      fetch: (input, init) => {
        const request = new Request(input, init)
        proofs.push(request.headers.get('dpop') ?? '')
        return harness.fetch(request)
      },
    })
    const own = await logIn(harness, listening, 'kim@example.com')
    await listening.client.call('getWallet', {}, { accessToken: own.accessToken })
    const replayed = await harness.fetch(`${addresses.apiUrl}/account/v1/wallet`, {
      headers: { authorization: `DPoP ${own.accessToken}`, dpop: proofs.at(-1) ?? '' },
    })
    expect(replayed.status).toBe(401)
    expect((await eventsOf(listening, own)).api.slice(0, 1)).toEqual(calledInVain)

    harness.clock.advance(601)
    const { accessToken } = login
    await expect(device.client.call('getWallet', {}, { accessToken })).rejects.toMatchObject({
      name: 'SESSION_EXPIRED',
    })
    const { tokens } = await device.client.call('refreshSession', { refreshToken: login.refreshToken })
    const { entries } = await device.client.call('apiAuditLog', {}, { accessToken: tokens.accessToken })
    expect(entries[0]?.event).toBe('call refused')
  })

  test('a grant that was used, or that another device brings', async () => {
    await using harness = await createHarness()
    const { device, login, thief } = await setUp(harness)
    harness.clock.advance(31)
    const { attemptId } = await device.startEmail(email)
    const code = harness.mailbox.codeFor(email)
    const { apiGrant } = await device.client.call('emailVerify', { attemptId, code })
    const opening = { apiGrant, dappOrigin: 'http://127.0.0.1:3000' }
    await expect(thief.client.call('startSession', opening)).rejects.toMatchObject({ name: 'SESSION_EXPIRED' })
    expect((await eventsOf(device, login)).api[0]).toBe('call refused')
  })

  test('once a minute, however often it is tried; a forged token names nobody', async () => {
    await using harness = await createHarness()
    const { device, login, thief, share } = await setUp(harness)
    const { accessToken } = login
    const [header, , signature] = accessToken.split('.')
    const forged = `${header}.${Buffer.from(JSON.stringify({ sub: login.userId })).toString('base64url')}.${signature}`
    for (const token of [accessToken, accessToken, accessToken, forged, 'no.jwt.atall'])
      await expect(thief.client.call('releaseAuthShare', share, { accessToken: token })).rejects.toThrow()
    const { api } = await eventsOf(device, login)
    expect(api.filter((event) => event === 'call refused')).toHaveLength(1)
  })
})

test('three wrong codes are noted for the user whose email it is', async () => {
  await using harness = await createHarness()
  const device = await harness.device()
  const login = await logIn(harness, device, email)
  const stranger = await harness.device()
  const { attemptId } = await stranger.startEmail(email)
  const wrong = harness.mailbox.codeFor(email) === '000000' ? '000001' : '000000'
  for (const _ of [1, 2, 3])
    await expect(stranger.client.call('emailVerify', { attemptId, code: wrong })).rejects.toThrow()
  expect((await eventsOf(device, login)).custody[0]).toBe('too many wrong codes')
})
