import { base64url, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { createVerifier } from './createVerifier.ts'
import { apiUrl, createIssuer, issuer, origin, projectId } from './issuer.fixture.ts'

const nonce = 'abcdefghijklmnopqrstu'

test('says who signed in, when and how', async () => {
  const { sign, verifier, now, asked } = await createIssuer()
  const { verifyIdToken } = verifier()
  expect(await verifyIdToken(await sign({ nonce }), { nonce })).toEqual({
    subject: 'subject',
    projectId,
    expiresAt: new Date(now().getTime() + 600_000),
    authenticatedAt: now(),
    methods: ['otp'],
    acr: null,
    nonce,
    wallets: null,
    email: null,
    isEmailVerified: false,
    provenAccount: null,
  })
  const more = { wallets: ['eip155:1:0x00'], email: 'ada@example.com', email_verified: true }
  expect(await verifyIdToken(await sign(more), { nonce: null })).toMatchObject({
    wallets: more.wallets,
    email: more.email,
    isEmailVerified: true,
  })
  expect(asked).toEqual([`${issuer}/jwks`])
})

describe('refuses', async () => {
  const { sign, verifier, claims, key, makeKey, now } = await createIssuer()
  const { verifyIdToken } = verifier()
  const part = (value: unknown) => base64url.encode(JSON.stringify(value))
  const at = Math.floor(now().getTime() / 1000)
  const rows: [string, () => Promise<string> | string][] = [
    ['another project’s token', () => sign({ aud: 'other' })],
    ['one for several projects', () => sign({ aud: [projectId, 'other'] })],
    ['another issuer’s', () => sign({ iss: 'https://evil.example/oidc' })],
    ['one of the api’s other kinds', () => sign({}, { typ: 'at+jwt' })],
    ['one without a kind', () => sign({}, { typ: undefined })],
    ['`alg: none`', () => `${part({ alg: 'none', typ: 'JWT' })}.${part(claims())}.`],
    [
      'a secret made of the public key',
      async () =>
        new SignJWT(claims())
          .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid: 'one' })
          .sign(new TextEncoder().encode(JSON.stringify(await exportJWK(key.publicKey)))),
    ],
    ['a foreign key with a known id', async () => sign({}, {}, (await makeKey('one')).privateKey)],
    ['a foreign key with its own id', async () => sign({}, { kid: 'two' }, (await makeKey('two')).privateKey)],
    [
      'a key that the token brings',
      async () => {
        const own = await makeKey('two')
        const jwk = await exportJWK(own.publicKey)
        return sign({}, { kid: 'two', jwk, jku: 'https://evil.example/jwks' }, own.privateKey)
      },
    ],
    ['one without a subject', () => sign({ sub: undefined })],
    ['one that never expires', () => sign({ exp: undefined })],
    ['one whose life is longer than ten minutes', () => sign({ iat: at - 700, exp: at + 3600 })],
    ['one of the day after tomorrow', () => sign({ iat: at + 86_400, exp: at + 87_000 })],
    ['wallets that are none', () => sign({ wallets: 'eip155:1:0x00' })],
    ['an email that is none', () => sign({ email: ['a@b.c'] })],
    ['text', () => 'hello'],
    ['more than a token', () => 'a'.repeat(70_000)],
  ]
  test.each(rows)('%s', async (_, make) => {
    const token = await make()
    const error = await verifyIdToken(token, { nonce: null }).catch((thrown) => thrown)
    expect([error.name, error.status]).toEqual([expect.stringMatching(/^TOKEN_(INVALID|EXPIRED)$/), 401])
  })

  test('a token that was changed by one letter', async () => {
    const token = await sign({ email: 'ada@example.com' })
    const [header, , signature] = token.split('.')
    const changed = `${header}.${part({ ...claims(), email: 'eve@example.com' })}.${signature}`
    await expect(verifyIdToken(changed, { nonce: null })).rejects.toMatchObject({ name: 'TOKEN_INVALID' })
  })

  test('no token at all, and says so', async () => {
    await expect(verifyIdToken('', { nonce: null })).rejects.toMatchObject({ name: 'TOKEN_MISSING', status: 401 })
    await expect(verifyIdToken(undefined as never, { nonce: null })).rejects.toMatchObject({ name: 'TOKEN_MISSING' })
  })

  test.each([{}, { nonce: '' }, { nonce: `${nonce} ` }])('a token with another nonce (%o)', async (more) => {
    await expect(verifyIdToken(await sign(more), { nonce })).rejects.toMatchObject({ name: 'NONCE_INVALID' })
  })
})

test('an expired token is told apart, and clocks may be a minute apart', async () => {
  const { sign, verifier, advance } = await createIssuer()
  const token = await sign()
  advance(659)
  await verifier().verifyIdToken(token, { nonce: null })
  await expect(verifier({ clockToleranceSeconds: 0 }).verifyIdToken(token, { nonce: null })).rejects.toMatchObject({
    name: 'TOKEN_EXPIRED',
  })
  advance(1)
  await expect(verifier().verifyIdToken(token, { nonce: null })).rejects.toMatchObject({ name: 'TOKEN_EXPIRED' })
  // From an api whose clock is ahead.
  const early = await sign()
  advance(-59)
  await verifier().verifyIdToken(early, { nonce: null })
  advance(-2)
  await expect(verifier().verifyIdToken(early, { nonce: null })).rejects.toMatchObject({ name: 'TOKEN_INVALID' })
})

describe('keys', () => {
  test('are asked for once, and again for a key that is not known', async () => {
    const { sign, verifier, asked, makeKey, serve } = await createIssuer()
    const { verifyIdToken } = verifier()
    for (let at = 0; at < 3; at++) await verifyIdToken(await sign(), { nonce: null })
    expect(asked).toHaveLength(1)
    const two = await makeKey('two')
    serve({ keys: [{ ...(await exportJWK(two.publicKey)), kid: 'two', alg: 'ES256', use: 'sig' }] })
    const { verifyIdToken: fresh } = verifier()
    await fresh(await sign({}, { kid: 'two' }, two.privateKey), { nonce: null })
    await expect(fresh(await sign(), { nonce: null })).rejects.toMatchObject({ name: 'TOKEN_INVALID' })
  })

  test.each<[string, () => unknown]>([
    ['are away', () => new Response(null, { status: 503 })],
    ['are somewhere else', () => new Response(null, { status: 302, headers: { location: 'https://evil.example' } })],
    ['are no JSON', () => new Response('<html>')],
    ['are no set', () => ({ hello: 1 })],
  ])('that %s are no word about a token', async (_, served) => {
    const { sign, verifier, serve } = await createIssuer()
    serve(served())
    await expect(verifier().verifyIdToken(await sign(), { nonce: null })).rejects.toMatchObject({
      name: 'KEYS_UNREACHABLE',
      status: 503,
    })
  })

  test.each(['HS256', 'RS256'] as const)('of another algorithm (%s) verify nothing', async (alg) => {
    const { verifier, serve, claims } = await createIssuer()
    const secret = new Uint8Array(32).fill(1)
    const pair = await generateKeyPair('RS256', { extractable: true })
    const jwk = alg === 'RS256' ? await exportJWK(pair.publicKey) : { kty: 'oct', k: base64url.encode(secret) }
    serve({ keys: [{ ...jwk, kid: 'one', alg }] })
    const token = await new SignJWT(claims())
      .setProtectedHeader({ alg, typ: 'JWT', kid: 'one' })
      .sign(alg === 'RS256' ? pair.privateKey : secret)
    await expect(verifier().verifyIdToken(token, { nonce: null })).rejects.toMatchObject({ name: 'TOKEN_INVALID' })
  })
})

test.each([
  { apiUrl: 'http://api.example.com' },
  { apiUrl: 'nonsense' },
  { projectId: '' },
  { origins: [] },
  { origins: ['https://app.example/'] },
  { origins: ['app.example'] },
])('no verifier has the options %o', (options) => {
  expect(() => createVerifier({ apiUrl, projectId, origins: [origin], ...options })).toThrow(TypeError)
})
