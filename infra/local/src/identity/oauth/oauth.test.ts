import { createHash, randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { serve } from '../../serve.ts'
import { createTestBrowser, departureOf, pageOf } from '../../testing/createTestBrowser.ts'
import { localClientId, localSecretOf, redirectUriOf } from '../localClient.ts'
import { localSocialSettings } from '../localSocialSettings.ts'
import { createOauthApp } from './createOauthApp.ts'

const apiUrl = 'http://localhost:3002'
const names = ['github', 'facebook', 'x', 'discord'] as const
type Name = (typeof names)[number]

const scopes: Record<Name, string> = {
  github: 'read:user user:email',
  facebook: 'public_profile,email',
  x: 'users.read tweet.read',
  discord: 'identify email',
}

let now = Date.now()

const withProviders = async () => {
  const { port, close } = await serve(createOauthApp(apiUrl, () => now).fetch, 0)
  onTestFinished(close)
  const oauth = `http://localhost:${port}`
  const settings = localSocialSettings({ google: oauth, apple: oauth, oauth }, '')

  const begin = async (name: Name, changes: Record<string, string | undefined> = {}) => {
    const verifier = randomBytes(32).toString('base64url')
    const query = {
      client_id: localClientId,
      redirect_uri: redirectUriOf(apiUrl, name),
      response_type: 'code',
      scope: scopes[name],
      state: 'the-state',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...changes,
    }
    const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
    const address = `${settings[name]?.authorizeUrl}?${new URLSearchParams(given)}`
    return { verifier, step: await createTestBrowser(oauth).open(address) }
  }

  /** The token endpoint's response, or a changed one. */
  const exchange = (name: Name, fields: Record<string, string>, headers: Record<string, string> = {}) => {
    const credentials = { client_id: localClientId, client_secret: localSecretOf(name) }
    const basic = Buffer.from(`${localClientId}:${localSecretOf(name)}`).toString('base64')
    return fetch(settings[name]?.tokenUrl ?? '', {
      method: 'POST',
      headers: { Accept: 'application/json', ...(name === 'x' ? { Authorization: `Basic ${basic}` } : {}), ...headers },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        redirect_uri: redirectUriOf(apiUrl, name),
        ...(name === 'x' ? {} : credentials),
        ...fields,
      }),
    })
  }

  const answerOf = async (name: Name, fields: Record<string, string>, changes = {}) => {
    const { verifier, step } = await begin(name, changes)
    const { address } = departureOf(await pageOf(step).submit(fields))
    return { verifier, address, code: address.searchParams.get('code') ?? '' }
  }

  const tokenOf = async (name: Name, fields: Record<string, string>, changes = {}): Promise<string> => {
    const { verifier, code } = await answerOf(name, fields, changes)
    const answer = (await (await exchange(name, { code, code_verifier: verifier })).json()) as { access_token: string }
    return answer.access_token
  }

  const read = async (address: string, token: string, headers: Record<string, string> = {}): Promise<unknown> =>
    (await fetch(address, { headers: { Authorization: `Bearer ${token}`, ...headers } })).json()
  const profile = (name: Name, token: string) => read(settings[name]?.profileUrl ?? '', token)

  return { oauth, settings, begin, exchange, answerOf, tokenOf, read, profile }
}

const ada = { choice: 'ada@example.org' }
const alan = { choice: 'alan@example.org' }

test.each(names)('%s redirects back with a code and the state, or with the denial', async (name) => {
  const { answerOf } = await withProviders()
  const { address } = await answerOf(name, ada)
  expect(address.href.startsWith(`${redirectUriOf(apiUrl, name)}?`)).toBe(true)
  expect(Object.fromEntries(address.searchParams)).toEqual({ code: expect.any(String), state: 'the-state' })
  const denied = await answerOf(name, { choice: 'deny' })
  expect(Object.fromEntries(denied.address.searchParams)).toMatchObject({ error: 'access_denied', state: 'the-state' })
})

test.each(names)('%s gives an account the same number at each sign-in', async (name) => {
  const { tokenOf, profile } = await withProviders()
  const idOf = async (fields: Record<string, string>) => {
    const told = (await profile(name, await tokenOf(name, fields))) as { id?: unknown; data?: { id: unknown } }
    return told.id ?? told.data?.id
  }
  const id = await idOf(ada)
  expect(String(id)).toMatch(/^\d+$/)
  expect(await idOf({ choice: 'typed', email: 'Ada@Example.org' })).toBe(id)
  expect(await idOf(alan)).not.toBe(id)
})

test.each(names)(
  '%s exchanges a code once, for its verifier and its redirect address, within ten minutes',
  async (name) => {
    const { answerOf, exchange } = await withProviders()
    const hasToken = async (response: Promise<Response>) =>
      'access_token' in ((await (await response).json()) as object)
    const first = await answerOf(name, ada)
    const fields = { code: first.code, code_verifier: first.verifier }
    expect(await hasToken(exchange(name, fields))).toBe(true)
    expect(await hasToken(exchange(name, fields))).toBe(false)

    for (const change of [{ code_verifier: 'a-guess' }, { redirect_uri: 'http://localhost:9/callback' }]) {
      const { code, verifier } = await answerOf(name, ada)
      expect(await hasToken(exchange(name, { code, code_verifier: verifier, ...change }))).toBe(false)
    }

    const late = await answerOf(name, ada)
    now += 601_000
    expect(await hasToken(exchange(name, { code: late.code, code_verifier: late.verifier }))).toBe(false)
  },
)

test.each(names)('%s gives nothing to those who do not know the secret, or hold no token', async (name) => {
  const { answerOf, exchange, settings } = await withProviders()
  const { code, verifier } = await answerOf(name, ada)
  const wrong = name === 'x' ? { headers: { Authorization: 'Basic eDp5' } } : { fields: { client_secret: 'a-guess' } }
  const response = await exchange(name, { code, code_verifier: verifier, ...wrong.fields }, wrong.headers)
  expect(await response.json()).toHaveProperty('error')
  const profile = await fetch(settings[name]?.profileUrl ?? '', { headers: { Authorization: 'Bearer a-guess' } })
  expect(profile.ok).toBe(false)
})

test.each(names)(
  '%s shows its mistakes to whoever looks, and sends nobody to an address that it does not know',
  async (name) => {
    const { begin } = await withProviders()
    for (const changes of [{ redirect_uri: 'http://localhost:9/callback' }, { client_id: 'another' }]) {
      const { step } = await begin(name, changes)
      expect(pageOf(step)).toMatchObject({ status: 400, html: expect.stringContaining('This link doesn’t work') })
    }
  },
)

test('GitHub says what went wrong with status 200, and in a form unless JSON is asked for', async () => {
  const { exchange } = await withProviders()
  const response = await exchange('github', { code: 'a-guess' })
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ error: 'bad_verification_code' })
  const form = await exchange('github', { code: 'a-guess' }, { Accept: '*/*' })
  expect(new URLSearchParams(await form.text()).get('error')).toBe('bad_verification_code')
})

test('GitHub returns addresses separately from the profile, with the primary one and the verified ones marked', async () => {
  const { tokenOf, profile, read, settings } = await withProviders()
  const token = await tokenOf('github', alan)
  expect(await profile('github', token)).toMatchObject({ login: 'alan', id: expect.any(Number), email: null })
  expect(await read(settings.github?.emailsUrl ?? '', token)).toEqual([
    expect.objectContaining({ primary: false, verified: true }),
    { email: 'alan@example.org', primary: true, verified: false, visibility: 'private' },
  ])
  const narrow = await tokenOf('github', ada, { scope: 'read:user' })
  expect(await read(settings.github?.emailsUrl ?? '', narrow)).toMatchObject({ message: 'Not Found' })
})

test('GitHub answers no script that does not say who it is', async () => {
  const { tokenOf, settings } = await withProviders()
  const headers = { Authorization: `Bearer ${await tokenOf('github', ada)}`, 'User-Agent': '' }
  expect((await fetch(settings.github?.profileUrl ?? '', { headers })).status).toBe(403)
})

test('Facebook returns only the requested fields, and an address only if the user shares one', async () => {
  const { tokenOf, read, oauth } = await withProviders()
  const address = `${oauth}/facebook/me?fields=id,name,email`
  const shared = await tokenOf('facebook', { ...ada, option: 'on' })
  expect(await read(address, shared)).toEqual({
    id: expect.any(String),
    name: 'Ada Lovelace',
    email: 'ada@example.org',
  })
  expect(await read(`${oauth}/facebook/me?fields=id,name`, shared)).not.toHaveProperty('email')
  expect(await read(address, await tokenOf('facebook', ada))).not.toHaveProperty('email')
})

test('X requires PKCE and a client that authenticates by HTTP Basic, and returns no address', async () => {
  const { begin, answerOf, exchange, tokenOf, profile } = await withProviders()
  const { step } = await begin('x', { code_challenge: undefined, code_challenge_method: undefined })
  expect(pageOf(step)).toMatchObject({ status: 400, html: expect.stringContaining('code_challenge') })
  const { code, verifier } = await answerOf('x', ada)
  const inBody = { client_id: localClientId, client_secret: localSecretOf('x'), code, code_verifier: verifier }
  expect((await exchange('x', inBody, { Authorization: '' })).status).toBe(401)
  expect(await profile('x', await tokenOf('x', ada))).toEqual({
    data: { id: expect.any(String), name: 'Ada Lovelace', username: 'ada' },
  })
  const narrow = await tokenOf('x', ada, { scope: 'users.read' })
  expect(await profile('x', narrow)).toMatchObject({ status: 403 })
})

test('Discord says whether an address is verified, to those who ask for it', async () => {
  const { tokenOf, profile } = await withProviders()
  expect(await profile('discord', await tokenOf('discord', ada))).toMatchObject({
    username: 'ada',
    global_name: 'Ada Lovelace',
    email: 'ada@example.org',
    verified: true,
  })
  expect(await profile('discord', await tokenOf('discord', alan))).toMatchObject({ verified: false })
  expect(await profile('discord', await tokenOf('discord', ada, { scope: 'identify' }))).not.toHaveProperty('email')
})

test('a user without a request sees what the page is', async () => {
  const { oauth } = await withProviders()
  const { html } = pageOf(await createTestBrowser(oauth).open(oauth))
  expect(html).toMatch(/This emulates GitHub, Facebook, X.* and /)
})

test('a token of one provider opens nothing at another', async () => {
  const { tokenOf, profile } = await withProviders()
  expect(await profile('discord', await tokenOf('github', ada))).toMatchObject({ message: '401: Unauthorized' })
})

test('a fault affects only its provider', async () => {
  const { oauth, settings } = await withProviders()
  const order = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"fault":"down"}' }
  expect((await fetch(`${oauth}/github/_control`, order)).status).toBe(204)
  await expect(fetch(settings.github?.profileUrl ?? '')).rejects.toThrow()
  expect((await fetch(settings.discord?.profileUrl ?? '')).status).toBe(401)
})
