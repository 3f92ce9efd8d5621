import { fetchUserInfo, randomPKCECodeVerifier } from 'openid-client'
import { expect, test } from 'vitest'
import { createTestBrowser, pageOf } from '../../testing/createTestBrowser.ts'
import { google } from './google.ts'
import { beginLogin, discover, withProvider } from './oidc.fixture.ts'

const secret = 'the-secret'
const withGoogle = () => withProvider({ name: 'google', row: google, isSecret: (given) => given === secret })
const ada = { choice: 'ada@example.org' }

test('a sign-in ends with an id_token of the chosen account', async () => {
  const provider = await withGoogle()
  const { finish, state, nonce } = await beginLogin(provider, secret)
  const { answer, exchange } = await finish(ada)
  expect(Object.fromEntries(answer.searchParams)).toEqual({ code: expect.any(String), state, iss: provider.issuer })
  const tokens = await exchange()
  expect(tokens.claims()).toMatchObject({
    iss: provider.issuer,
    aud: 'latchkey-local',
    nonce,
    email: 'ada@example.org',
    email_verified: true,
    name: 'Ada Lovelace',
  })
  const subject = tokens.claims()?.sub ?? ''
  expect(subject).toMatch(/^\d{21}$/)
  const configuration = await discover(provider.issuer, secret)
  expect(await fetchUserInfo(configuration, tokens.access_token, subject)).toMatchObject({ email: 'ada@example.org' })
})

test('each email address has one subject', async () => {
  const provider = await withGoogle()
  const subjectOf = async (fields: Record<string, string>) => {
    const { exchange } = await (await beginLogin(provider, secret)).finish(fields)
    return (await exchange()).claims()?.sub
  }
  const first = await subjectOf(ada)
  expect(await subjectOf({ choice: 'typed', email: 'ADA@example.org', name: 'A. L.', verified: 'on' })).toBe(first)
  expect(await subjectOf({ choice: 'grace@example.org' })).not.toBe(first)
})

test('a second sign-in asks again, and can choose another account', async () => {
  const provider = await withGoogle()
  const browser = createTestBrowser(provider.issuer)
  await (await (await beginLogin(provider, secret, { browser })).finish(ada)).exchange()
  const { exchange } = await (await beginLogin(provider, secret, { browser })).finish({ choice: 'grace@example.org' })
  expect((await exchange()).claims()).toMatchObject({ email: 'grace@example.org' })
  expect(browser.cookies().filter((name) => name.startsWith('_session'))).toEqual([])
})

test('an account can be typed, verified or not, and takes its name from the address', async () => {
  const provider = await withGoogle()
  const { exchange } = await (await beginLogin(provider, secret)).finish({
    choice: 'typed',
    email: 'katherine.johnson@example.org',
  })
  expect((await exchange()).claims()).toMatchObject({
    email: 'katherine.johnson@example.org',
    email_verified: false,
    name: 'Katherine Johnson',
  })
})

test('an invalid email address is asked for again', async () => {
  const { page } = await beginLogin(await withGoogle(), secret)
  const again = pageOf(await page.submit({ choice: 'typed', email: 'ada' }))
  expect(again.status).toBe(400)
  expect(again.html).toContain('This isn’t an email address.')
})

test('the page says that it is a local one, who asks, and cannot be framed', async () => {
  const { page } = await beginLogin(await withGoogle(), secret)
  expect(page.html).toContain('Local Google, for development')
  expect(page.html).toContain('localhost:3002')
  expect(page.headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'")
  expect(page.headers.get('Cross-Origin-Opener-Policy')).toBeNull()
})

test.each([{ prompt: 'select_account', max_age: '0' }, { prompt: 'consent' }, { prompt: 'login' }])(
  'whoever asks anew with %o learns when somebody was asked',
  async (parameters) => {
    const { finish } = await beginLogin(await withGoogle(), secret, parameters)
    const { exchange } = await finish(ada)
    const claims = (await exchange()).claims()
    expect(claims?.email).toBe('ada@example.org')
    if ('max_age' in parameters) expect(Date.now() / 1000 - Number(claims?.auth_time)).toBeLessThan(60)
  },
)

test('a denial comes back as one', async () => {
  const { finish, state } = await beginLogin(await withGoogle(), secret)
  const { answer } = await finish({ choice: 'deny' })
  expect(Object.fromEntries(answer.searchParams)).toMatchObject({ error: 'access_denied', state })
})

test('a code is good once, with its verifier, by its client', async () => {
  const provider = await withGoogle()
  const { exchange } = await (await beginLogin(provider, secret)).finish(ada)
  await exchange()
  await expect(exchange()).rejects.toMatchObject({ error: 'invalid_grant' })
  const other = await (await beginLogin(provider, secret)).finish(ada)
  await expect(other.exchange({ verifier: randomPKCECodeVerifier() })).rejects.toMatchObject({ error: 'invalid_grant' })
  const moved = await (await beginLogin(provider, secret)).finish(ada)
  await expect(moved.exchange({ redirectUri: '/elsewhere' })).rejects.toMatchObject({ error: 'invalid_grant' })
  const stranger = await (await beginLogin(provider, 'a-guess')).finish(ada)
  await expect(stranger.exchange()).rejects.toMatchObject({ error: 'invalid_client' })
})

test('an unknown redirect address or client is an error on the page, without a redirect', async () => {
  const provider = await withGoogle()
  const page = (change: Record<string, string>) => beginLogin(provider, secret, change).then(({ page }) => page)
  const moved = await page({ redirect_uri: 'http://localhost:9/callback' })
  expect(moved).toMatchObject({ status: 400, html: expect.stringContaining('This link doesn’t work') })
  expect(await page({ client_id: 'another' })).toMatchObject({ status: 400 })
})
