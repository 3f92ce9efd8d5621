import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { describe, expect, test } from 'vitest'
import { createIssuer, origin } from './issuer.fixture.ts'
import { createSignInRoute, type SignInRouteOptions } from './next.ts'

const secret = 'a secret of thirty-two characters'

const setUp = async (
  options: Partial<SignInRouteOptions> = {},
  origins = [origin],
  rpcUrls: Record<string, string> = {},
) => {
  const issuer = await createIssuer()
  const verifier = issuer.verifier({ origins, rpcUrls })
  const route = createSignInRoute(verifier, { secret, ...options })
  const request = (
    method: string,
    { body, cookie, from = origin }: { body?: unknown; cookie?: string; from?: string } = {},
  ) =>
    new Request(`${origin}/api/sign-in`, {
      method,
      headers: { origin: from, ...(cookie === undefined ? {} : { cookie }) },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
  const cookiesOf = (response: Response) =>
    response.headers.getSetCookie().map((each) => each.slice(0, each.indexOf(';')))
  const begin = async () => {
    const response = await route.GET(request('GET'))
    const { nonce } = (await response.json()) as { nonce: string }
    return { nonce, cookie: cookiesOf(response).join('; ') }
  }
  const failureOf = async (response: Response) => [
    response.status,
    ((await response.json()) as { error: { name: string } }).error.name,
  ]
  return { ...issuer, verifier, route, request, begin, cookiesOf, failureOf }
}

test('a token for the nonce opens a session of the app’s own, which ends when it is signed out or over', async () => {
  const { route, request, begin, sign, cookiesOf, advance } = await setUp()
  const { nonce, cookie } = await begin()
  const idToken = await sign({ nonce, email: 'ada@example.com', email_verified: true })
  const response = await route.POST(request('POST', { body: { idToken }, cookie }))
  expect(response.status).toBe(200)
  const [session = '', spent = ''] = response.headers.getSetCookie()
  expect(session).toMatch(/^__Host-latchkey=[\w.-]+; Path=\/; Max-Age=86400; HttpOnly; SameSite=Lax; Secure$/)
  expect(spent).toMatch(/^__Host-latchkey-nonce=; Path=\/; Max-Age=0;/)
  const [cookies = ''] = cookiesOf(response)
  const expected = { subject: 'subject', account: null, email: 'ada@example.com', wallets: [] }
  expect(await route.readSession(request('GET', { cookie: `other=1; ${cookies}` }))).toEqual(expected)
  expect(await route.readSession(cookies)).toEqual(expected)

  const out = await route.DELETE(request('DELETE', { cookie: cookies }))
  expect(out.headers.getSetCookie()[0]).toMatch(/^__Host-latchkey=; Path=\/; Max-Age=0;/)
  advance(86_400)
  expect(await route.readSession(cookies)).toBeNull()
})

test('so does a message that a wallet has signed', async () => {
  const { route, request, begin, cookiesOf, now } = await setUp()
  const owner = privateKeyToAccount(generatePrivateKey())
  const { nonce, cookie } = await begin()
  const message = createSiweMessage({
    ...{ domain: 'app.example', uri: origin, version: '1', chainId: 1, nonce, issuedAt: now() },
    address: owner.address,
  })
  const account = `eip155:1:${owner.address}`
  const body = { account, message, signature: await owner.signMessage({ message }) }
  const response = await route.POST(request('POST', { body, cookie }))
  expect(await route.readSession(cookiesOf(response)[0] ?? '')).toEqual({
    subject: null,
    account,
    email: null,
    wallets: [account],
  })
})

describe('nobody is signed in', () => {
  test('by a page of another site, or by none', async () => {
    const { route, request, begin, sign, failureOf } = await setUp()
    const { nonce, cookie } = await begin()
    const body = { idToken: await sign({ nonce }) }
    for (const from of ['https://evil.example', 'null', ''])
      for (const method of ['POST', 'DELETE'] as const)
        expect(await failureOf(await route[method](request(method, { body, cookie, from })))).toEqual([
          403,
          'ORIGIN_NOT_ALLOWED',
        ])
  })

  test('by somebody else’s token, without the cookie of its nonce, or with one that is too old', async () => {
    const { route, request, begin, sign, failureOf, advance } = await setUp()
    const [own, other] = [await begin(), await begin()]
    const body = { idToken: await sign({ nonce: other.nonce }) }
    const post = async (cookie?: string) =>
      failureOf(await route.POST(request('POST', { body, ...(cookie === undefined ? {} : { cookie }) })))
    expect(await post(own.cookie)).toEqual([401, 'NONCE_INVALID'])
    expect(await post()).toEqual([401, 'NONCE_INVALID'])
    expect(await post(`__Host-latchkey-nonce=${other.nonce}`)).toEqual([401, 'NONCE_INVALID'])
    advance(601)
    expect(await post(other.cookie)).toEqual([401, 'NONCE_INVALID'])
  })

  test('twice by one nonce, where the app notes them', async () => {
    const spent = new Set<string>()
    const { route, request, begin, sign, failureOf } = await setUp({
      spendNonce: async (nonce) => spent.size < spent.add(nonce).size,
    })
    const { nonce, cookie } = await begin()
    const body = { idToken: await sign({ nonce }) }
    expect((await route.POST(request('POST', { body, cookie }))).status).toBe(200)
    expect(await failureOf(await route.POST(request('POST', { body, cookie })))).toEqual([401, 'NONCE_INVALID'])
  })

  test('by the api alone, where a wallet has to sign', async () => {
    const { route, request, begin, sign, failureOf } = await setUp({ requireWalletProof: true })
    const { nonce, cookie } = await begin()
    const body = { idToken: await sign({ nonce }) }
    expect(await failureOf(await route.POST(request('POST', { body, cookie })))).toEqual([401, 'WALLET_PROOF_MISSING'])
  })

  test.each([{}, { 'eip155:1': 'https://node.example.test/' }])(
    'nor by its word that a contract has signed a message, with nodes %o',
    async (rpcUrls) => {
      const set = await setUp({ requireWalletProof: true }, [origin], rpcUrls)
      set.answerWith(() => Response.json({ jsonrpc: '2.0', id: 1, result: true }))
      const { nonce, cookie } = await set.begin()
      const { address } = privateKeyToAccount(generatePrivateKey())
      const about = { domain: 'app.example', uri: origin, version: '1', chainId: 10, nonce } as const
      const message = createSiweMessage({ ...about, issuedAt: set.now(), address })
      const body = { account: `eip155:10:${address}`, message, signature: '0xdeadbeef' }
      const answered = await set.route.POST(set.request('POST', { body, cookie }))
      expect(await set.failureOf(answered)).toEqual([400, 'CHAIN_NOT_SUPPORTED'])
      expect(set.asked).toEqual([])
    },
  )

  test.each([undefined, '{', 'null', '[]', '{"idToken":1}', '{"idToken":"a","walletProof":{}}', 'a'.repeat(200_000)])(
    'by %s',
    async (body) => {
      const { route, request, begin, failureOf } = await setUp()
      const { cookie } = await begin()
      expect(await failureOf(await route.POST(request('POST', { body, cookie })))).toEqual([400, 'INVALID_PARAMS'])
    },
  )

  test('by a cookie of another kind, another secret, or none of ours', async () => {
    const { route, request, begin, sign, verifier, cookiesOf } = await setUp()
    const { nonce, cookie } = await begin()
    const idToken = await sign({ nonce })
    const [session = ''] = cookiesOf(await route.POST(request('POST', { body: { idToken }, cookie })))
    const asSession = cookie.replace('-nonce=', '=')
    const other = createSignInRoute(verifier, { secret: secret.replace('a', 'b') })
    expect(await other.readSession(session)).toBeNull()
    for (const none of [null, '', asSession, `__Host-latchkey=${idToken}`, session.slice(0, -1)])
      expect(await route.readSession(none)).toBeNull()
  })
})

test('cookies of one’s own machine, where there is no TLS, have no prefix', async () => {
  const { route, request } = await setUp({ cookieName: 'shop' }, ['http://localhost:3000'])
  const [cookie = ''] = (await route.GET(request('GET'))).headers.getSetCookie()
  expect(cookie).toMatch(/^shop-nonce=[\w.-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/)
})

test('one origin without TLS takes nothing from the cookies of the others', async () => {
  const { route, request } = await setUp({}, [origin, 'http://localhost:3000'])
  const [cookie = ''] = (await route.GET(request('GET'))).headers.getSetCookie()
  expect(cookie).toMatch(/^__Host-latchkey-nonce=.*; Secure$/)
})

test('a secret that can be guessed is refused', async () => {
  const { verifier } = await setUp()
  expect(() => createSignInRoute(verifier, { secret: 'secret' })).toThrow(TypeError)
})
