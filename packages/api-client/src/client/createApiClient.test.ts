import { createHash } from 'node:crypto'
import { AppError, type ErrorName } from '@latchkey/protocol/errors'
import { describe, expect, test } from 'vitest'
import {
  createAnswerMemory,
  createApiClient,
  deviceCredentials,
  endpoints,
  failedBody,
  origins,
  type ProveInput,
} from '../index.ts'
import { type Answer, createTestClock, createTestFetch } from './testClient.fixture.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url')

const setUp = (...answers: Answer[]) => {
  const { fetch, asked } = createTestFetch(...answers)
  const { clock, waits, expire } = createTestClock()
  const proofs: ProveInput[] = []
  const prove = async (input: ProveInput) => `proof-${proofs.push(input)}`
  const client = createApiClient({
    endpoints,
    apiUrl: 'https://api.test',
    custodyUrl: 'https://custody.test',
    projectId: 'demo',
    sdk: { st: 'modal', sv: 'html-latchkey-4.2.2' },
    credentials: deviceCredentials({ prove }),
    fetch,
    clock,
  })
  return { client, asked, waits, proofs, expire }
}
const fail = (name: ErrorName, status: number, details = {}, headers = {}): Answer => ({
  status,
  body: failedBody(new AppError(name, { details, ref: 'ref-1' })),
  headers,
})
const allowed = { status: 200, body: { allowedOrigins: ['https://a.example'], approvals: 'auto' } }
const start = { dappOrigin: 'https://a.example', email: 'a@b.example' }
const started = {
  status: 200,
  body: { attemptId: '11111111-1111-4111-8111-111111111111', expiresInSeconds: 600, resendInSeconds: 30 },
}
const offline = new TypeError('Failed to fetch')

describe('what is sent', () => {
  test('a GET carries project and SDK in its query, and no header that needs a preflight', async () => {
    const { client, asked } = setUp(allowed)
    expect(await client.call('origins', {})).toEqual({ allowedOrigins: ['https://a.example'], approvals: 'auto' })
    expect(asked[0]?.url.href).toBe(
      'https://api.test/projects/v1/origins?projectId=demo&st=modal&sv=html-latchkey-4.2.2',
    )
    expect(asked[0]?.init).toMatchObject({
      method: 'GET',
      headers: {},
      body: null,
      credentials: 'omit',
      redirect: 'error',
    })
  })

  test('a body goes to the authority of its row, with the project filled in', async () => {
    const { client, asked } = setUp(started)
    await client.call('emailStart', start)
    expect(asked[0]?.url.href).toMatch(/^https:\/\/custody\.test\/custody\/v1\/email\/start\?/)
    expect(JSON.parse(asked[0]?.body ?? '')).toEqual({ projectId: 'demo', ...start })
  })

  test('a POST carries project and SDK in its query, with the body as it was before that', async () => {
    const { client, asked } = setUp({ status: 200, body: { fungibles: [] } })
    await client.call('fungiblePrice', { currency: 'usd', addresses: [] })
    expect(asked[0]?.url.href).toBe('https://api.test/v1/fungible/price?projectId=demo&st=modal&sv=html-latchkey-4.2.2')
    expect(JSON.parse(asked[0]?.body ?? '')).toEqual({ projectId: 'demo', currency: 'usd', addresses: [] })
    expect(asked[0]?.init.headers).toEqual({ 'content-type': 'text/plain;charset=UTF-8' })
  })

  test('a POST with a query of its own carries both', async () => {
    const { client, asked } = setUp({ status: 200, body: { jsonrpc: '2.0', id: 1, result: '0x1' } })
    const call = { jsonrpc: '2.0', id: 1, method: 'eth_chainId' }
    await client.call('rpc', call, { query: { chainId: 'eip155:1' } })
    expect(Object.fromEntries(asked[0]?.url.searchParams ?? [])).toEqual({
      chainId: 'eip155:1',
      projectId: 'demo',
      st: 'modal',
      sv: 'html-latchkey-4.2.2',
    })
    expect(JSON.parse(asked[0]?.body ?? '')).toEqual(call)
  })

  test('a client without an SDK, such as the wallet, asks without a query', async () => {
    const { fetch, asked } = createTestFetch({ status: 200, body: { fungibles: [] } })
    const urls = { apiUrl: 'https://api.test', custodyUrl: 'https://custody.test' }
    const client = createApiClient({ endpoints, ...urls, projectId: 'demo', fetch })
    await client.call('fungiblePrice', { currency: 'usd', addresses: [] })
    expect(asked[0]?.url.href).toBe('https://api.test/v1/fungible/price')
  })

  test('a field that the row does not know is left out', async () => {
    const { client, asked } = setUp(started)
    const request = { ...start, secret: 1 }
    await client.call('emailStart', request)
    expect(asked[0]?.body).not.toContain('secret')
  })

  test('a request that does not fit its row is not sent', async () => {
    const { client, asked } = setUp(started)
    await expect(client.call('emailStart', { ...start, dappOrigin: 'null' })).rejects.toMatchObject({
      name: 'INVALID_PARAMS',
    })
    expect(asked).toEqual([])
  })
})

describe('device proofs', () => {
  test('cover method, path and the exact bytes of the body', async () => {
    const { client, asked, proofs } = setUp(started)
    await client.call('emailStart', start)
    expect(proofs).toEqual([
      {
        authority: 'custody',
        method: 'POST',
        path: '/custody/v1/email/start',
        bodySha256: sha256(asked[0]?.body ?? ''),
      },
    ])
    expect(asked[0]?.init.headers).toEqual({ 'content-type': 'application/json', dpop: 'proof-1' })
  })

  test('cover the access token, and nothing for the body of a GET', async () => {
    const { client, asked, proofs } = setUp({ status: 200, body: { wallet: null } })
    await client.call('getWallet', {}, { accessToken: 'the.access.token' })
    expect(proofs[0]).toMatchObject({ bodySha256: sha256(''), accessTokenSha256: sha256('the.access.token') })
    expect(asked[0]?.init.headers).toEqual({ dpop: 'proof-1', authorization: 'DPoP the.access.token' })
  })

  test('cover a path with the fields that stand in it', async () => {
    const { client, asked, proofs } = setUp({ status: 200, body: { pcis: [] } })
    const address = `eip155:1:0x${'a1'.repeat(20)}`
    await client.call('listPermissions', { address }, { accessToken: 'the.access.token' })
    expect(proofs[0]?.path).toBe(`/v1/sessions/${encodeURIComponent(address)}`)
    expect(asked[0]?.url.pathname).toBe(proofs[0]?.path)
  })

  test('are made anew with the nonce of a refusal, once, also where a call must not be repeated', async () => {
    const refusal = fail('PROOF_NONCE_REQUIRED', 401, {}, { 'dpop-nonce': 'n1' })
    const { client, asked, proofs, waits } = setUp(refusal, started)
    await client.call('emailStart', start)
    expect(proofs.map(({ nonce }) => nonce)).toEqual([undefined, 'n1'])
    expect(asked.map(({ init }) => (init.headers as Record<string, string>).dpop)).toEqual(['proof-1', 'proof-2'])
    expect(waits).toEqual([])
  })

  test('a second refusal of the nonce is the end of it', async () => {
    const { client, asked } = setUp(fail('PROOF_NONCE_REQUIRED', 401, {}, { 'dpop-nonce': 'n1' }))
    await expect(client.call('emailStart', start)).rejects.toMatchObject({ name: 'PROOF_NONCE_REQUIRED' })
    expect(asked).toHaveLength(2)
  })

  test('use the last nonce of their own authority', async () => {
    const { client, proofs } = setUp(
      { ...started, headers: { 'dpop-nonce': 'c1' } },
      { status: 200, body: { wallet: null }, headers: { 'dpop-nonce': 'a1' } },
      started,
      { status: 200, body: { wallet: null } },
    )
    await client.call('emailStart', start)
    await client.call('getWallet', {}, { accessToken: 'a.b.c' })
    await client.call('emailStart', start)
    await client.call('getWallet', {}, { accessToken: 'a.b.c' })
    expect(proofs.map(({ nonce }) => nonce)).toEqual([undefined, undefined, 'c1', 'a1'])
  })

  test('a row that demands one is not called without it', async () => {
    const { fetch, asked } = createTestFetch(started)
    const { client: proving, asked: provingAsked } = setUp(started)
    const bare = createApiClient({ endpoints, apiUrl: 'https://a', custodyUrl: 'https://c', projectId: 'demo', fetch })
    await expect(bare.call('emailStart', start)).rejects.toMatchObject({ name: 'UNAUTHORIZED' })
    await expect(proving.call('getWallet', {})).rejects.toMatchObject({ name: 'UNAUTHORIZED' })
    expect([...asked, ...provingAsked]).toEqual([])
  })

  test('an access token goes nowhere but to rows that demand one', async () => {
    const { client, asked, proofs } = setUp(started, allowed)
    await client.call('emailStart', start, { accessToken: 'a.b.c' })
    await client.call('origins', {}, { accessToken: 'a.b.c' })
    expect(proofs[0]).not.toHaveProperty('accessTokenSha256')
    for (const { init } of asked) expect(init.headers).not.toHaveProperty('authorization')
  })

  test('a device that cannot prove itself stops the call with its own error', async () => {
    const { fetch, asked } = createTestFetch(started)
    const prove = () => Promise.reject(new AppError('STORAGE_BLOCKED'))
    const urls = { apiUrl: 'https://a', custodyUrl: 'https://c' }
    const client = createApiClient({
      endpoints,
      ...urls,
      projectId: 'demo',
      credentials: deviceCredentials({ prove }),
      fetch,
    })
    await expect(client.call('emailStart', start)).rejects.toMatchObject({ name: 'STORAGE_BLOCKED' })
    expect(asked).toEqual([])
  })

  test('a repeated call carries another proof', async () => {
    const { client, asked } = setUp(offline, { status: 200, body: { wallet: null } })
    await client.call('getWallet', {}, { accessToken: 'a.b.c' })
    expect(asked.map(({ init }) => (init.headers as Record<string, string>).dpop)).toEqual(['proof-1', 'proof-2'])
  })
})

describe('retries', () => {
  test.each<Answer>([offline, ...[403, 408, 413, 429, 500, 502, 503, 504].map((status) => ({ status, body: 'busy' }))])(
    'an idempotent row is repeated after %o, 150 ms doubling',
    async (answer) => {
      const { client, asked, waits } = setUp(answer, answer, answer, allowed)
      await client.call('origins', {})
      expect([asked.length, waits]).toEqual([4, [150, 300, 600]])
    },
  )

  test('end after three', async () => {
    const { client, asked } = setUp(offline)
    await expect(client.call('origins', {})).rejects.toMatchObject({ name: 'SERVICE_UNREACHABLE' })
    expect(asked).toHaveLength(4)
  })

  test.each<[string, Answer]>([
    ['another status', { status: 404 }],
    ['our own final verdict', fail('ORIGIN_NOT_ALLOWED', 403)],
    ['our own failure', fail('INTERNAL', 500)],
    ['our own word on its size', fail('TOO_LARGE', 413)],
    ['an answer that is not JSON', { status: 200, body: '<html>' }],
    ['an answer of another shape', { status: 200, body: { allowedOrigins: 1 } }],
    ['a Retry-After beyond patience', { status: 429, headers: { 'retry-after': '11' } }],
  ])('not after %s', async (_, answer) => {
    const { client, asked } = setUp(answer)
    await expect(client.call('origins', {})).rejects.toBeInstanceOf(AppError)
    expect(asked).toHaveLength(1)
  })

  test('not where the row is not idempotent', async () => {
    const { client, asked } = setUp(offline)
    await expect(client.call('emailStart', start)).rejects.toMatchObject({ name: 'SERVICE_UNREACHABLE' })
    expect(asked).toHaveLength(1)
  })

  test('a failure of the service itself is tried again when it says that it may pass', async () => {
    const { client, asked } = setUp(fail('MAIL_FAILED', 503), allowed)
    await client.call('origins', {})
    expect(asked).toHaveLength(2)
  })

  test.each([
    ['2', 2000],
    [new Date(1_003_000).toUTCString(), 3000],
    ['soon', 150],
    ['0', 150],
  ])('wait as long as Retry-After: %s says', async (retryAfter, waitMs) => {
    const { client, waits } = setUp({ status: 503, headers: { 'retry-after': retryAfter } }, allowed)
    await client.call('origins', {})
    expect(waits).toEqual([waitMs])
  })
})

describe('failures', () => {
  test('of hosted servers are known by their words, also in plain text', async () => {
    const { client } = setUp({ status: 403, body: 'Unauthorized: origin not allowed' })
    await expect(client.call('origins', {})).rejects.toMatchObject({ name: 'ORIGIN_NOT_ALLOWED' })
  })

  test('keep name, details and ref of the service', async () => {
    const { client } = setUp(fail('RATE_LIMITED', 429, { seconds: 17 }, { 'retry-after': '17' }))
    const error = await client.call('emailStart', start).catch((thrown) => thrown)
    expect(error).toBeInstanceOf(AppError)
    expect(error).toMatchObject({ name: 'RATE_LIMITED', details: { seconds: 17 }, ref: 'ref-1' })
    expect(error.message).toBe('Please try again after 17 seconds')
  })

  test('a name that is not in the catalogue, or a foreign body, is judged by its status', async () => {
    for (const name of ['constructor', '__proto__', 'NOPE', 7, null]) {
      const { client } = setUp({ status: 401, body: { error: { name } } })
      await expect(client.call('emailStart', start)).rejects.toMatchObject({ name: 'UNAUTHORIZED' })
    }
  })

  test.each<[number, ErrorName]>([
    [401, 'UNAUTHORIZED'],
    [429, 'LIMIT_EXCEEDED'],
    [502, 'SERVICE_UNREACHABLE'],
    [404, 'INTERNAL'],
  ])('a bare %i is %s', async (status, name) => {
    const { client } = setUp({ status, body: '' })
    await expect(client.call('emailStart', start)).rejects.toMatchObject({ name })
  })

  test.each<[unknown, ErrorName]>([
    ['', 'SERVICE_UNREACHABLE'],
    ['<html>Sign in to the network</html>', 'SERVICE_UNREACHABLE'],
    ['{"allowedOrigins":[', 'SERVICE_UNREACHABLE'],
    ['null', 'INTERNAL'],
    ['[]', 'INTERNAL'],
    [{}, 'INTERNAL'],
    [{ allowedOrigins: null }, 'INTERNAL'],
    [{ allowedOrigins: ['https://a.example', 7] }, 'INTERNAL'],
    [{ error: { name: 'PROJECT_UNKNOWN' } }, 'INTERNAL'],
  ])('an answer %j that is no answer is %s', async (body, name) => {
    const { client, asked } = setUp({ status: 200, body })
    await expect(client.call('origins', {})).rejects.toMatchObject({ name })
    expect(asked).toHaveLength(1)
  })

  test('what an answer holds beyond its row does not come through', async () => {
    const { client } = setUp({ status: 200, body: { allowedOrigins: [], approvals: 'auto', extra: 1 } })
    expect(await client.call('origins', {})).toEqual({ allowedOrigins: [], approvals: 'auto' })
  })

  test('details are plain values only', async () => {
    const { client } = setUp({
      status: 429,
      body: { error: { name: 'RATE_LIMITED', details: { seconds: 3, x: { y: 1 }, z: [2] } } },
    })
    await expect(client.call('emailStart', start)).rejects.toMatchObject({ details: { seconds: 3 } })
  })
})

describe('ends of waiting', () => {
  const once = { idempotent: false }
  const rejectWhenStopped = (init: RequestInit | undefined, reject: (reason: unknown) => void) =>
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
  const noAnswer: typeof globalThis.fetch = (_, init) => new Promise((_, reject) => rejectWhenStopped(init, reject))
  const noEnd: typeof globalThis.fetch = async (_, init) =>
    new Response(new ReadableStream({ start: (body) => rejectWhenStopped(init, (reason) => body.error(reason)) }))
  /** Creates a client of a service with this response, and waits until it is called. */
  const waiting = (answer: typeof globalThis.fetch) => {
    const { clock, expire } = createTestClock()
    const asked = Promise.withResolvers<void>()
    const client = createApiClient({
      endpoints: { origins },
      apiUrl: 'https://api.test',
      custodyUrl: 'https://custody.test',
      projectId: 'demo',
      fetch: (input, init) => {
        asked.resolve()
        return answer(input, init)
      },
      clock,
    })
    return { client, expire, asked: asked.promise }
  }

  test.each([
    ['nobody answers', noAnswer],
    ['an answer has no end', noEnd],
  ])('%s in time', async (_, answer) => {
    const { client, expire, asked } = waiting(answer)
    const call = client.call('origins', {}, once)
    await asked
    expire()
    await expect(call).rejects.toMatchObject({ name: 'SERVICE_UNREACHABLE' })
  })

  test.each([
    ['nobody has answered', noAnswer],
    ['the answer has no end', noEnd],
  ])('the caller aborts while %s', async (_, answer) => {
    const { client, asked } = waiting(answer)
    const abort = new AbortController()
    const call = client.call('origins', {}, { signal: abort.signal })
    await asked
    abort.abort()
    await expect(call).rejects.toMatchObject({ name: 'ABORTED' })
  })

  test('the caller aborts while the device proves itself', async () => {
    const { fetch, asked } = createTestFetch(started)
    const abort = new AbortController()
    const prove = async () => {
      abort.abort()
      return 'proof'
    }
    const client = createApiClient({
      endpoints,
      apiUrl: 'https://api.test',
      custodyUrl: 'https://custody.test',
      projectId: 'demo',
      credentials: deviceCredentials({ prove }),
      fetch,
    })
    const call = client.call('emailStart', start, { signal: abort.signal })
    await expect(call).rejects.toMatchObject({ name: 'ABORTED' })
    expect(asked).toEqual([])
  })

  test('the caller aborts between two tries, or before the first', async () => {
    const { client, asked } = setUp(offline)
    const abort = new AbortController()
    const call = client.call('origins', {}, { signal: abort.signal })
    await Promise.resolve()
    abort.abort()
    await expect(call).rejects.toMatchObject({ name: 'ABORTED' })
    const sent = asked.length
    await expect(client.call('origins', {}, { signal: abort.signal })).rejects.toMatchObject({ name: 'ABORTED' })
    expect(asked).toHaveLength(sent)
  })
})

describe('an answer that may be kept', () => {
  const priced = (price: number): Answer => ({
    status: 200,
    body: { fungibles: [{ address: 'eip155:1:0x', name: 'A', symbol: 'A', iconUrl: null, price, decimals: 18 }] },
  })
  const ask: { currency: 'usd'; addresses: string[] } = { currency: 'usd', addresses: ['eip155:1:0x'] }
  const set = (...answers: Answer[]) => {
    const { fetch, asked } = createTestFetch(...answers)
    const { clock } = createTestClock()
    const client = createApiClient({
      endpoints,
      apiUrl: 'https://api.test',
      custodyUrl: 'https://custody.test',
      projectId: 'demo',
      memory: createAnswerMemory(clock),
      fetch,
      clock,
    })
    const priceOf = async () => (await client.call('fungiblePrice', ask)).fungibles[0]?.price
    return { client, asked, clock, priceOf }
  }

  test('answers the same question for 15 s', async () => {
    const { asked, clock, priceOf } = set(priced(1), priced(2))
    expect(await priceOf()).toBe(1)
    await clock.wait(14_999)
    expect([await priceOf(), asked.length]).toEqual([1, 1])
    await clock.wait(1)
    expect([await priceOf(), asked.length]).toEqual([2, 2])
  })

  test('answers no other question, and is no failure', async () => {
    const { client, asked } = set({ status: 400 }, priced(1))
    await expect(client.call('fungiblePrice', ask)).rejects.toThrow()
    await client.call('fungiblePrice', ask)
    await client.call('fungiblePrice', { ...ask, addresses: [] })
    expect(asked).toHaveLength(3)
    await expect(client.call('fungiblePrice', ask, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'ABORTED',
    })
  })

  test('is asked for once by all who wait for it, and so is a failure', async () => {
    const { priceOf, asked } = set(priced(1))
    expect(await Promise.all([priceOf(), priceOf(), priceOf()])).toEqual([1, 1, 1])
    expect(asked).toHaveLength(1)
    const failing = set({ status: 400 }, priced(2))
    const outcomes = await Promise.allSettled([failing.priceOf(), failing.priceOf()])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect([await failing.priceOf(), failing.asked.length]).toEqual([2, 2])
  })

  test('is asked for anew by whoever may change their mind', async () => {
    const { client, asked } = set(priced(1))
    const mind = new AbortController()
    const first = client.call('fungiblePrice', ask, { signal: mind.signal })
    const second = client.call('fungiblePrice', ask)
    mind.abort()
    await expect(first).rejects.toMatchObject({ name: 'ABORTED' })
    expect((await second).fungibles[0]?.price).toBe(1)
    expect(asked.length).toBeLessThanOrEqual(2)
  })

  test('is kept of no row but those that say so', async () => {
    const { client, asked } = set(allowed)
    await client.call('origins', {})
    await client.call('origins', {})
    expect(asked).toHaveLength(2)
  })
})

test('what stands in the path of a POST is not in its body', async () => {
  const { client, asked } = setUp({ status: 200, body: {} })
  const address = `eip155:1:0x${'a1'.repeat(20)}`
  const pci = `0x${'1'.repeat(64)}`
  await client.call('revokePermission', { address, pci, signature: '0x12' })
  expect(asked[0]?.url.pathname).toBe(`/v1/sessions/${encodeURIComponent(address)}/revoke`)
  expect(JSON.parse(asked[0]?.body ?? '')).toEqual({ pci, signature: '0x12' })
})

test('an image comes as it is, from an address with its id in the path, and browsers may keep it', async () => {
  const { client, asked } = setUp({ status: 200, body: '<svg/>', headers: { 'content-type': 'image/svg+xml' } })
  const image = await client.call('getWalletImage', { id: 'metamask-1a2b+c' })
  expect([image.type, await image.text()]).toEqual(['image/svg+xml', '<svg/>'])
  expect(asked[0]?.url.href).toBe(
    'https://api.test/getWalletImage/metamask-1a2b%2Bc?projectId=demo&st=modal&sv=html-latchkey-4.2.2',
  )
  expect(asked[0]?.init.cache).toBe('default')
})

test.each<[string, Answer]>([
  ['JSON', { status: 200, body: {} }],
  ['a page', { status: 200, body: '<html>', headers: { 'content-type': 'text/html' } }],
])('%s is no image', async (_, answer) => {
  const { client } = setUp(answer)
  await expect(client.call('getWalletImage', { id: 'a' })).rejects.toThrow(AppError)
})
