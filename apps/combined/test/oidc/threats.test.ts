import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ClientSecretPost } from 'openid-client'
import { describe, expect, test } from 'vitest'
import { addresses, confirm, type Harness } from '../harness.ts'
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
  secret,
  shop,
  signIn,
} from './app.fixture.ts'

const expired = { name: 'AUTHORIZATION_EXPIRED' }
const page = `${addresses.walletOrigin}/authorize`

/** Calls the token endpoint, without a library. */
const askTokens = async (harness: Harness, fields: Record<string, string>, password: string | null = secret) => {
  const headers: Record<string, string> = { 'content-type': 'application/x-www-form-urlencoded' }
  const { client_id: user = 'shop', ...others } = fields
  if (password !== null) headers.authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  const body = new URLSearchParams(password === null ? fields : others)
  const response = await harness.fetch(`${issuer}/token`, { method: 'POST', headers, body })
  return { status: response.status, body: await response.json() }
}

/** Runs a sign-in up to the code that the app gets. */
const untilCode = async (harness: Harness) => {
  const user = await signIn(harness)
  const browser = createBrowser(harness)
  const begun = await begin(harness, browser)
  const back = goesTo(await browser.open(await allow(user.device, user.accessToken, begun.authorization)))
  const fields = {
    grant_type: 'authorization_code',
    code: back.searchParams.get('code') ?? '',
    redirect_uri: shop.redirectUri,
    code_verifier: begun.verifier,
  }
  return { ...user, browser, begun, back, fields }
}

describe('a request that an app would not send', () => {
  test.each<[string, Record<string, string | null>, string]>([
    ['an address of return that is not listed', { redirect_uri: 'https://evil.example/' }, 'invalid_redirect_uri'],
    ['one below a listed one', { redirect_uri: `${shop.redirectUri}/more` }, 'invalid_redirect_uri'],
    ['one with a query', { redirect_uri: `${shop.redirectUri}?next=evil` }, 'invalid_redirect_uri'],
    ['one of the same site', { redirect_uri: 'https://www.shop.example/callback' }, 'invalid_redirect_uri'],
    ['a listed one by HTTP', { redirect_uri: 'http://shop.example/callback' }, 'invalid_redirect_uri'],
    ['a listed one on another port', { redirect_uri: 'http://localhost:10/back' }, 'invalid_redirect_uri'],
    ['a script', { redirect_uri: 'javascript:alert(1)' }, 'invalid_redirect_uri'],
    ['no address of return', { redirect_uri: null }, 'invalid_request'],
    ['one of another client', { client_id: 'others' }, 'invalid_redirect_uri'],
    ['a client that no project has', { client_id: 'unlisted' }, 'invalid_client'],
  ])('%s leads to the wallet’s page, and nowhere else', async (_, parameters, error) => {
    await using harness = await openApps()
    const browser = createBrowser(harness)
    const { response } = await begin(harness, browser, parameters)
    expect(response.status).toBe(303)
    expect(goesTo(response).href).toBe(`${page}#error=${error}`)
    expect(browser.cookies).toEqual([])
  })

  test.each<[string, Record<string, string | null>, string]>([
    ['without PKCE', { code_challenge: null, code_challenge_method: null }, 'invalid_request'],
    ['with a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['with a challenge whose method is left out', { code_challenge_method: null }, 'invalid_request'],
    ['for a token in the address', { response_type: 'token' }, 'invalid_request'],
    ['for an ID token in the address', { response_type: 'code id_token' }, 'invalid_request'],
    ['for a form that posts itself', { response_mode: 'form_post' }, 'unsupported_response_mode'],
    ['with a request object that is not signed', { request: 'eyJhbGciOiJub25lIn0.e30.' }, 'request_not_supported'],
    ['without asking the user', { prompt: 'none' }, 'login_required'],
  ])('%s is refused, and the app learns it', async (_, parameters, error) => {
    await using harness = await openApps()
    const { response } = await begin(harness, createBrowser(harness), parameters)
    const text = await response.text()
    expect(text).not.toContain('<')
    expect(response.headers.get('content-type') ?? '').not.toContain('html')
    if (parameters.response_mode === 'form_post') return expect(response.status).toBeGreaterThanOrEqual(303)
    const back = goesTo(response)
    expect(`${back.origin}${back.pathname}`).toBe(shop.redirectUri)
    expect(`${back.search}${back.hash}`).toContain(`error=${error}`)
    expect(`${back.search}${back.hash}`).not.toContain('code=')
  })
})

describe('a code', () => {
  test('is good once; a second use takes back what the first one gave', async () => {
    await using harness = await openApps()
    const { begun, back, fields } = await untilCode(harness)
    const { access_token } = await exchange(begun, back)
    expect(await askTokens(harness, fields)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    const headers = { authorization: `Bearer ${access_token}` }
    expect((await harness.fetch(`${issuer}/userinfo`, { headers })).status).toBe(401)
  })

  test('is good once for two who use it at the same time', async () => {
    await using harness = await openApps()
    const { fields } = await untilCode(harness)
    const answers = await Promise.all([askTokens(harness, fields), askTokens(harness, fields)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
  })

  test.each<[string, Record<string, string>, string | null, string]>([
    ['with another verifier', { code_verifier: 'a'.repeat(43) }, secret, 'invalid_grant'],
    ['without a verifier', { code_verifier: '' }, secret, 'invalid_grant'],
    ['for another address', { redirect_uri: 'http://localhost:9/back' }, secret, 'invalid_grant'],
    ['by another client', { client_id: 'others' }, 'theirs', 'invalid_grant'],
    ['by a public client', { client_id: 'page' }, null, 'invalid_grant'],
    ['with a wrong secret', {}, 'wrong', 'invalid_client'],
    ['without the secret', { client_id: 'shop' }, null, 'invalid_client'],
    ['made up', { code: 'A'.repeat(43) }, secret, 'invalid_grant'],
    [
      'as a refresh token',
      { grant_type: 'refresh_token', refresh_token: 'A'.repeat(43) },
      secret,
      'unsupported_grant_type',
    ],
  ])('%s gives nothing, and its owner can use it still', async (_, changes, password, error) => {
    await using harness = await openApps()
    const { fields, begun, back } = await untilCode(harness)
    const answered = await askTokens(harness, { ...fields, ...changes }, password)
    expect(answered.status).toBeGreaterThanOrEqual(400)
    expect(answered.body.error).toContain(error)
    expect(answered.body).not.toHaveProperty('id_token')
    expect((await exchange(begun, back)).id_token).toBeDefined()
  })

  test('is good for a minute', async () => {
    await using harness = await openApps()
    const { fields } = await untilCode(harness)
    harness.clock.advance(61)
    expect(await askTokens(harness, fields)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  })

  test('of a client that the operator has removed meanwhile gives nothing', async () => {
    await using harness = await openApps()
    const { fields } = await untilCode(harness)
    harness.writeProjects([])
    await harness.restart()
    expect(await askTokens(harness, fields)).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
  })
})

describe('a sign-in of another browser', () => {
  test('is not finished by a user who was sent its page, not even after they have agreed', async () => {
    await using harness = await openApps()
    const { device, accessToken } = await signIn(harness)
    const [attacker, victim] = [createBrowser(harness), createBrowser(harness)]
    const { authorization } = await begin(harness, attacker)
    const continueAt = await allow(device, accessToken, authorization)
    const answer = await victim.open(continueAt)
    expect(goesTo(answer).href).toBe(`${page}#error=invalid_request`)
    // The one who started it gets no further either: the decision went to the user's browser.
    const back = goesTo(await attacker.open(`${issuer}/auth/${authorization}`))
    expect(back.searchParams.get('error')).toBe('access_denied')
    expect(back.searchParams.has('code')).toBe(false)
  })

  test('takes no decision about another sign-in, and none twice', async () => {
    await using harness = await openApps()
    const { device, accessToken } = await signIn(harness)
    const [mine, theirs] = [createBrowser(harness), createBrowser(harness)]
    const [first, second] = [await begin(harness, mine), await begin(harness, theirs)]
    const decided = new URL(await allow(device, accessToken, first.authorization))
    const elsewhere = new URL(`${issuer}/auth/${second.authorization}${decided.search}`)
    expect(goesTo(await theirs.open(elsewhere)).searchParams.get('error')).toBe('access_denied')
    expect(goesTo(await mine.open(decided)).searchParams.has('code')).toBe(true)
    expect(goesTo(await mine.open(decided)).href).toBe(`${page}#error=invalid_request`)
  })

  test('is of one app: state and nonce of another one do not fit', async () => {
    await using harness = await openApps()
    const { begun, back } = await untilCode(harness)
    await expect(exchange({ ...begun, state: 'another' }, back)).rejects.toThrow('invalid response')
    await expect(exchange({ ...begun, nonce: 'another' }, back)).rejects.toThrow('unexpected JWT claim')
  })
})

describe('the wallet’s page', () => {
  test('has a quarter of an hour', async () => {
    await using harness = await openApps()
    const { device, accessToken } = await signIn(harness)
    const browser = createBrowser(harness)
    const { authorization } = await begin(harness, browser)
    harness.clock.advance(15 * 60)
    await expect(device.client.call('readAuthorization', { authorization })).rejects.toMatchObject(expired)
    await expect(allow(device, accessToken, authorization)).rejects.toThrow()
    expect(goesTo(await browser.open(`${issuer}/auth/${authorization}`)).href).toBe(`${page}#error=invalid_request`)
  })

  test('has a minute from "Allow" on', async () => {
    await using harness = await openApps()
    const { device, accessToken } = await signIn(harness)
    const browser = createBrowser(harness)
    const { authorization } = await begin(harness, browser)
    const continueAt = await allow(device, accessToken, authorization)
    harness.clock.advance(61)
    expect(goesTo(await browser.open(continueAt)).searchParams.get('error')).toBe('access_denied')
  })

  test('needs a session that stands', async () => {
    await using harness = await openApps()
    const { device, accessToken } = await signIn(harness)
    const { authorization } = await begin(harness, createBrowser(harness))
    await confirm(harness, device, email, accessToken)
    await device.client.call('endAllSessions', {}, { accessToken })
    await expect(allow(device, accessToken, authorization)).rejects.toMatchObject({ name: 'SESSION_EXPIRED' })
  })

  test.each<[string, Record<string, string>]>([
    ['asks for a new login', { prompt: 'login' }],
    ['takes none that is older than a minute', { max_age: '60' }],
    ['takes none that is older than now', { max_age: '0' }],
  ])('asks for a fresh proof of the user when the app %s', async (_, parameters) => {
    await using harness = await openApps()
    const { device, accessToken } = await signIn(harness)
    harness.clock.advance(120)
    const browser = createBrowser(harness)
    const begun = await begin(harness, browser, parameters)
    await expect(allow(device, accessToken, begun.authorization)).rejects.toMatchObject({ name: 'STEP_UP_REQUIRED' })
    harness.clock.advance(5)
    await confirm(harness, device, email, accessToken)
    harness.clock.advance(30)
    const back = goesTo(await browser.open(await allow(device, accessToken, begun.authorization)))
    expect((await exchange(begun, back)).claims()?.auth_time).toBe(
      Math.floor(harness.clock.now().getTime() / 1000) - 30,
    )
  })

  test('is told that the app wants its user asked', async () => {
    await using harness = await openApps()
    const { device } = await signIn(harness)
    const { authorization } = await begin(harness, createBrowser(harness), { prompt: 'select_account' })
    expect(await device.client.call('readAuthorization', { authorization })).toMatchObject({ mustAsk: true })
  })

  test('answers no other origin', async () => {
    await using harness = await openApps()
    const { authorization } = await begin(harness, createBrowser(harness))
    const response = await harness.fetch(`${addresses.apiUrl}/account/v1/authorization/read`, {
      method: 'POST',
      headers: { origin: 'http://127.0.0.1:3000', 'content-type': 'application/json' },
      body: JSON.stringify({ authorization }),
    })
    expect(response.status).toBe(403)
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('the provider', () => {
  test('names its own address, whatever a request says that it is', async () => {
    await using harness = await openApps()
    const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', forwarded: 'host=evil.example' }
    const response = await harness.fetch(`${issuer}/.well-known/openid-configuration`, { headers })
    expect(JSON.stringify(await response.json())).not.toContain('evil')
  })

  test('takes no ID token where a token of the api is wanted, and no access token of the api', async () => {
    await using harness = await openApps()
    const { begun, back, device, accessToken } = await untilCode(harness)
    const { id_token = '', access_token } = await exchange(begun, back)
    for (const token of [id_token, access_token])
      await expect(device.client.call('getWallet', {}, { accessToken: token })).rejects.toThrow()
    for (const token of [accessToken, id_token]) {
      const headers = { authorization: `Bearer ${token}` }
      expect((await harness.fetch(`${issuer}/userinfo`, { headers })).status).toBe(401)
    }
  })

  test.each([
    'session/end',
    'session/end/confirm',
    'reg',
    'introspection',
    'revocation',
    'request',
    'device',
    'interaction/x',
    '',
  ])('has nothing at /oidc/%s', async (path) => {
    await using harness = await openApps()
    for (const method of ['GET', 'POST'])
      expect((await harness.fetch(`${issuer}/${path}`, { method })).status).toBe(404)
  })

  test('lets the pages of a client read what it gives that client, and no others', async () => {
    await using harness = await openApps()
    const readBy = async (origin: string) => {
      const response = await harness.fetch(`${issuer}/token`, {
        method: 'POST',
        headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ client_id: 'page', grant_type: 'authorization_code', code: 'x' }),
      })
      return response.headers.get('access-control-allow-origin')
    }
    expect(await readBy('https://page.example')).toBe('https://page.example')
    expect(await readBy('https://evil.example')).toBeNull()
  })

  test('counts what is asked of it, and says so on the wallet’s page', async () => {
    await using harness = await openApps({ limits: { calls: true, mails: false } })
    const browser = createBrowser(harness)
    const open = () => browser.open(`${issuer}/auth?client_id=unlisted`)
    for (let call = 0; call < 120; call++) await open()
    expect(goesTo(await open()).href).toBe(`${page}#error=temporarily_unavailable`)
  })

  test('works with a page that can keep no secret, by PKCE', async () => {
    await using harness = await openApps()
    const { device, accessToken } = await signIn(harness)
    const browser = createBrowser(harness)
    const configuration = await discoverAs(harness, 'page', publicClient)
    const begun = await begin(harness, browser, { redirect_uri: 'https://page.example/' }, configuration)
    const back = goesTo(await browser.open(await allow(device, accessToken, begun.authorization)))
    expect((await exchange(begun, back)).claims()?.aud).toBe('page')
  })

  test('takes a secret in the header and in the form', async () => {
    await using harness = await openApps()
    const { device, accessToken } = await signIn(harness)
    const browser = createBrowser(harness)
    const configuration = await discoverAs(harness, 'shop', ClientSecretPost(secret))
    const begun = await begin(harness, browser, {}, configuration)
    const back = goesTo(await browser.open(await allow(device, accessToken, begun.authorization)))
    expect((await exchange(begun, back)).claims()?.aud).toBe('shop')
  })
})

test('a project that the operator has frozen signs in no more users, and gets no token for those who had agreed', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'latchkey-oidc-')), 'limits.json')
  writeFileSync(file, '{}')
  await using harness = await openApps({ limits: { file, calls: false, mails: false } })
  const { device, accessToken, begun, back, browser } = await untilCode(harness)
  writeFileSync(file, JSON.stringify({ frozen: { signIns: { projects: ['demo'] } } }))
  await expect(exchange(begun, back)).rejects.toMatchObject({ error: 'invalid_grant' })
  const next = await begin(harness, browser)
  await expect(allow(device, accessToken, next.authorization)).rejects.toMatchObject({ name: 'FROZEN' })
})

test('what a session allowed ends with it: a code that is out already, and the userinfo endpoint', async () => {
  await using harness = await openApps()
  const asked = await untilCode(harness)
  const tokens = await exchange(asked.begun, asked.back)
  const read = () =>
    harness.fetch(`${issuer}/userinfo`, { headers: { authorization: `Bearer ${tokens.access_token}` } })
  expect((await read()).status).toBe(200)
  const browser = createBrowser(harness)
  const begun = await begin(harness, browser)
  const back = goesTo(await browser.open(await allow(asked.device, asked.accessToken, begun.authorization)))
  await confirm(harness, asked.device, email, asked.accessToken)
  await asked.device.client.call('endAllSessions', {}, { accessToken: asked.accessToken })
  await expect(exchange(begun, back)).rejects.toMatchObject({ error: 'invalid_grant' })
  expect((await read()).status).toBe(401)
})

test('pictures and frames of a page begin no sign-in, and use up none of those of its user’s network', async () => {
  await using harness = await openApps({ limits: { calls: true, mails: false } })
  const headers = { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image', 'sec-fetch-site': 'cross-site' }
  for (let index = 0; index < 130; index++)
    await harness.fetch(`${issuer}/auth?x=${index}`, { headers, redirect: 'manual' })
  expect((await begin(harness, createBrowser(harness))).authorization).toHaveLength(43)
})
