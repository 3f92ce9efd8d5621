import { createApiClient, getAssetImage, getTokenImage, getWalletImage, getWallets } from '@latchkey/api-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addresses, createHarness, type Harness } from './harness.ts'

let harness: Harness
let behindIt: Harness
beforeAll(async () => {
  harness = await createHarness()
  // A second server whose upstream is the first: one contract on both sides.
  behindIt = await createHarness({
    directory: { upstreamUrl: addresses.apiUrl, upstreamProjectId: 'demo' },
    fetch: harness.fetch,
  })
})
afterAll(async () => {
  await harness[Symbol.asyncDispose]()
  await behindIt[Symbol.asyncDispose]()
})

const origin = 'http://127.0.0.1:3000'
const ask = (path: string, headers: Record<string, string> = {}) =>
  harness.fetch(`${addresses.apiUrl}${path}`, { headers: { origin, ...headers } })

describe.each([
  ['the server', () => harness],
  ['a server whose upstream it is', () => behindIt],
])('%s', (_, server) => {
  const client = () =>
    createApiClient({
      endpoints: { getWallets, getWalletImage, getAssetImage, getTokenImage },
      ...addresses,
      projectId: 'demo',
      sdk: { st: 'modal', sv: 'html-latchkey-4.2.2' },
      fetch: server().fetch,
    })

  test('answers a page of wallets that any client of the contract reads', async () => {
    const first = await client().call('getWallets', { page: 1, entries: 5 })
    const second = await client().call('getWallets', { page: 2, entries: 5 })
    expect(first.data).toHaveLength(5)
    expect(first.data[0]).not.toHaveProperty('sources')
    expect(first.count).toBe(second.count)
    expect(first.data.map(({ id }) => id)).not.toEqual(second.data.map(({ id }) => id))
  })

  test.each([
    [{ search: ' metamask ' }, ['metamask']],
    [{ include: 'rainbow,metamask' }, ['metamask', 'rainbow']],
    [{ include: 'rainbow,metamask', exclude: 'rainbow' }, ['metamask']],
    [{ rdns: 'io.rabby' }, ['rabby']],
    [{ names: 'zerion' }, ['zerion']],
    [{ chains: 'stacks:1', search: 'x' }, ['xverse']],
    [{ chains: 'eip155:137', search: 'solflare' }, []],
    [{ badge: 'none', search: 'solflare' }, ['solflare']],
    [{ search: 'no such wallet' }, []],
  ])('finds %o', async (filter, ids) => {
    const { data, count } = await client().call('getWallets', filter)
    expect([data.map(({ id }) => id), count]).toEqual([ids, ids.length])
  })
})

test('pictures of networks, currencies and tokens, and of wallets by the id in their row', async () => {
  const { data } = (await (await ask('/getWallets?projectId=demo&include=metamask')).json()) as {
    data: { image_id: string }[]
  }
  for (const [path, keep] of [
    [`/getWalletImage/${data[0]?.image_id}`, 31_536_000],
    ['/public/getAssetImage/base', 604_800],
    ['/public/getCurrencyImage/usd', 604_800],
    ['/public/getCurrencyImage/USDC', 604_800],
    ['/public/getTokenImage/eth', 604_800],
    ['/public/getTokenImage/NOSUCHTOKEN', 604_800],
  ] as const) {
    const response = await ask(`${path}?projectId=demo&st=modal&sv=4.2.2`)
    expect([path, response.status, Object.fromEntries(response.headers)]).toEqual([
      path,
      200,
      {
        'access-control-allow-origin': origin,
        'access-control-expose-headers': 'DPoP-Nonce, Retry-After, X-Request-Id',
        'cache-control': `public, max-age=${keep}, immutable`,
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        'content-type': 'image/svg+xml',
        'cross-origin-resource-policy': 'cross-origin',
        vary: 'Origin',
        'x-content-type-options': 'nosniff',
      },
    ])
    expect(await response.text()).toMatch(/^<svg /)
  }
})

test('a picture that an <img> asks for comes without an Origin', async () => {
  const response = await harness.fetch(`${addresses.apiUrl}/public/getAssetImage/base?projectId=demo`)
  expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([200, null])
})

test.each([
  ['/getWallets', 400],
  ['/getWallets?projectId=unknown', 401],
  ['/getWallets?projectId=other', 403],
  ['/getWallets?projectId=demo&page=0', 400],
  ['/getWallets?projectId=demo&page=-1', 400],
  ['/getWallets?projectId=demo&page=1e3', 400],
  ['/getWallets?projectId=demo&entries=101', 400],
  ['/getWallets?projectId=demo&page=1&page=2', 400],
  [`/getWallets?projectId=demo&search=${'a'.repeat(257)}`, 400],
  ['/getWalletImage/none?projectId=demo', 404],
  ['/getWalletImage/none', 400],
  ['/getWalletImage/a?projectId=demo&id=b', 400],
  ['/getWalletImage/..%2f..%2fetc%2fpasswd?projectId=demo', 400],
  ['/getWalletImage/%00?projectId=demo', 400],
  ['/public/getAssetImage/__proto__?projectId=demo', 400],
  ['/public/getAssetImage/constructor?projectId=demo', 404],
  ['/public/getCurrencyImage/zzz?projectId=demo', 404],
  ['/public/getCurrencyImage/constructor?projectId=demo', 404],
  ['/public/getTokenImage/<svg>?projectId=demo', 400],
])('%s is answered with %i, and that answer is not kept', async (path, status) => {
  const response = await ask(path)
  expect([response.status, response.headers.get('cache-control')]).toEqual([status, 'no-store'])
  expect(response.headers.get('content-type')).toMatch(/^application\/json/)
})

test('an upstream that has enough makes this server say for how long', async () => {
  await using limited = await createHarness({
    directory: { upstreamUrl: 'https://directory.example', upstreamProjectId: 'ours' },
    fetch: async () => new Response('', { status: 429, headers: { 'retry-after': '17' } }),
  })
  const response = await limited.fetch(`${addresses.apiUrl}/getWallets?projectId=demo`, { headers: { origin } })
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '17'])
})
