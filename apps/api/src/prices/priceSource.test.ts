import { type Fungible, failedBody } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import { describe, expect, test } from 'vitest'
import { createRpcProxy } from '../chain/rpcProxy.ts'
import { createTestNodes } from '../chain/testNode.fixture.ts'
import { createExchangePrices } from './exchangePrices.ts'
import { nativeCoin, type PriceSource } from './priceSource.ts'
import { priceTokens } from './priceTokens.ts'
import { createTestChain, type TestPool, testExchange } from './testChain.fixture.ts'
import { createUpstreamPrices } from './upstreamPrices.ts'

const chain = 'eip155:31337'
const { stable, wrappedNative } = testExchange
const token = `0x${'a'.repeat(40)}` as const
const unknown = `0x${'b'.repeat(40)}` as const
const on = (address: string) => `${chain}:${address}`

/** 1 ETH = 2,500 dollars = 5,000 of the token, which only has pools with ETH. */
const tokens = {
  [stable]: { name: 'USD Coin', symbol: 'USDC', decimals: 6 },
  [wrappedNative]: { name: 'Wrapped Ether', symbol: 'WETH', decimals: 18 },
  [token]: { name: 'Token', symbol: 'TOK', decimals: 8 },
}
const native = { a: wrappedNative, b: stable, reserveA: 4_000n * 10n ** 18n, reserveB: 10_000_000n * 10n ** 6n }
const pools: TestPool[] = [
  native,
  { a: wrappedNative, b: token, reserveA: 1_000n * 10n ** 18n, reserveB: 5_000_000n * 10n ** 8n },
]

/** The sources' results for these tokens, for one answer of an upstream server. */
const known: Record<string, Fungible> = Object.fromEntries(
  [
    { address: on(stable), name: 'USD Coin', symbol: 'USDC', price: 1, decimals: 6 },
    { address: on(wrappedNative), name: 'Wrapped Ether', symbol: 'WETH', price: 2_500, decimals: 18 },
    { address: on(token), name: 'Token', symbol: 'TOK', price: 0.5, decimals: 8 },
    { address: on(nativeCoin), name: 'Ether', symbol: 'ETH', price: 2_500, decimals: 18 },
  ].map((fungible) => [fungible.address, { ...fungible, iconUrl: null }]),
)
const upstreamFetch: typeof globalThis.fetch = async (_, init) => {
  const { addresses } = JSON.parse(new TextDecoder().decode(init?.body as Uint8Array)) as { addresses: string[] }
  return Response.json({ fungibles: addresses.flatMap((address) => known[address] ?? []) })
}

type Made = { source: PriceSource }
const exchangePrices = (fetch: typeof globalThis.fetch): PriceSource =>
  createExchangePrices({
    exchanges: { [chain]: testExchange },
    rpcProxy: createRpcProxy({ nodes: { [chain]: ['http://node.test'] }, fetch }),
  })
const upstreamPrices = (fetch: typeof globalThis.fetch): PriceSource =>
  createUpstreamPrices({ url: 'https://prices.test', projectId: 'ours', fetch })

const drivers: [name: string, make: (fetch?: typeof globalThis.fetch) => Made][] = [
  ['an exchange', (fetch = createTestChain(tokens, pools).fetch) => ({ source: exchangePrices(fetch) })],
  ['an upstream server', (fetch = upstreamFetch) => ({ source: upstreamPrices(fetch) })],
]

describe.each(drivers)('prices of %s', (_, make) => {
  test('are those of the tokens that were asked for, in their order and words', async () => {
    const { source } = make()
    const asked = [on(token), on(nativeCoin), on(stable), on(wrappedNative)]
    expect(await priceTokens(source, asked)).toEqual(asked.map((address) => known[address]))
  })

  test('of a token that nobody knows are left out', async () => {
    const { source } = make()
    const asked = [
      on(unknown),
      on(stable),
      `eip155:1:${stable}`,
      'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:So11111111111111111111111111111111111111112',
    ]
    expect((await priceTokens(source, asked)).map(({ symbol }) => symbol)).toEqual(['USDC'])
    expect(await priceTokens(source, [])).toEqual([])
  })

  test('of a token that was asked for twice come once', async () => {
    const { source } = make()
    expect(await priceTokens(source, [on(stable), on(stable)])).toHaveLength(1)
  })

  test.each(['', 'eip155:1', `eip155:1:0x12`, `eip155:1:${stable}:x`, stable, 'constructor'])(
    'are not asked for with the address %j',
    async (address) => {
      const { source } = make(() => Promise.reject(new Error('was asked')))
      await expect(priceTokens(source, [on(stable), address])).rejects.toMatchObject({ name: 'CAIP_ADDRESS_INVALID' })
    },
  )

  test.each([
    ['is away', () => Promise.reject(new TypeError('fetch failed'))],
    ['is broken', async () => new Response('Bad gateway', { status: 502 })],
    ['answers a page', async () => new Response('<html>')],
    ['answers something else', async () => Response.json({ jsonrpc: '2.0', id: 1, result: '0x' })],
    ['refuses', async () => Response.json({ jsonrpc: '2.0', id: 1, error: { code: 3, message: 'reverted' } })],
  ] as const)('fail with 503 while the other side %s', async (_, fetch) => {
    const { source } = make(fetch)
    const failure = await priceTokens(source, [on(stable)]).then(
      () => 'answered',
      (error: AppError) => error.name,
    )
    expect(['CHAIN_UNREACHABLE', 'SERVICE_UNREACHABLE']).toContain(failure)
  })
})

describe('an exchange', () => {
  const priceIn = async (
    ownTokens: Parameters<typeof createTestChain>[0],
    ownPools: readonly TestPool[],
    address: string = token,
  ) => {
    const { fetch, read } = createTestChain({ ...tokens, ...ownTokens }, ownPools)
    const [priced] = await priceTokens(exchangePrices(fetch), [on(address)])
    return { priced, read }
  }
  const ofToken = (reserveToken: bigint, reserveStable: bigint): TestPool[] => [
    native,
    { a: token, b: stable, reserveA: reserveToken, reserveB: reserveStable },
  ]

  test.each([
    ['is empty on both sides', 0n, 0n],
    ['is empty on the token’s side', 0n, 10n ** 12n],
    ['is empty on the dollar’s side', 10n ** 12n, 0n],
    ['holds less than a thousand dollars', 10n ** 8n, 999n * 10n ** 6n],
    ['gives an absurd price', 1n, 10n ** 15n],
  ])('whose pool %s tells no price', async (_, reserveToken, reserveStable) => {
    expect((await priceIn({}, ofToken(reserveToken, reserveStable))).priced).toBeUndefined()
  })

  test('with two pools of a token tells the price of the deeper one', async () => {
    const shallow = { a: token, b: stable, reserveA: 10n ** 8n, reserveB: 2_000n * 10n ** 6n }
    expect((await priceIn({}, [...pools, shallow])).priced?.price).toBe(0.5)
    const deep = { a: token, b: stable, reserveA: 10_000_000n * 10n ** 8n, reserveB: 9_000_000n * 10n ** 6n }
    expect((await priceIn({}, [...pools, deep])).priced?.price).toBe(0.9)
  })

  test.each([0, 8, 18, 24])('counts a token of %i decimals in whole ones', async (decimals) => {
    const one = 10n ** BigInt(decimals)
    const { priced } = await priceIn(
      { [token]: { name: 'T', symbol: 'T', decimals } },
      ofToken(4_000n * one, 2_000n * 10n ** 6n),
    )
    expect(priced).toMatchObject({ price: 0.5, decimals })
  })

  test.each([
    ['does not say its decimals', { name: 'T', symbol: 'T' }],
    ['says 255 decimals', { name: 'T', symbol: 'T', decimals: 255 }],
    ['says more decimals than fit', { name: 'T', symbol: 'T', decimals: `0x${'f'.repeat(64)}` as const }],
    ['answers nonsense', { name: 'T', symbol: 'T', decimals: '0x01' as const }],
  ])('tells no price of a token that %s', async (_, own) => {
    expect((await priceIn({ [token]: own }, pools)).priced).toBeUndefined()
  })

  test('takes names that are bytes32, missing, long or disguised for what can be shown of them', async () => {
    const bytes32 = `0x${Buffer.from('Maker').toString('hex').padEnd(64, '0')}` as const
    const named = async (name: string | undefined) =>
      (await priceIn({ [token]: { ...(name === undefined ? {} : { name }), symbol: 'T', decimals: 8 } }, pools)).priced
        ?.name
    expect(await named(bytes32)).toBe('Maker')
    expect(await named(undefined)).toBe('')
    expect(await named('x'.repeat(1_000))).toHaveLength(64)
    expect(await named('US\u202eDC\u0000\n')).toBe('USDC')
  })

  test('asks a token itself nothing when it has no pool', async () => {
    const { read } = await priceIn({}, [native], unknown)
    expect(read.filter(({ target }) => target === unknown)).toEqual([])
  })

  test('asks a token itself nothing while its pools are shallow', async () => {
    const { read, priced } = await priceIn({}, ofToken(10n ** 8n, 999n * 10n ** 6n))
    expect([priced, read.filter(({ target }) => target === token)]).toEqual([undefined, []])
  })

  test('without a pool of the coin knows no price but the dollar’s', async () => {
    expect((await priceIn({}, [])).priced).toBeUndefined()
    expect((await priceIn({}, [], nativeCoin)).priced).toBeUndefined()
    expect((await priceIn({}, [], stable)).priced?.price).toBe(1)
  })
})

describe('an upstream server', () => {
  const saying = (fungible: Partial<Fungible>) =>
    priceTokens(
      upstreamPrices(async () => Response.json({ fungibles: [{ ...known[on(token)], ...fungible }] })),
      [on(token)],
    )

  test('is asked with our project there', async () => {
    const asked: unknown[] = []
    const source = upstreamPrices(async (input, init) => {
      asked.push([String(input), JSON.parse(new TextDecoder().decode(init?.body as Uint8Array))])
      return upstreamFetch(input, init)
    })
    await priceTokens(source, [on(token)])
    expect(asked).toEqual([
      ['https://prices.test/v1/fungible/price', { projectId: 'ours', currency: 'usd', addresses: [on(token)] }],
    ])
  })

  test.each([
    { price: 0 },
    { price: -1 },
    { price: 1e13 },
    { decimals: 1.5 },
    { decimals: -1 },
    { decimals: 99 },
    { address: on(stable) },
  ])('is not believed that %j', async (fungible) => {
    expect(await saying(fungible)).toEqual([])
  })

  test('names no picture but one of the web', async () => {
    expect(await saying({ iconUrl: 'https://pictures.test/tok.svg' })).toMatchObject([
      { iconUrl: 'https://pictures.test/tok.svg' },
    ])
    expect(await saying({ iconUrl: 'javascript:alert(1)' })).toMatchObject([{ iconUrl: null }])
  })

  test('that does not know our key is out of reach for our callers', async () => {
    const refusal = Response.json(failedBody(new AppError('PROJECT_UNKNOWN')), { status: 401 })
    await expect(
      priceTokens(
        upstreamPrices(async () => refusal),
        [on(token)],
      ),
    ).rejects.toMatchObject({
      name: 'SERVICE_UNREACHABLE',
    })
  })
})

test('a chain without nodes is out of reach', async () => {
  const { fetch } = createTestNodes(() => new Error('was asked'))
  const source = createExchangePrices({
    exchanges: { [chain]: testExchange },
    rpcProxy: createRpcProxy({ nodes: {}, fetch }),
  })
  await expect(priceTokens(source, [on(token)])).rejects.toMatchObject({ name: 'CHAIN_UNREACHABLE' })
})
