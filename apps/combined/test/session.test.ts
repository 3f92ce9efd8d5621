import { createHash } from 'node:crypto'
import { endpoints } from '@latchkey/api-client'
import { describe, expect, test } from 'vitest'
import { reuseGraceMs } from '../../api/src/signIn/sessionService.ts'
import { addresses, createHarness, type Harness, logIn } from './harness.ts'
import { newShareNonce, type TestDevice } from './testDevice.ts'

const email = 'ada@example.com'
const day = 86_400

const refresh = async (device: TestDevice, refreshToken: string) =>
  (await device.client.call('refreshSession', { refreshToken })).tokens
const expired = { name: 'SESSION_EXPIRED' }

const auditOf = (harness: Harness): Promise<string[]> =>
  harness.database.transaction('api', async (sql) =>
    (await sql<{ event: string }>`SELECT event FROM audit_log ORDER BY entry_id`).map(({ event }) => event),
  )

describe('refresh tokens', () => {
  test('rotate on every use, and the new one works', async () => {
    await using harness = await createHarness()
    const device = await harness.device()
    let { refreshToken } = await logIn(harness, device, email)
    const seen = new Set([refreshToken])
    for (let use = 0; use < 5; use++) {
      harness.clock.advance(600)
      const tokens = await refresh(device, refreshToken)
      expect(tokens.expiresInSeconds).toBe(600)
      refreshToken = tokens.refreshToken
      seen.add(refreshToken)
      await device.client.call('getWallet', {}, { accessToken: tokens.accessToken })
    }
    expect(seen.size).toBe(6)
  })

  test('one that is used again after a newer one, and after the grace, ends the session for everybody', async () => {
    await using harness = await createHarness()
    const device = await harness.device()
    const { refreshToken, accessToken } = await logIn(harness, device, email)
    const next = await refresh(device, refreshToken)
    harness.clock.advance(1)
    await refresh(device, next.refreshToken)
    harness.clock.advance(10)
    await expect(refresh(device, refreshToken)).rejects.toMatchObject(expired)
    await expect(refresh(device, next.refreshToken)).rejects.toMatchObject(expired)
    await expect(device.client.call('getWallet', {}, { accessToken })).rejects.toMatchObject(expired)
    expect(await auditOf(harness)).toContain('session revoked after token reuse')
  })

  test('one whose answer was lost may be used again within ten seconds', async () => {
    await using harness = await createHarness()
    const device = await harness.device()
    const { refreshToken } = await logIn(harness, device, email)
    await refresh(device, refreshToken)
    harness.clock.advance(9)
    const again = await refresh(device, refreshToken)
    await refresh(device, again.refreshToken)
  })

  test('one whose answer was lost for good is taken again from its own device, however late', async () => {
    await using harness = await createHarness()
    const device = await harness.device()
    const { refreshToken } = await logIn(harness, device, email)
    await refresh(device, refreshToken)
    harness.clock.advance(20 * day)
    const again = await refresh(device, refreshToken)
    await refresh(device, again.refreshToken)
    expect(await auditOf(harness)).not.toContain('session revoked after token reuse')
  })

  test('one that another device brings ends the session', async () => {
    await using harness = await createHarness()
    const device = await harness.device()
    const { refreshToken } = await logIn(harness, device, email)
    const thief = await harness.device()
    await expect(refresh(thief, refreshToken)).rejects.toMatchObject(expired)
    await expect(refresh(device, refreshToken)).rejects.toMatchObject(expired)
  })

  test('live 30 days after their last use', async () => {
    await using harness = await createHarness()
    const device = await harness.device()
    let { refreshToken } = await logIn(harness, device, email)
    harness.clock.advance(30 * day - 1)
    refreshToken = (await refresh(device, refreshToken)).refreshToken
    harness.clock.advance(30 * day)
    await expect(refresh(device, refreshToken)).rejects.toMatchObject(expired)
  })

  test('and 90 days in all, however often they are used', async () => {
    await using harness = await createHarness()
    const device = await harness.device()
    let { refreshToken } = await logIn(harness, device, email)
    for (let use = 0; use < 4; use++) {
      harness.clock.advance(20 * day)
      refreshToken = (await refresh(device, refreshToken)).refreshToken
    }
    harness.clock.advance(10 * day)
    await expect(refresh(device, refreshToken)).rejects.toMatchObject(expired)
  })

  test('are one chain: a thief with the device’s key who replays one within the grace is found out when either comes late', async () => {
    await using harness = await createHarness()
    const device = await harness.device()
    const { refreshToken } = await logIn(harness, device, email)
    const own = await refresh(device, refreshToken)
    const stolen = await refresh(device, refreshToken)
    expect(stolen.refreshToken).toBe(own.refreshToken)
    const thiefs = await refresh(device, stolen.refreshToken)
    harness.clock.advance(1)
    await refresh(device, thiefs.refreshToken)
    harness.clock.advance(10)
    await expect(refresh(device, own.refreshToken)).rejects.toMatchObject(expired)
    await expect(refresh(device, thiefs.refreshToken)).rejects.toMatchObject(expired)
  })

  test.each(['', 'A'.repeat(43), 'x'])('an invented one (%j) is none', async (refreshToken) => {
    await using harness = await createHarness()
    const device = await harness.device()
    await expect(refresh(device, refreshToken)).rejects.toMatchObject(expired)
  })

  test('are stored as hashes alone', async () => {
    await using harness = await createHarness()
    const device = await harness.device()
    const { refreshToken } = await logIn(harness, device, email)
    await refresh(device, refreshToken)
    const rows = await harness.database.transaction(
      'api',
      (sql) => sql<{ token_hash: Uint8Array }>`SELECT * FROM refresh_tokens`,
    )
    expect(rows).toHaveLength(2)
    for (const { token_hash } of rows) expect(token_hash).toHaveLength(32)
  })
})

describe('access tokens', () => {
  test('live ten minutes', async () => {
    await using harness = await createHarness()
    const device = await harness.device()
    const { accessToken } = await logIn(harness, device, email)
    harness.clock.advance(599)
    await device.client.call('getWallet', {}, { accessToken })
    harness.clock.advance(2)
    await expect(device.client.call('getWallet', {}, { accessToken })).rejects.toMatchObject(expired)
  })

  test('of a device are worth nothing in the hands of another', async () => {
    await using harness = await createHarness()
    const { accessToken, custodyToken, wallet } = await logIn(harness, await harness.device(), email)
    const thief = await harness.device()
    const share = {
      walletId: wallet.walletId,
      generation: 1,
      recoveryShareId: wallet.recoveryShareId,
      use: 'unlock' as const,
      nonce: newShareNonce(),
    }
    await expect(thief.client.call('getWallet', {}, { accessToken })).rejects.toMatchObject({ name: 'PROOF_INVALID' })
    await expect(thief.client.call('releaseAuthShare', share, { accessToken })).rejects.toMatchObject({
      name: 'PROOF_INVALID',
    })
    await expect(thief.client.call('releaseRecoveryShare', share, { accessToken: custodyToken })).rejects.toMatchObject(
      { name: 'PROOF_INVALID' },
    )
  })

  test('of one authority do not open the other, and a grant or receipt opens neither', async () => {
    await using harness = await createHarness()
    const device = await harness.device()
    const { attemptId } = await device.startEmail(email)
    const verified = await device.client.call('emailVerify', { attemptId, code: harness.mailbox.codeFor(email) })
    const { tokens } = await device.client.call('startSession', {
      apiGrant: verified.apiGrant,
      dappOrigin: 'http://127.0.0.1:3000',
    })
    const share = {
      walletId: crypto.randomUUID(),
      generation: 1,
      recoveryShareId: crypto.randomUUID(),
      use: 'unlock' as const,
      nonce: newShareNonce(),
    }
    for (const accessToken of [verified.custodyToken, verified.apiGrant]) {
      await expect(device.client.call('getWallet', {}, { accessToken })).rejects.toMatchObject(expired)
    }
    for (const accessToken of [tokens.accessToken, verified.apiGrant]) {
      await expect(device.client.call('releaseRecoveryShare', share, { accessToken })).rejects.toMatchObject(expired)
    }
  })
})

describe('a session', () => {
  const verify = async (harness: Harness, device: TestDevice) => {
    const { attemptId } = await device.startEmail(email)
    return device.client.call('emailVerify', { attemptId, code: harness.mailbox.codeFor(email) })
  }
  const start = (device: TestDevice, apiGrant: string, dappOrigin = 'http://127.0.0.1:3000') =>
    device.client.call('startSession', { apiGrant, dappOrigin })

  test('is opened once by a grant', async () => {
    await using harness = await createHarness()
    const device = await harness.device()
    const { apiGrant } = await verify(harness, device)
    await start(device, apiGrant)
    await expect(start(device, apiGrant)).rejects.toMatchObject(expired)
  })

  test('is opened by the device that proved the email, soon, from a listed page', async () => {
    await using harness = await createHarness()
    const device = await harness.device()
    const { apiGrant } = await verify(harness, device)
    await expect(start(await harness.device(), apiGrant)).rejects.toMatchObject(expired)
    await expect(start(device, apiGrant, 'https://evil.example')).rejects.toMatchObject({ name: 'ORIGIN_NOT_ALLOWED' })
    harness.clock.advance(301)
    await expect(start(device, apiGrant)).rejects.toMatchObject(expired)
  })

  test('is not opened with another HPKE key than the one that custody saw', async () => {
    await using harness = await createHarness()
    const device = await harness.device()
    const { apiGrant } = await verify(harness, device)
    const { hpkePublicKey } = await harness.device()
    const path = '/account/v1/session'
    const body = JSON.stringify({ apiGrant, projectId: 'demo', dappOrigin: 'http://127.0.0.1:3000' })
    const send = (dpop: string) =>
      harness.fetch(`${addresses.apiUrl}${path}`, { method: 'POST', body, headers: { dpop } })
    const nonce = (await send('')).headers.get('dpop-nonce') ?? ''
    const bodySha256 = createHash('sha256').update(body).digest('base64url')
    const proof = (other: object) =>
      device.signProof({ ...device.claimsFor({ authority: 'api', method: 'POST', path, bodySha256, nonce }), ...other })
    expect((await send(await proof({ hpke: hpkePublicKey }))).status).toBe(401)
    expect((await send(await proof({}))).status).toBe(200)
  })

  test('is not opened by a token that custody did not sign, or signed for something else', async () => {
    await using harness = await createHarness()
    const device = await harness.device()
    const { custodyToken, apiGrant } = await verify(harness, device)
    const [header = '', claims = '', signature = ''] = apiGrant.split('.')
    const forged = Buffer.from(
      JSON.stringify({ ...JSON.parse(Buffer.from(claims, 'base64url').toString()), sub: crypto.randomUUID() }),
    )
    const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'latchkey-grant+jwt' })).toString('base64url')
    for (const grant of [
      custodyToken,
      `${header}.${forged.toString('base64url')}.${signature}`,
      `${none}.${claims}.AA`,
    ]) {
      await expect(start(device, grant)).rejects.toMatchObject(expired)
    }
  })

  test('ends with sign-out: no refresh, no share, also while its access token lasts; sign-out answers twice', async () => {
    await using harness = await createHarness()
    const device = await harness.device()
    const { refreshToken, accessToken, wallet } = await logIn(harness, device, email)
    const share = { walletId: wallet.walletId, generation: 1, use: 'unlock' as const, nonce: newShareNonce() }
    await device.client.call('endSession', { refreshToken })
    await expect(refresh(device, refreshToken)).rejects.toMatchObject(expired)
    await expect(device.client.call('releaseAuthShare', share, { accessToken })).rejects.toMatchObject(expired)
    await device.client.call('endSession', { refreshToken })

    harness.clock.advance(31)
    const again = await device.startEmail(email)
    const { accessToken: fresh } = await device.finishLogin(again.attemptId, harness.mailbox.codeFor(email))
    await expect(device.client.call('releaseAuthShare', share, { accessToken: fresh })).rejects.toMatchObject({
      name: 'WALLET_NOT_FOUND',
    })
    expect(await auditOf(harness)).toEqual(['signed in', 'wallet created', 'signed out', 'call refused', 'signed in'])
  })

  test('ends for whoever brings its token: a device that signed out offline has deleted its key since', async () => {
    await using harness = await createHarness()
    const device = await harness.device()
    const { refreshToken, accessToken, wallet } = await logIn(harness, device, email)
    await (await harness.device()).client.call('endSession', { refreshToken })
    await expect(refresh(device, refreshToken)).rejects.toMatchObject(expired)
    const share = { walletId: wallet.walletId, generation: 1, use: 'unlock' as const, nonce: newShareNonce() }
    await expect(device.client.call('releaseAuthShare', share, { accessToken })).rejects.toMatchObject(expired)
  })

  test('of another device goes on when one signs out', async () => {
    await using harness = await createHarness()
    const [one, two] = [await harness.device(), await harness.device()]
    const first = await logIn(harness, one, email)
    harness.clock.advance(31)
    const second = await logIn(harness, two, email)
    await one.client.call('endSession', { refreshToken: first.refreshToken })
    const { accessToken } = await refresh(two, second.refreshToken)
    expect(await two.unlock(accessToken)).toBe(second.wallet.addresses.eip155[0])
  })

  test('remembers the device coarsely and the page it was for', async () => {
    await using harness = await createHarness()
    const device = await harness.device()
    await logIn(harness, device, email)
    const rows = await harness.database.transaction(
      'api',
      (sql) => sql`SELECT device_id, user_agent, dapp_origin FROM devices`,
    )
    expect(rows).toEqual([
      { device_id: device.deviceId, user_agent: 'Chrome on Linux', dapp_origin: 'http://127.0.0.1:3000' },
    ])
    const origins = await harness.database.transaction('api', (sql) => sql`SELECT DISTINCT dapp_origin FROM audit_log`)
    expect(origins).toEqual([{ dapp_origin: 'http://127.0.0.1:3000' }])
  })
})

test('the recovery half is for a login of the last ten minutes, not for a refreshed session', async () => {
  await using harness = await createHarness()
  const device = await harness.device()
  const { refreshToken, accessToken, wallet } = await logIn(harness, device, email)
  const share = { walletId: wallet.walletId, generation: 1, use: 'unlock' as const, nonce: newShareNonce() }
  harness.clock.advance(590)
  await device.client.call('releaseRecoveryAuthShare', share, { accessToken })
  harness.clock.advance(20)
  const { accessToken: refreshed } = await refresh(device, refreshToken)
  await device.client.call('releaseAuthShare', share, { accessToken: refreshed })
  await expect(device.client.call('releaseRecoveryAuthShare', share, { accessToken: refreshed })).rejects.toMatchObject(
    expired,
  )
})

test('a client whose answer was lost tries again while its used token is still honoured', () => {
  const { timeoutMs } = endpoints.refreshSession
  const longestDelayMs = 1000
  expect(timeoutMs + longestDelayMs).toBeLessThan(reuseGraceMs)
})
