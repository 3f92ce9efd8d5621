import { prepareAuthorityKey, rotateAuthorityKey } from '@latchkey/service-kit/keys/rotateAuthorityKey'
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { ClientSecretPost, fetchUserInfo } from 'openid-client'
import { expect, test } from 'vitest'
import { addresses } from '../harness.ts'
import {
  allow,
  begin,
  createBrowser,
  discoverAs,
  email,
  exchange,
  goesTo,
  issuer,
  openApps,
  publicClient,
  shop,
  signIn,
} from './app.fixture.ts'

test('an app signs a user in with a client library, and learns what the user has agreed to', async () => {
  await using harness = await openApps()
  const { device, accessToken, wallet } = await signIn(harness)
  const browser = createBrowser(harness)
  const begun = await begin(harness, browser)
  expect(begun.response.status).toBe(303)
  expect(goesTo(begun.response).href).toBe(`${addresses.walletOrigin}/authorize#${begun.authorization}`)
  const { authorization } = begun
  expect(await device.client.call('readAuthorization', { authorization })).toEqual({
    clientId: 'shop',
    projectName: 'Demo',
    origin: 'https://shop.example',
    scopes: ['openid', 'wallets', 'email'],
    mustAsk: false,
    cancelAt: `${issuer}/auth/${authorization}`,
  })

  const back = goesTo(await browser.open(await allow(device, accessToken, authorization)))
  expect(`${back.origin}${back.pathname}`).toBe(shop.redirectUri)
  expect(back.searchParams.get('iss')).toBe(issuer)
  const answer = await exchange(begun, back)
  expect(answer.refresh_token).toBeUndefined()
  const claims = answer.claims()
  expect(claims).toMatchObject({
    iss: issuer,
    aud: 'shop',
    nonce: begun.nonce,
    amr: ['otp'],
    acr: 'urn:latchkey:acr:login',
    email,
    email_verified: true,
  })
  expect(claims?.wallets).toContain(`eip155:1:${wallet.addresses.eip155[0]}`)
  expect((claims?.exp ?? 0) - (claims?.iat ?? 0)).toBe(600)
  expect(claims?.auth_time).toBe(Math.floor(harness.clock.now().getTime() / 1000))

  const keys = createLocalJWKSet(await (await harness.fetch(`${issuer}/jwks`)).json())
  const verified = await jwtVerify(answer.id_token ?? '', keys, { issuer, audience: 'shop', algorithms: ['ES256'] })
  expect(verified.payload.sub).toBe(claims?.sub)

  const told = await fetchUserInfo(begun.configuration, answer.access_token, claims?.sub ?? '')
  expect(told).toMatchObject({ sub: claims?.sub, email, wallets: claims?.wallets })
  expect(browser.cookies).toEqual([])
})

test('a user is called the same as in their ID tokens, and otherwise in another project', async () => {
  await using harness = await openApps()
  const { device, accessToken } = await signIn(harness)
  const subOf = async (clientId: string, redirect_uri: string, auth?: Parameters<typeof discoverAs>[2]) => {
    const browser = createBrowser(harness)
    const configuration = await discoverAs(harness, clientId, auth)
    const begun = await begin(harness, browser, { redirect_uri, scope: 'openid' }, configuration)
    const back = goesTo(await browser.open(await allow(device, accessToken, begun.authorization)))
    const claims = (await exchange(begun, back)).claims()
    expect(claims).not.toHaveProperty('email')
    expect(claims).not.toHaveProperty('wallets')
    return claims?.sub
  }
  const inShop = await subOf('shop', shop.redirectUri)
  expect(await subOf('page', 'https://page.example/', publicClient)).toBe(inShop)
  expect(await subOf('others', 'https://other.example/', ClientSecretPost('theirs'))).not.toBe(inShop)
  const origin = 'http://127.0.0.1:3000'
  const { idToken } = await device.client.call(
    'issueIdToken',
    { projectId: 'demo', origin, scopes: [] },
    { accessToken },
  )
  const payload = JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString())
  expect(payload.sub).toBe(inShop)
})

test('the metadata says what there is, and the keys that ID tokens are verified with', async () => {
  await using harness = await openApps()
  const read = async (path: string) => (await harness.fetch(`${issuer}${path}`)).json()
  expect(await read('/.well-known/openid-configuration')).toMatchObject({
    issuer,
    jwks_uri: `${issuer}/jwks`,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    code_challenge_methods_supported: ['S256'],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code'],
    subject_types_supported: ['pairwise'],
    id_token_signing_alg_values_supported: ['ES256'],
    scopes_supported: ['openid', 'wallets', 'email'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
  })
  const { keys } = await read('/jwks')
  expect(keys).toEqual([expect.objectContaining({ kty: 'EC', alg: 'ES256', use: 'sig' })])
  expect(JSON.stringify(keys)).not.toContain('"d"')
})

test('a key that another process has rotated signs, and every token verifies', async () => {
  await using harness = await openApps()
  const { device, accessToken } = await signIn(harness)
  const deps = { authority: 'api', database: harness.database, kms: harness.kms('api'), clock: harness.clock } as const
  const kidOf = async () => {
    const browser = createBrowser(harness)
    const begun = await begin(harness, browser)
    const back = goesTo(await browser.open(await allow(device, accessToken, begun.authorization)))
    const { id_token = '' } = await exchange(begun, back)
    const keys = createLocalJWKSet(await (await harness.fetch(`${issuer}/jwks`)).json())
    await jwtVerify(id_token, keys, { issuer, audience: 'shop', algorithms: ['ES256'] })
    return decodeProtectedHeader(id_token).kid
  }
  const before = await kidOf()
  await prepareAuthorityKey(deps, 'id-token')
  harness.clock.advance(181)
  expect(await kidOf()).toBe(before)
  await rotateAuthorityKey(deps, { purpose: 'id-token', leaked: false })
  harness.clock.advance(11)
  expect(await kidOf()).not.toBe(before)
})

test('the browser gets one cookie: for minutes, for one address, and out of reach of pages', async () => {
  await using harness = await openApps({ addresses: { ...addresses, apiUrl: 'http://api.test:3002' } })
  const browser = createBrowser(harness)
  const { authorization } = await begin(harness, browser)
  expect(browser.cookies).toHaveLength(1)
  const [{ line = '' } = {}] = browser.cookies
  expect(line).toContain(`path=/oidc/auth/${authorization}`)
  expect(line).toMatch(/httponly/i)
  expect(line).toMatch(/samesite=lax/i)
  const until = Date.parse(/expires=([^;]+)/i.exec(line)?.[1] ?? '')
  expect(until - Date.now()).toBeLessThanOrEqual(15 * 60_000)
})

test('a user who cancels is sent back, and the app learns that', async () => {
  await using harness = await openApps()
  const { device } = await signIn(harness)
  const browser = createBrowser(harness)
  const { authorization, state } = await begin(harness, browser)
  const { cancelAt } = await device.client.call('readAuthorization', { authorization })
  const back = goesTo(await browser.open(cancelAt))
  expect(back.origin).toBe('https://shop.example')
  expect(Object.fromEntries(back.searchParams)).toMatchObject({ error: 'access_denied', state, iss: issuer })
  await expect(device.client.call('readAuthorization', { authorization })).rejects.toMatchObject({
    name: 'AUTHORIZATION_EXPIRED',
  })
})

test('the user’s own log says where they have signed in', async () => {
  await using harness = await openApps()
  const { device, accessToken } = await signIn(harness)
  const { authorization } = await begin(harness, createBrowser(harness))
  await allow(device, accessToken, authorization)
  const { entries } = await device.client.call('apiAuditLog', {}, { accessToken })
  expect(entries[0]).toMatchObject({ event: 'signed in to an app', dappOrigin: 'https://shop.example' })
})

test('nothing that the database has of a sign-in can be used or read', async () => {
  await using harness = await openApps()
  const { device, accessToken, userId } = await signIn(harness)
  const browser = createBrowser(harness)
  const begun = await begin(harness, browser)
  const continueAt = await allow(device, accessToken, begun.authorization)
  const back = goesTo(await browser.open(continueAt))
  const rows = await harness.database.transaction(
    'api',
    (sql) => sql<{ record_hash: Uint8Array; sealed: Uint8Array }>`SELECT * FROM oidc_records`,
  )
  expect(rows.length).toBeGreaterThan(1)
  const stored = rows.map((row) => Object.values(row).map((value) => Buffer.from(String(value)).toString())).join()
  const raw = Buffer.concat(rows.flatMap(({ record_hash, sealed }) => [record_hash, sealed])).toString('latin1')
  for (const word of [begun.authorization, back.searchParams.get('code') ?? '', userId, 'shop.example'])
    for (const text of [stored, raw]) expect(text).not.toContain(word)
})
