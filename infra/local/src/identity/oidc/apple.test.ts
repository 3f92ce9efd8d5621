import { importPKCS8, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { localAppleTeam } from '../localClient.ts'
import { makeAppleClientKey } from '../makeAppleClientKey.ts'
import { apple } from './apple.ts'
import { isAppleSecret } from './isAppleSecret.ts'
import { beginLogin, withProvider } from './oidc.fixture.ts'

const { publicKey, privateKey } = makeAppleClientKey()

type Secret = { issuer: string; subject?: string; team?: string; keyId?: string; life?: string; key?: string }
const secretFor = async ({
  issuer,
  subject = 'latchkey-local',
  team = localAppleTeam.teamId,
  keyId = localAppleTeam.keyId,
  life = '5m',
  key = privateKey,
}: Secret): Promise<string> =>
  new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: keyId })
    .setIssuer(team)
    .setSubject(subject)
    .setAudience(issuer)
    .setIssuedAt()
    .setExpirationTime(life)
    .sign(await importPKCS8(key, 'ES256'))

const withApple = () =>
  withProvider({ name: 'apple', row: apple, isSecret: (secret, issuer) => isAppleSecret(secret, issuer, publicKey) })

const begin = async (provider: Awaited<ReturnType<typeof withApple>>, change: Partial<Secret> = {}) =>
  beginLogin(provider, await secretFor({ issuer: provider.issuer, ...change }), {
    scope: 'openid email name',
    response_mode: 'form_post',
  })

const ada = { choice: 'ada@example.org' }

test('the answer is a form that the browser posts, without iss', async () => {
  const provider = await withApple()
  const { finish, state } = await begin(provider)
  const { answer, exchange } = await finish(ada)
  expect(Object.fromEntries(answer.searchParams)).toEqual({ code: expect.any(String), state, user: expect.any(String) })
  const claims = (await exchange()).claims()
  expect(claims).toMatchObject({ iss: provider.issuer, email: 'ada@example.org', email_verified: 'true' })
  expect(claims).not.toHaveProperty('name')
  expect(claims).not.toHaveProperty('is_private_email')
  expect(claims?.sub).toMatch(/^\d{6}\.[0-9a-f]{32}\.\d{4}$/)
})

test('a name comes only at the first sign-in', async () => {
  const provider = await withApple()
  const userOf = async (fields: Record<string, string>) =>
    (await (await begin(provider)).finish(fields)).answer.searchParams.get('user')
  expect(JSON.parse((await userOf(ada)) ?? '')).toEqual({
    name: { firstName: 'Ada', lastName: 'Lovelace' },
    email: 'ada@example.org',
  })
  expect(await userOf(ada)).toBeNull()
  expect(await userOf({ choice: 'grace@example.org' })).toContain('Hopper')
})

test('a user who hides their address has a relay address, always the same', async () => {
  const provider = await withApple()
  const claimsOf = async () => {
    const { exchange } = await (await begin(provider)).finish({ ...ada, option: 'on' })
    return (await exchange()).claims()
  }
  const claims = await claimsOf()
  expect(claims).toMatchObject({ is_private_email: 'true', email_verified: 'true' })
  expect(claims?.email).toMatch(/^[0-9a-f]{10}@privaterelay\.appleid\.com$/)
  expect((await claimsOf())?.email).toBe(claims?.email)
})

test('a denial has its own error', async () => {
  const { answer } = await (await begin(await withApple())).finish({ choice: 'deny' })
  expect(answer.searchParams.get('error')).toBe('user_cancelled_authorize')
})

test('an answer in the address is not to be had', async () => {
  const provider = await withApple()
  const secret = await secretFor({ issuer: provider.issuer })
  await expect(beginLogin(provider, secret, { scope: 'openid email name' })).rejects.toThrow('error=invalid_request')
})

test.each<[string, Partial<Secret>]>([
  ['signed with another key', { key: makeAppleClientKey().privateKey }],
  ['of another team', { team: 'SOMEBODY' }],
  ['by another key id', { keyId: 'SOMEKEY' }],
  ['for another client', { subject: 'another' }],
  ['for another issuer', { issuer: 'https://appleid.apple.com' }],
  ['that has expired', { life: '-1m' }],
  ['that is good for longer than six months', { life: '200d' }],
])('a client secret %s is refused', async (_, change) => {
  const { exchange } = await (await begin(await withApple(), change)).finish(ada)
  await expect(exchange()).rejects.toMatchObject({ error: 'invalid_client' })
})
