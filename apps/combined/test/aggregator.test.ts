/** NEVER TESTED LIVE: the aggregator is a stand-in, modeled on the vendor's documentation. */
import { expect, test } from 'vitest'
import {
  coin,
  createAggregator,
  type Lie,
  owner,
  router,
  stranger,
  usdc,
} from '../../api/src/convert/kyberSwap.fixture.ts'
import { addresses, createHarness } from './harness.ts'

type Json = Record<string, unknown>
const chainId = 'eip155:1'
const on = (address: string) => `${chainId}:${address}`

const start = async (lie: Lie = {}) => {
  const harness = await createHarness({
    kyberSwap: {
      clientId: 'acme-wallet',
      name: 'KyberSwap',
      url: 'https://aggregator.example',
      chains: { [chainId]: { path: 'ethereum', router } },
    },
    nodes: { [chainId]: ['https://node.example'] },
    fetch: createAggregator(lie).fetch,
  })
  const ask = async (path: string, init: RequestInit = {}) => {
    const headers = { Origin: 'http://127.0.0.1:3000', 'Content-Type': 'application/json' }
    const response = await harness.fetch(`${addresses.apiUrl}/v1/convert/${path}`, { ...init, headers })
    return { status: response.status, body: (await response.json()) as Json }
  }
  const swap = { from: on(usdc), to: on(coin), amount: '1000000', userAddress: on(owner) }
  return {
    quote: (change: Json = {}) =>
      ask(`quotes?${new URLSearchParams({ projectId: 'demo', ...swap, ...change } as Record<string, string>)}`),
    build: (change: Json = {}) =>
      ask('build-transaction', { method: 'POST', body: JSON.stringify({ projectId: 'demo', ...swap, ...change }) }),
    [Symbol.asyncDispose]: () => harness[Symbol.asyncDispose](),
  }
}

test('an aggregator quotes and builds through the rows of every exchange', async () => {
  await using api = await start({ summary: { amountInUsd: undefined } })
  const { body } = await api.quote()
  const [quote] = (body as { quotes: Json[] }).quotes
  expect(quote).toMatchObject({
    fromAmount: '1000000',
    toAmount: '2000000',
    provider: 'KyberSwap',
    route: [on(usdc), on(stranger), on(coin)],
  })
  expect(quote).not.toHaveProperty('priceImpact')
  const built = await api.build({ minimumAmount: '1980000' })
  expect(built.body).toMatchObject({ tx: { from: on(owner), to: on(router), amount: '0', eip155: { gas: '200000' } } })
  expect(await api.build({ minimumAmount: '2000001' })).toMatchObject({
    status: 409,
    body: { error: { name: 'PRICE_MOVED' } },
  })
})

test.each<[string, number, string, Lie]>([
  ['lies', 502, 'SWAP_MISMATCH', { routerAddress: stranger }],
  ['is away', 503, 'SERVICE_UNREACHABLE', { instead: { answer: () => new Response('', { status: 500 }) } }],
])('an aggregator that %s is an error in words', async (_, status, name, lie) => {
  await using api = await start(lie)
  for (const answer of [await api.quote(), await api.build()])
    expect(answer).toMatchObject({ status, body: { error: { name } } })
})

test('an aggregator without a route has no quote', async () => {
  await using api = await start({ instead: { answer: () => Response.json({ code: 4008 }, { status: 400 }) } })
  expect((await api.quote()).body).toEqual({ quotes: [] })
  expect((await api.build()).body).toMatchObject({ error: { name: 'LIQUIDITY_INSUFFICIENT' } })
})
