import { createHash } from 'node:crypto'
import { decodeBase64url, encodeBase64url, type ProveInput, readFailedBody } from '@latchkey/api-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addresses, createHarness, type Harness, logIn } from './harness.ts'
import { newShareNonce, type TestDevice } from './testDevice.ts'

const sha256 = (data: string) => createHash('sha256').update(data).digest('base64url')

let harness: Harness
let device: TestDevice
let accessToken: string
let wallet: { walletId: string; generation: number; use: string; nonce: string }

beforeAll(async () => {
  harness = await createHarness()
  device = await harness.device()
  const login = await logIn(harness, device, 'ada@example.com')
  accessToken = login.accessToken
  wallet = { walletId: login.wallet.walletId, generation: 1, use: 'unlock', nonce: newShareNonce() }
})
afterAll(() => harness[Symbol.asyncDispose]())

type Call = {
  method: string
  url: string
  body: string | Uint8Array<ArrayBuffer>
  claims: Record<string, unknown>
  header: Record<string, unknown>
  headers: Record<string, string>
  proof: string
}
type Change = (call: Call) => Partial<Call> | Promise<Partial<Call>>
/** Other claims; undefined ones are left out. */
const claims =
  (other: Record<string, unknown>): Change =>
  (call) => ({ claims: { ...call.claims, ...other } })

const path = '/account/v1/auth-share/release'
const nonceOf = async (): Promise<string> => {
  const answer = await harness.fetch(`${addresses.apiUrl}${path}`, { method: 'POST', body: '{}' })
  return answer.headers.get('dpop-nonce') ?? ''
}

/** A release of the auth share that would be served, except for its change. */
const send = async (change: Change = () => ({})): Promise<Response> => {
  const body = JSON.stringify(wallet)
  const input: ProveInput = {
    authority: 'api',
    method: 'POST',
    path,
    bodySha256: sha256(body),
    accessTokenSha256: sha256(accessToken),
    nonce: await nonceOf(),
  }
  const good: Call = {
    method: 'POST',
    url: `${addresses.apiUrl}${path}`,
    body,
    claims: { ...device.claimsFor(input) },
    header: {},
    headers: {
      origin: addresses.walletOrigin,
      authorization: `DPoP ${accessToken}`,
      'content-type': 'application/json',
    },
    proof: '',
  }
  const call = { ...good, ...(await change(good)) }
  const dpop = call.proof === '' ? await device.signProof(call.claims, call.header) : call.proof
  return harness.fetch(call.url, { method: call.method, body: call.body, headers: { dpop, ...call.headers } })
}
const nameOf = async (response: Response) => readFailedBody(await response.json())?.name

test('the call that all others here are changed from is served', async () => {
  expect((await send()).status).toBe(200)
})

test.each([-86_400, 86_400, 1e300])(
  'a device whose clock is off by %s s is served: the nonce tells how fresh a proof is',
  async (seconds) => {
    const skewed: Change = (call) => ({ claims: { ...call.claims, iat: Number(call.claims.iat) + seconds } })
    expect((await send(skewed)).status).toBe(200)
  },
)

describe('a device proof is refused', () => {
  test.each<[string, Change]>([
    ['without a header', (call) => ({ headers: { ...call.headers, dpop: '' } })],
    ['that is no JWT', () => ({ proof: 'a.b.c' })],
    ['for another method', claims({ htm: 'PUT' })],
    ['for another path', claims({ htu: `${addresses.apiUrl}/account/v1/wallet` })],
    ['for the other authority', claims({ htu: `${addresses.custodyUrl}${path}` })],
    ['with the query in its address', claims({ htu: `${addresses.apiUrl}${path}?a=1` })],
    ['without a time', claims({ iat: undefined })],
    ['without an id', claims({ jti: undefined })],
    ['with a short id', claims({ jti: '1' })],
    ['for another body', (call) => ({ body: `${call.body} ` })],
    ['without the hash of the body', claims({ bdh: undefined })],
    ['for another token', claims({ ath: sha256('another') })],
    ['without the hash of the token', claims({ ath: undefined })],
    ['without an HPKE key', claims({ hpke: undefined })],
    ['with an HPKE key off the curve', claims({ hpke: encodeBase64url(new Uint8Array(65).fill(4)) })],
    ['of another type', () => ({ header: { typ: 'jwt' } })],
    ['that says its algorithm is none', () => ({ header: { alg: 'none' } })],
    ['that says its algorithm is HMAC', () => ({ header: { alg: 'HS256' } })],
    ['without a key', () => ({ header: { jwk: undefined } })],
    [
      'with a private key in its header',
      () => ({ header: { jwk: { kty: 'EC', crv: 'P-256', x: 'A', y: 'A', d: 'A' } } }),
    ],
    [
      'whose HPKE key was swapped on the way',
      async (call) => {
        const [header = '', claims = '', signature = ''] = (await device.signProof(call.claims)).split('.')
        const own = JSON.parse(Buffer.from(claims, 'base64url').toString())
        const { hpkePublicKey } = await harness.device()
        const swapped = Buffer.from(JSON.stringify({ ...own, hpke: hpkePublicKey })).toString('base64url')
        return { proof: `${header}.${swapped}.${signature}` }
      },
    ],
    [
      'of another device that has stolen the token',
      async (call) => ({ proof: await (await harness.device()).signProof(call.claims) }),
    ],
  ])('%s', async (_, change) => {
    const response = await send(change)
    expect([response.status, await nameOf(response)]).toEqual([401, 'PROOF_INVALID'])
  })

  test('the second time it is shown', async () => {
    let proof = ''
    const first = await send(async (call) => {
      proof = await device.signProof(call.claims)
      return { proof }
    })
    expect(first.status).toBe(200)
    expect(await nameOf(await send(() => ({ proof })))).toBe('PROOF_INVALID')
  })

  test('the second time its id is used, even for another call', async () => {
    const jti = crypto.randomUUID()
    expect((await send(claims({ jti: jti }))).status).toBe(200)
    expect(await nameOf(await send(claims({ jti: jti })))).toBe('PROOF_INVALID')
  })

  test.each<[string, unknown]>([
    ['no nonce', undefined],
    ['an invented nonce', 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
    ['a nonce that is no base64url', '!!!'],
  ])('with %s, and gets a good one', async (_, nonce) => {
    const response = await send(claims({ nonce }))
    expect(await nameOf(response)).toBe('PROOF_NONCE_REQUIRED')
    expect(response.headers.get('dpop-nonce')).toBe(await nonceOf())
  })

  test('with a nonce of ten minutes ago, or of the other authority', async () => {
    const old = await nonceOf()
    const custody = await harness.fetch(`${addresses.custodyUrl}/custody/v1/email/start`, {
      method: 'POST',
      body: '{}',
    })
    const foreign = custody.headers.get('dpop-nonce') ?? ''
    expect(await nameOf(await send(claims({ nonce: foreign })))).toBe('PROOF_NONCE_REQUIRED')
    harness.clock.advance(601)
    const response = await send(claims({ nonce: old }))
    expect(await nameOf(response)).toBe('PROOF_NONCE_REQUIRED')
    harness.clock.advance(-601)
  })

  test('with a nonce whose window was counted on', async () => {
    const nonce = decodeBase64url(await nonceOf())
    nonce[7] = ((nonce[7] ?? 0) + 1) & 255
    const response = await send(claims({ nonce: encodeBase64url(nonce) }))
    expect(await nameOf(response)).toBe('PROOF_NONCE_REQUIRED')
  })
})

describe('a token is refused', () => {
  test.each<[string, (token: string) => string, string]>([
    ['that is missing', () => '', 'PROOF_INVALID'],
    ['as a bearer', (token) => `Bearer ${token}`, 'PROOF_INVALID'],
    ['that is no JWT', () => 'DPoP nonsense', 'PROOF_INVALID'],
  ])('%s', async (_, header, name) => {
    const response = await send((call) => ({ headers: { ...call.headers, authorization: header(accessToken) } }))
    expect([response.status, await nameOf(response)]).toEqual([401, name])
  })

  test('whose claims were changed', async () => {
    const [header = '', claims = '', signature = ''] = accessToken.split('.')
    const changed = { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), exp: 9_999_999_999 }
    const forged = `${header}.${Buffer.from(JSON.stringify(changed)).toString('base64url')}.${signature}`
    const response = await send((call) => ({
      claims: { ...call.claims, ath: sha256(forged) },
      headers: { ...call.headers, authorization: `DPoP ${forged}` },
    }))
    expect([response.status, await nameOf(response)]).toEqual([401, 'SESSION_EXPIRED'])
  })
})

describe('a body is refused', () => {
  const junk = [
    '',
    'null',
    '[]',
    '"text"',
    '{',
    '{"walletId":1,"generation":1}',
    `{"walletId":"${"' OR 1=1; DROP TABLE wallets; --"}","generation":1}`,
    '{"walletId":{"$ne":null},"generation":1}',
    '{"walletId":{"length":{"toString":null}},"generation":1}',
    '{"__proto__":{"walletId":"x"},"generation":1}',
    `{"walletId":"${'0'.repeat(36)}","generation":1e99}`,
    `{"walletId":"00000000-0000-4000-8000-000000000000","generation":-1}`,
    '['.repeat(30_000),
  ]
  test.each([
    ['none', undefined],
    ['null', null],
    ['a number', 1],
    ['an empty one', ''],
    ['one of 15 bytes', 'A'.repeat(20)],
    ['one of 17 bytes', 'A'.repeat(23)],
    ['plain base64', `${'A'.repeat(21)}+`],
    ['a line end behind it', `${'A'.repeat(22)}\n`],
    ['a list', ['A'.repeat(22)]],
  ])('a release that names no share a vault could wait for: %s', async (_, nonce) => {
    const body = JSON.stringify({ ...wallet, nonce })
    const response = await send((call) => ({ body, claims: { ...call.claims, bdh: sha256(body) } }))
    expect([response.status, await nameOf(response)]).toEqual([400, 'INVALID_PARAMS'])
  })

  test.each(junk.map((body) => [body.length > 60 ? `${body.slice(0, 40)}…` : body, body] as const))(
    '%j',
    async (_, body) => {
      const response = await send((call) => ({ body, claims: { ...call.claims, bdh: sha256(body) } }))
      expect(response.status).toBe(400)
      expect(['PARSE_ERROR', 'INVALID_PARAMS']).toContain(await nameOf(response))
    },
  )

  test('that is not UTF-8', async () => {
    const body = new Uint8Array([0x7b, 0xff, 0x7d])
    const bdh = createHash('sha256').update(body).digest('base64url')
    const response = await send((call) => ({ body, claims: { ...call.claims, bdh } }))
    expect(await nameOf(response)).toBe('PARSE_ERROR')
  })

  test('beyond 64 KiB, whether it says so or not', async () => {
    const body = 'x'.repeat(65_537)
    const announced = await send(() => ({ body }))
    expect([announced.status, await nameOf(announced)]).toEqual([413, 'TOO_LARGE'])
    const streamed = await harness.fetch(`${addresses.apiUrl}${path}`, {
      method: 'POST',
      headers: { dpop: 'none' },
      body: new Blob([body]).stream(),
      duplex: 'half',
    } as RequestInit)
    expect([streamed.status, await nameOf(streamed)]).toEqual([413, 'TOO_LARGE'])
  })

  test('beyond 1 MiB on the RPC proxy', async () => {
    const url = `${addresses.apiUrl}/v1?projectId=demo&chainId=eip155:1`
    const response = await harness.fetch(url, { method: 'POST', body: 'x'.repeat(1_048_577) })
    expect([response.status, await nameOf(response)]).toEqual([413, 'TOO_LARGE'])
  })
})

test('nothing of what failed tells more than its name, and the id of its request, which is in the log', async () => {
  const response = await send(claims({ htm: 'PUT' }))
  const body = (await response.json()) as { error: { ref: string } }
  expect(body).toEqual({
    status: 'FAILED',
    reasons: [{ description: 'The device could not prove itself' }],
    error: { name: 'PROOF_INVALID', code: 4100, message: 'The device could not prove itself', ref: body.error.ref },
  })
  expect(harness.log.at(-1)).toMatchObject({
    event: 'request',
    route: 'releaseAuthShare',
    requestId: body.error.ref,
    status: 401,
  })
  expect(response.headers.get('x-request-id')).toBe(body.error.ref)
})

test('an address that is none, and a method that a row does not have', async () => {
  for (const [method, where] of [
    ['GET', '/'],
    ['GET', '/constructor'],
    ['DELETE', path],
    ['GET', '/custody/v1/keys'],
    ['POST', '/account/v1/wallet/../session'],
  ] as const) {
    const response = await harness.fetch(`${addresses.apiUrl}${where}`, { method })
    expect([where, response.status]).toEqual([where, where.includes('..') ? 401 : 404])
  }
})
