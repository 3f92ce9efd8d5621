import { readFailedBody } from '@latchkey/api-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addresses, createHarness, type Harness } from './harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await createHarness({ nodes: { 'eip155:1': ['http://node.test'] } })
})
afterAll(() => harness[Symbol.asyncDispose]())

const dapp = 'http://127.0.0.1:3000'
const { apiUrl, custodyUrl, walletOrigin } = addresses
const originsUrl = `${apiUrl}/projects/v1/origins?projectId=demo&st=modal&sv=4.2.2`
const rpcUrl = `${apiUrl}/v1?projectId=demo&chainId=eip155:1`
const call = '{"jsonrpc":"2.0","id":1,"method":"eth_accounts"}'

const ask = (url: string, origin: string | null, init: RequestInit = {}) =>
  harness.fetch(url, { ...init, headers: { ...init.headers, ...(origin === null ? {} : { origin }) } })
const readableBy = (response: Response) => response.headers.get('access-control-allow-origin')
const nameOf = async (response: Response) => readFailedBody(await response.json())?.name

describe('rows of a dapp', () => {
  test.each([dapp, 'http://localhost:3000', 'http://other.localhost:3000', walletOrigin])(
    'answer %s',
    async (origin) => {
      const response = await ask(originsUrl, origin)
      expect(response.status).toBe(200)
      expect(await response.json()).toEqual({
        allowedOrigins: ['http://127.0.0.1:3000', 'http://localhost:3000', 'http://*.localhost:3000'],
        approvals: 'auto',
        smartAccounts: [],
      })
      expect(readableBy(response)).toBe(origin)
      expect(response.headers.get('vary')).toContain('Origin')
      expect(readableBy(await ask(rpcUrl, origin, { method: 'POST', body: call }))).toBe(origin)
    },
  )

  test.each([
    'https://evil.example',
    'http://127.0.0.1:3000.evil.example',
    'http://127.0.0.1:3001',
    'https://127.0.0.1:3000',
    'http://a.b.localhost:3000',
    'http://localhost:3000/',
    addresses.vaultOrigin,
  ])('tell %s that it is not listed, and answer nothing else to it', async (origin) => {
    const refusal = await ask(originsUrl, origin)
    expect([refusal.status, await nameOf(refusal), readableBy(refusal)]).toEqual([403, 'ORIGIN_NOT_ALLOWED', origin])
    const rpc = await ask(rpcUrl, origin, { method: 'POST', body: call })
    expect([rpc.status, await nameOf(rpc), readableBy(rpc)]).toEqual([403, 'ORIGIN_NOT_ALLOWED', null])
  })

  test('say nothing to an opaque origin', async () => {
    const response = await ask(originsUrl, 'null')
    expect([response.status, readableBy(response)]).toEqual([403, null])
  })

  test('tell whoever asks that a project is unknown; without words of their own for it', async () => {
    const response = await ask(`${apiUrl}/projects/v1/origins?projectId=nope`, dapp)
    expect([response.status, readableBy(response)]).toEqual([401, dapp])
    expect(await response.json()).toMatchObject({
      status: 'FAILED',
      reasons: [{ description: 'Unauthorized: invalid key' }],
    })
    const rpc = await ask(`${apiUrl}/v1?projectId=constructor&chainId=eip155:1`, dapp, { method: 'POST', body: call })
    expect([rpc.status, await nameOf(rpc), readableBy(rpc)]).toEqual([401, 'PROJECT_UNKNOWN', null])
  })

  test('serve a caller that is no page', async () => {
    expect((await ask(originsUrl, null)).status).toBe(200)
    expect((await ask(rpcUrl, null, { method: 'POST', body: call })).status).toBe(200)
    expect((await ask(`${apiUrl}/projects/v1/origins`, null)).status).toBe(400)
  })

  test('of a project without origins answer no page but the wallet', async () => {
    const url = `${apiUrl}/projects/v1/origins?projectId=empty`
    expect((await ask(url, dapp)).status).toBe(403)
    expect((await ask(url, walletOrigin)).status).toBe(200)
  })

  describe('whose body is ours to define', () => {
    const priceUrl = `${apiUrl}/v1/fungible/price`
    const askPrice = (projectId: string | undefined, origin: string | null, url = priceUrl) =>
      ask(url, origin, { method: 'POST', body: JSON.stringify({ projectId, currency: 'usd', addresses: [] }) })

    test.each([dapp, walletOrigin])('answer %s with the project in the body or in the query', async (origin) => {
      for (const response of [
        await askPrice('demo', origin),
        await askPrice(undefined, origin, `${priceUrl}?projectId=demo`),
        await askPrice('other', origin, `${priceUrl}?projectId=demo`),
      ]) {
        expect([response.status, await response.json(), readableBy(response)]).toEqual([200, { fungibles: [] }, origin])
      }
      expect((await askPrice('demo', null)).status).toBe(200)
    })

    test('answer no page that the project does not list', async () => {
      for (const [project, url] of [
        ['demo', priceUrl],
        ['demo', `${priceUrl}?projectId=other`],
      ] as const) {
        const response = await askPrice(project, 'https://evil.example', url)
        expect([response.status, await nameOf(response), readableBy(response)]).toEqual([
          403,
          'ORIGIN_NOT_ALLOWED',
          null,
        ])
      }
    })

    test.each([
      ['an unknown project', '{"projectId":"nope","currency":"usd","addresses":[]}', 401, 'PROJECT_UNKNOWN'],
      ['no project', '{"currency":"usd","addresses":[]}', 400, 'INVALID_PARAMS'],
      ['a list', '[]', 400, 'INVALID_PARAMS'],
      ['no JSON', '{', 400, 'PARSE_ERROR'],
    ])('refuse %s', async (_, body, status, name) => {
      const response = await ask(priceUrl, dapp, { method: 'POST', body })
      expect([response.status, await nameOf(response), readableBy(response)]).toEqual([status, name, null])
    })

    test('tell their words to the page that asked', async () => {
      const response = await ask(priceUrl, dapp, {
        method: 'POST',
        body: '{"projectId":"demo","currency":"usd","addresses":["eip155:1"]}',
      })
      expect([response.status, readableBy(response)]).toEqual([400, dapp])
      expect(await response.json()).toMatchObject({
        status: 'FAILED',
        reasons: [{ description: 'Invalid CAIP Address' }],
      })
      const many = { projectId: 'demo', currency: 'usd', addresses: Array(101).fill(`eip155:1:0x${'1'.repeat(40)}`) }
      expect((await ask(priceUrl, dapp, { method: 'POST', body: JSON.stringify(many) })).status).toBe(400)
    })
  })

  test('take each field of the query once', async () => {
    const response = await ask(`${apiUrl}/projects/v1/origins?projectId=other&projectId=demo`, dapp)
    expect([response.status, await nameOf(response)]).toEqual([400, 'INVALID_PARAMS'])
  })

  test('answer health to everybody, readable by no page', async () => {
    const response = await ask(`${apiUrl}/health`, 'https://evil.example')
    expect([response.status, readableBy(response)]).toEqual([200, null])
  })
})

describe('rows of the wallet', () => {
  const rows = [
    ['GET', `${apiUrl}/account/v1/keys`],
    ['GET', `${custodyUrl}/custody/v1/keys`],
    ['POST', `${apiUrl}/account/v1/session`],
    ['POST', `${custodyUrl}/custody/v1/email/start`],
    ['PUT', `${custodyUrl}/custody/v1/recovery-share`],
    ['PUT', `${apiUrl}/account/v1/auth-share`],
  ] as const
  const bodyFor = (method: string) => (method === 'GET' ? {} : { body: '{}' })

  test.each(rows)('%s %s is for the wallet origin alone', async (method, url) => {
    for (const origin of [dapp, 'null', addresses.vaultOrigin, `${walletOrigin}.evil.example`]) {
      const response = await ask(url, origin, { method, ...bodyFor(method) })
      expect([response.status, await nameOf(response), readableBy(response)]).toEqual([403, 'ORIGIN_NOT_ALLOWED', null])
    }
    const own = await ask(url, walletOrigin, { method, ...bodyFor(method) })
    expect(own.status).not.toBe(403)
    expect(readableBy(own)).toBe(walletOrigin)
  })

  test('let the wallet read the nonce, the pause and the id, also of a refusal', async () => {
    const response = await ask(`${custodyUrl}/custody/v1/email/start`, walletOrigin, { method: 'POST', body: '{}' })
    expect(response.status).toBe(401)
    expect(response.headers.get('access-control-expose-headers')).toBe('DPoP-Nonce, Retry-After, X-Request-Id')
    expect(response.headers.get('dpop-nonce')).not.toBeNull()
  })
})

describe('a preflight', () => {
  const preflight = (url: string, origin: string, method: string) =>
    ask(url, origin, { method: 'OPTIONS', headers: { 'access-control-request-method': method } })

  test.each([
    [`${apiUrl}/account/v1/auth-share`, walletOrigin, 'PUT', 'Content-Type, DPoP, Authorization'],
    [`${apiUrl}/account/v1/wallet`, walletOrigin, 'POST', 'Content-Type, DPoP, Authorization'],
    [`${apiUrl}/account/v1/wallet`, walletOrigin, 'GET', 'Content-Type, DPoP, Authorization'],
    [originsUrl, dapp, 'GET', 'Content-Type'],
    // The name that @solana/web3.js sends in each request.
    [rpcUrl, dapp, 'POST', 'Content-Type, Solana-Client'],
  ])('to %s by %s for %s is granted', async (url, origin, method, headers) => {
    const response = await preflight(url, origin, method)
    expect(response.status).toBe(204)
    expect(readableBy(response)).toBe(origin)
    expect(response.headers.get('access-control-allow-methods')).toBe(method)
    expect(response.headers.get('access-control-allow-headers')).toBe(headers)
    expect(response.headers.get('access-control-allow-credentials')).toBeNull()
  })

  test.each([
    [`${apiUrl}/account/v1/auth-share`, dapp, 'PUT'],
    [`${apiUrl}/account/v1/auth-share`, walletOrigin, 'DELETE'],
    [rpcUrl, 'https://evil.example', 'POST'],
    [`${apiUrl}/v1?projectId=nope`, dapp, 'POST'],
    [`${apiUrl}/v1`, dapp, 'POST'],
  ])('to %s by %s for %s is not', async (url, origin, method) => {
    expect(readableBy(await preflight(url, origin, method))).toBeNull()
  })
})
