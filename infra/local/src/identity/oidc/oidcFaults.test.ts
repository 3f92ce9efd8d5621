import { createRemoteJWKSet, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { departureOf, pageOf } from '../../testing/createTestBrowser.ts'
import { google } from './google.ts'
import { beginLogin, withProvider } from './oidc.fixture.ts'

const secret = 'the-secret'
const withGoogle = () => withProvider({ name: 'google', row: google, isSecret: () => true })
const ada = { choice: 'ada@example.org' }

/** The token endpoint's raw response, without a client that checks it. */
const exchangeBy = async (
  { issuer, redirectUri }: { issuer: string; redirectUri: string },
  code: string,
  verifier: string,
) => {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    ...{ code, code_verifier: verifier, redirect_uri: redirectUri },
    ...{ client_id: 'latchkey-local', client_secret: secret },
  })
  return fetch(`${issuer}/token`, { method: 'POST', body })
}

const idTokenWith = async (fault: string) => {
  const provider = await withGoogle()
  const { finish, verifier, nonce } = await beginLogin(provider, secret)
  const { answer } = await finish(ada)
  await provider.setFault(fault)
  const response = await exchangeBy(provider, answer.searchParams.get('code') ?? '', verifier)
  await provider.setFault(null)
  const { id_token: idToken } = (await response.json()) as { id_token?: string }
  const verify = () =>
    jwtVerify(idToken ?? '', createRemoteJWKSet(new URL(`${provider.issuer}/jwks`)), {
      issuer: provider.issuer,
      audience: 'latchkey-local',
      maxTokenAge: '10m',
    })
  return { idToken, verify, nonce }
}

test.each([
  ['wrong issuer', 'unexpected "iss" claim value'],
  ['wrong audience', 'unexpected "aud" claim value'],
  ['wrong signature', 'signature verification failed'],
  ['old token', '"iat" claim timestamp check failed'],
])('an id_token with the fault %s is otherwise whole', async (fault, message) => {
  await expect((await idTokenWith(fault)).verify()).rejects.toThrow(message)
})

test('a wrong nonce is in a token that is right in all else', async () => {
  const { verify, nonce } = await idTokenWith('wrong nonce')
  expect((await verify()).payload).toMatchObject({
    nonce: expect.not.stringContaining(nonce),
    email: 'ada@example.org',
  })
})

test('an answer can come without an id_token', async () => {
  expect((await idTokenWith('no id_token')).idToken).toBeUndefined()
})

test.each([
  ['wrong state', { state: 'another-state' }],
  ['wrong iss', { iss: 'https://issuer.invalid' }],
])('%s is what people come back with', async (fault, expected) => {
  const provider = await withGoogle()
  const { finish } = await beginLogin(provider, secret)
  await provider.setFault(fault)
  expect(Object.fromEntries((await finish(ada)).answer.searchParams)).toMatchObject(expected)
})

test('the provider redirects back with an error without asking', async () => {
  const provider = await withGoogle()
  await provider.setFault('error')
  await expect(beginLogin(provider, secret)).rejects.toThrow('error=server_error')
})

test('a page can sever its window from its opener', async () => {
  const provider = await withGoogle()
  await provider.setFault('severed')
  const { page } = await beginLogin(provider, secret)
  expect(page.headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin')
})

test('servers see an unavailable or malformed provider, and pages do not', async () => {
  const provider = await withGoogle()
  const { page } = await beginLogin(provider, secret)
  await provider.setFault('down')
  await expect(fetch(`${provider.issuer}/jwks`)).rejects.toThrow()
  await expect(fetch(`${provider.issuer}/.well-known/openid-configuration`)).rejects.toThrow()
  await provider.setFault('garbage')
  expect(await (await fetch(`${provider.issuer}/jwks`)).text()).toContain('502')
  expect(pageOf(await page.submit({ choice: '' })).html).toContain('Sign in with Google')
  expect(departureOf(await page.submit(ada)).address.searchParams.has('code')).toBe(true)
})

test('a slow provider keeps servers waiting for as long as they stay', async () => {
  const provider = await withGoogle()
  await provider.setFault('slow')
  await expect(fetch(`${provider.issuer}/jwks`, { signal: AbortSignal.timeout(300) })).rejects.toThrow('timeout')
})

test('a fault that there is not, or one from a form, is refused', async () => {
  const provider = await withGoogle()
  expect(await provider.setFault('lazy')).toBe(400)
  const form = { method: 'POST', body: JSON.stringify({ fault: 'down' }) }
  expect((await fetch(`${provider.issuer}/_control`, form)).status).toBe(400)
  expect((await fetch(`${provider.issuer}/jwks`)).status).toBe(200)
})
