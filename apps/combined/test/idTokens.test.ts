/** ID tokens of signed-in users: their claims, their audience, and that no endpoint of ours accepts them. */
import {
  prepareAuthorityKey,
  retireAuthorityKey,
  rotateAuthorityKey,
} from '@latchkey/service-kit/keys/rotateAuthorityKey'
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { ownerOfSubject, subjectOf } from '../../api/src/idTokens/subjectStore.ts'
import { addresses, confirm, createHarness, demo, type Harness, logIn } from './harness.ts'
import { createSocialHarness, logInAt } from './social/socialLogin.ts'
import { providerUser } from './social/startProviders.ts'
import type { TestDevice } from './testDevice.ts'

const email = 'ada@example.com'
const origin = 'http://127.0.0.1:3000'
const nonce = 'abcdefghijklmnopqrstu'
const issuer = `${addresses.apiUrl}/oidc`

const keysOf = async (harness: Harness): Promise<JSONWebKeySet> =>
  (await (await harness.fetch(`${issuer}/jwks`)).json()) as JSONWebKeySet
const ask = (
  device: TestDevice,
  accessToken: string,
  request: { projectId?: string; origin?: string; scopes?: ('wallets' | 'email')[]; nonce?: string } = {},
) => device.client.call('issueIdToken', { origin, scopes: [], ...request }, { accessToken })
/** Verifies as an app would. */
const verify = async (harness: Harness, idToken: string, audience = 'demo') =>
  (
    await jwtVerify(idToken, createLocalJWKSet(await keysOf(harness)), {
      issuer,
      audience,
      algorithms: ['ES256'],
      currentDate: harness.clock.now(),
    })
  ).payload

test('says who has signed in, when and how, and no more than was asked for', async () => {
  await using harness = await createHarness()
  const device = await harness.device()
  const { accessToken, wallet } = await logIn(harness, device, email)
  const signedInAt = Math.floor(harness.clock.now().getTime() / 1000)
  harness.clock.advance(60)
  const { idToken, expiresAt } = await ask(device, accessToken, { nonce })
  const { sub, ...claims } = await verify(harness, idToken)
  expect(claims).toEqual({
    iss: issuer,
    aud: 'demo',
    iat: signedInAt + 60,
    exp: signedInAt + 660,
    auth_time: signedInAt,
    amr: ['otp'],
    acr: 'urn:latchkey:acr:login',
    nonce,
  })
  expect(expiresAt).toBe(claims.exp)
  expect(sub).toMatch(/^[\w-]{22}$/)
  expect(decodeProtectedHeader(idToken)).toEqual({
    alg: 'ES256',
    typ: 'JWT',
    kid: (await keysOf(harness)).keys[0]?.kid,
  })

  const more = decodeJwt((await ask(device, accessToken, { scopes: ['wallets', 'email'] })).idToken)
  expect(more).toMatchObject({ sub, email, email_verified: true })
  expect(more.wallets).toEqual([
    `eip155:1:${wallet.addresses.eip155[0]}`,
    ...wallet.addresses.solana.map((address) => `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${address}`),
  ])
  expect(decodeJwt((await ask(device, accessToken, { scopes: ['email'] })).idToken)).not.toHaveProperty('wallets')
})

test('notes a fresh proof, and expires ten minutes after it was issued', async () => {
  await using harness = await createHarness()
  const device = await harness.device()
  const { accessToken } = await logIn(harness, device, email)
  harness.clock.advance(120)
  await confirm(harness, device, email, accessToken)
  const { idToken } = await ask(device, accessToken)
  expect((await verify(harness, idToken)).auth_time).toBe(Math.floor(harness.clock.now().getTime() / 1000))
  harness.clock.advance(599)
  await verify(harness, idToken)
  harness.clock.advance(1)
  await expect(verify(harness, idToken)).rejects.toMatchObject({ code: 'ERR_JWT_EXPIRED' })
})

test('calls a user the same at each sign-in, and otherwise in another project', async () => {
  await using harness = await createHarness()
  const shop = 'https://shop.example'
  harness.writeProjects([demo, { ...demo, id: 'shop', origins: [shop] }])
  const [device, other] = [await harness.device(), await harness.device()]
  const { accessToken } = await logIn(harness, device, email)
  const first = decodeJwt((await ask(device, accessToken)).idToken)
  harness.clock.advance(31)
  const again = await logIn(harness, other, email)
  expect(decodeJwt((await ask(other, again.accessToken)).idToken).sub).toBe(first.sub)
  const { idToken } = await ask(other, again.accessToken, { projectId: 'shop', origin: shop })
  expect(decodeJwt(idToken).sub).not.toBe(first.sub)
  await expect(verify(harness, idToken)).rejects.toMatchObject({ code: 'ERR_JWT_CLAIM_VALIDATION_FAILED' })
  harness.clock.advance(31)
  const kims = await harness.device()
  const kim = await logIn(harness, kims, 'kim@example.com')
  expect(decodeJwt((await ask(kims, kim.accessToken)).idToken).sub).not.toBe(first.sub)
})

test('users who ask at once are called one thing', async () => {
  await using harness = await createHarness()
  const device = await harness.device()
  const { accessToken } = await logIn(harness, device, email)
  const issued = await Promise.all([1, 2, 3, 4].map(() => ask(device, accessToken)))
  expect(new Set(issued.map(({ idToken }) => decodeJwt(idToken).sub)).size).toBe(1)
})

test('what a user is called goes with the account; what a wallet is called stays', async () => {
  await using harness = await createHarness()
  const [projectId, userId, now] = ['demo', '00000000-0000-4000-8000-000000000001', harness.clock.now()]
  const left = await harness.database.transaction('api', async (sql) => {
    await sql`INSERT INTO users (user_id, email, created_at) VALUES (${userId}, null, ${now})`
    const user = await subjectOf(sql, { projectId, owner: { userId }, now })
    const wallet = await subjectOf(sql, { projectId, owner: { signer: 'eip155:0x00' }, now })
    expect(await ownerOfSubject(sql, projectId, user)).toEqual({ userId })
    await sql`DELETE FROM users WHERE user_id = ${userId}`
    return [await ownerOfSubject(sql, projectId, user), await ownerOfSubject(sql, projectId, wallet)]
  })
  expect(left).toEqual([null, { signer: 'eip155:0x00' }])
})

test('is for no page that the project doesn’t list, and for nobody whose session is over', async () => {
  await using harness = await createHarness()
  const device = await harness.device()
  const { accessToken, refreshToken } = await logIn(harness, device, email)
  await expect(ask(device, accessToken, { origin: 'https://evil.example' })).rejects.toMatchObject({
    name: 'ORIGIN_NOT_ALLOWED',
  })
  await expect(ask(device, accessToken, { projectId: 'nobodys' })).rejects.toMatchObject({ name: 'PROJECT_UNKNOWN' })
  await device.client.call('endSession', { refreshToken })
  await expect(ask(device, accessToken)).rejects.toMatchObject({ name: 'SESSION_EXPIRED' })
})

test('opens no endpoint of ours, at either authority', async () => {
  await using harness = await createHarness()
  const device = await harness.device()
  const { accessToken } = await logIn(harness, device, email)
  const { idToken } = await ask(device, accessToken)
  for (const name of ['listDevices', 'custodyAuditLog'] as const)
    await expect(device.client.call(name, {}, { accessToken: idToken })).rejects.toMatchObject({
      name: 'SESSION_EXPIRED',
    })
  await expect(device.client.call('confirmSession', { apiGrant: idToken }, { accessToken })).rejects.toMatchObject({
    name: 'SESSION_EXPIRED',
  })
  // Its key signs nothing else, and no other key of ours signs ID tokens.
  const [{ kid } = { kid: '' }] = (await keysOf(harness)).keys
  for (const name of ['apiKeys', 'custodyKeys'] as const) {
    const { signingKeys = [] } = await device.client.call(name, {})
    expect(signingKeys.map((key) => key.kid)).not.toContain(kid)
  }
})

test('its key is rotated in steps: tokens of before count until it is retired, and subjects stay', async () => {
  await using harness = await createHarness()
  const device = await harness.device()
  const { accessToken, refreshToken } = await logIn(harness, device, email)
  const { idToken: before } = await ask(device, accessToken)
  const deps = { authority: 'api', database: harness.database, kms: harness.kms('api'), clock: harness.clock } as const
  const step = { purpose: 'id-token', leaked: false } as const
  const kids = async () => (await keysOf(harness)).keys.map(({ kid }) => kid)

  await prepareAuthorityKey(deps, 'id-token')
  harness.clock.advance(181)
  const [old, next] = await kids()
  expect([old, next]).toEqual([decodeProtectedHeader(before).kid, expect.any(String)])
  await rotateAuthorityKey(deps, step)
  harness.clock.advance(11)
  expect(await kids()).toEqual([next, old])
  const { idToken: after } = await ask(device, accessToken)
  expect(decodeProtectedHeader(after).kid).toBe(next)
  expect((await verify(harness, before)).sub).toBe((await verify(harness, after)).sub)

  await expect(retireAuthorityKey(deps, step)).rejects.toThrow('may still be needed')
  await retireAuthorityKey(deps, { ...step, leaked: true })
  harness.clock.advance(11)
  expect(await kids()).toEqual([next])
  await expect(verify(harness, before)).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' })
  await harness.restart()
  const { tokens } = await device.client.call('refreshSession', { refreshToken })
  expect(decodeProtectedHeader((await ask(device, tokens.accessToken)).idToken).kid).toBe(next)
})

test('any server and any page may read the keys, which hold nothing private', async () => {
  await using harness = await createHarness()
  const response = await harness.fetch(`${issuer}/jwks`, { headers: { origin: 'https://evil.example' } })
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(response.headers.get('cache-control')).toBe('public, max-age=60')
  const { keys } = (await response.json()) as JSONWebKeySet
  expect(keys.map((key) => Object.keys(key).sort())).toEqual([['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']])
})

test('has the account’s own address: one that a provider vouches for may be another user’s', async () => {
  await using harness = await createSocialHarness()
  const owner = await harness.device()
  const { accessToken } = await logIn(harness, owner, email)
  expect(decodeJwt((await ask(owner, accessToken, { scopes: ['email'] })).idToken)).toMatchObject({ email })
  for (const provider of ['google', 'github'] as const) {
    const other = await harness.device()
    const login = await logInAt(harness, other, provider, providerUser({ email }))
    const claims = decodeJwt((await ask(other, login.accessToken, { scopes: ['email'] })).idToken)
    expect(claims).not.toHaveProperty('email')
    expect(claims).not.toHaveProperty('email_verified')
  }
})
