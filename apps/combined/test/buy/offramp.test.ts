import { generateKeyPairSync } from 'node:crypto'
import type { BuySettings } from '@latchkey/api'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addresses, createHarness, demo, type Harness } from '../harness.ts'
import { secret, signed } from './provider.fixture.ts'

type Json = Record<string, unknown>
const origin = 'http://127.0.0.1:3000'
const seller = '0x00000000000000000000000000000000000000A1'
const depositTo = '0x00000000000000000000000000000000000000D1'
const other = '0x00000000000000000000000000000000000000D2'
const offramp: NonNullable<BuySettings['offramp']> = [
  { driver: 'open', id: 'first', name: 'First', url: 'https://first.example', secret },
]

const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
const coinbase = {
  driver: 'coinbase',
  keyId: 'one',
  keySecret: Buffer.concat([Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')]).toString('base64'),
  redirectUrl: 'https://acme.example/sold',
  country: 'DE',
  paymentMethod: 'FIAT_WALLET',
} as const

/** What the provider answers; a test changes it while it runs. */
const createProvider = () => {
  const world = {
    report: { state: 'waiting' } as Json,
    isAway: false,
    sessions: [] as Json[],
    transaction: {} as Json,
    authorization: [] as (string | null)[],
    asked: [] as string[],
  }
  const answerAsCoinbase = (path: string): unknown => {
    const usd = { value: '49', currency: 'USD' }
    if (path.endsWith('/options'))
      return {
        cashout_currencies: [{ id: 'USD', limits: [] }],
        sell_currencies: [
          {
            id: 'usdc-id',
            name: 'USDC',
            symbol: 'USDC',
            networks: [
              { name: 'local', display_name: 'Local', chain_id: '31337', contract_address: `0x${'c1'.repeat(20)}` },
            ],
          },
        ],
      }
    if (path.endsWith('/quote')) return { cashout_total: usd, cashout_subtotal: usd, coinbase_fee: usd, quote_id: 'q1' }
    if (path.endsWith('/token')) return { token: 'abc' }
    return { transactions: [world.transaction] }
  }
  const answer = (path: string, body: string): unknown => {
    if (path.startsWith('/onramp/v1/')) return answerAsCoinbase(path)
    if (path === '/sale/options')
      return {
        payoutCurrencies: [{ id: 'USD', payment_method_limits: [{ id: 'bank', min: '10.00', max: '500.00' }] }],
        sellCurrencies: [
          {
            id: 'USDC',
            name: 'USD Coin',
            symbol: 'USDC',
            networks: [
              { name: 'local', display_name: 'Local', chain_id: '31337', contract_address: `0x${'c1'.repeat(20)}` },
              { name: 'bitcoin', display_name: 'Bitcoin', chain_id: '', contract_address: '' },
            ],
          },
        ],
      }
    if (path === '/sale/quotes') {
      const amount = Number((JSON.parse(body) as { amount: string }).amount)
      if (amount < 10 || amount > 500)
        return { error: 'AMOUNT_OUT_OF_RANGE', details: { min: '10.00', max: '500.00', currency: 'USD' } }
      return {
        payoutTotal: { amount: '49.00', currency: 'USD' },
        providerFee: { amount: '1.00', currency: 'USD' },
        quoteId: 'q1',
      }
    }
    if (path === '/sale/sessions') {
      world.sessions.push(JSON.parse(body))
      return { reference: `r${world.sessions.length}`, url: 'https://first.example/sell/r1' }
    }
    return world.report
  }
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    world.authorization.push(request.headers.get('authorization'))
    world.asked.push(new URL(request.url).pathname)
    if (world.isAway) throw new TypeError('no network')
    return Response.json(answer(new URL(request.url).pathname, request.method === 'POST' ? await request.text() : ''))
  }
  return { world, fetch }
}

let harness: Harness
let world: ReturnType<typeof createProvider>['world']
beforeEach(async () => {
  const made = createProvider()
  world = made.world
  harness = await createHarness({ offramp, fetch: made.fetch })
})
afterEach(() => harness[Symbol.asyncDispose]())

const answerOf = async (response: Response): Promise<Json> => {
  const body = (await response.json()) as Json
  if (!response.ok) throw new Error((body.error as { name: string }).name)
  return body
}
const get = async (path: string) =>
  answerOf(
    await harness.fetch(`${addresses.apiUrl}/v1/offramp/${path}?projectId=demo`, { headers: { Origin: origin } }),
  )
const post = async (path: string, body: Json, headers: Record<string, string> = { Origin: origin }) =>
  answerOf(
    await harness.fetch(`${addresses.apiUrl}/v1/offramp/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify({ projectId: 'demo', ...body }),
    }),
  )
const order = { provider: 'first', sellCurrency: 'USDC', network: 'local', amount: '50', payoutCurrency: 'USD' }
const start = (change: Json = {}) =>
  post('sessions', { ...order, address: seller, ...change }) as Promise<{ sessionId: string; url: string }>
/** Returns the status for a page, after the previous one has left the cache. */
const status = async (sessionId: string) => {
  harness.clock.advance(5)
  await harness.restart()
  return get(`sessions/${sessionId}`)
}
const inMinutes = (minutes: number) => new Date(harness.clock.now().getTime() + minutes * 60_000)
const asking = (change: Json = {}) => ({
  state: 'send',
  address: depositTo,
  amount: '50.000000',
  expiresAt: inMinutes(30).toISOString(),
  ...change,
})
const report = async (said: Json, change: { secret?: string; now?: Date; eventId?: string } = {}, at = 'first') => {
  const { eventId = 'e1', now = harness.clock.now(), ...rest } = change
  const request = signed({ eventId, reference: 'r1', report: said }, { ...rest, now })
  const response = await harness.fetch(`${addresses.apiUrl}/v1/offramp/webhooks/${at}`, request)
  return response.status === 204 ? 'taken' : ((await response.json()) as { error: { name: string } }).error.name
}

describe('what can be sold', () => {
  test('lists the providers that are set up, and quotes payout and fee', async () => {
    expect(await get('options')).toMatchObject({
      providers: [{ id: 'first', name: 'First', sellCurrencies: [{ id: 'USDC' }], payoutCurrencies: [{ id: 'USD' }] }],
    })
    expect(await post('quote', order)).toMatchObject({
      payoutTotal: { amount: '49.00' },
      providerFee: { amount: '1.00' },
    })
    expect(world.authorization).toContain(`Bearer ${secret}`)
  })

  test('is nothing for a project that has turned it off, nor while no provider answers', async () => {
    world.isAway = true
    await expect(get('options')).rejects.toThrow('SERVICE_UNREACHABLE')
    harness.writeProjects([{ ...demo, features: [{ id: 'offramp', isEnabled: false, config: null }] }])
    await expect(get('options')).rejects.toThrow('NOT_ENABLED')
    await expect(start()).rejects.toThrow('NOT_ENABLED')
  })
})

describe('a sale', () => {
  test('is opened server to server, with nothing that a page adds', async () => {
    await start({ deposit: other, toAddress: other })
    const { provider: _, ...sent } = order
    expect(world.sessions).toEqual([{ ...sent, sessionId: expect.any(String), address: seller }])
  })

  test.each<[string, Json, string]>([
    ['a provider that is not set up', { provider: 'other' }, 'NOT_ENABLED'],
    ['a token that it doesn’t buy', { sellCurrency: 'DOGE' }, 'PURCHASE_UNSUPPORTED'],
    ['a network that it lacks', { network: 'bitcoin' }, 'PURCHASE_UNSUPPORTED'],
    ['less than the limit', { amount: '9' }, 'AMOUNT_OUT_OF_RANGE'],
    ['more than the limit', { amount: '501' }, 'AMOUNT_OUT_OF_RANGE'],
    ['an amount that is none', { amount: '-50' }, 'INVALID_PARAMS'],
    ['an address of another chain', { address: 'So11111111111111111111111111111111111111112' }, 'ADDRESS_INVALID'],
  ])('is not opened for %s', async (_, change, name) => {
    await expect(start(change)).rejects.toThrow(name)
    expect(world.sessions).toEqual([])
  })

  test('names the provider’s address and the exact amount, until it is paid out', async () => {
    const { sessionId } = await start()
    expect(await status(sessionId)).toEqual({ state: 'waiting' })
    world.report = asking()
    const expiresAt = Date.parse(String(world.report.expiresAt))
    expect(await status(sessionId)).toEqual({
      state: 'send',
      deposit: {
        chainId: 'eip155:31337',
        contract: `0x${'c1'.repeat(20)}`,
        address: depositTo,
        amount: '50',
        expiresAt,
      },
    })
    // A report that is late doesn't take the address back.
    world.report = { state: 'waiting' }
    expect(await status(sessionId)).toMatchObject({ state: 'send', deposit: { address: depositTo } })
    world.report = { state: 'processing' }
    expect(await status(sessionId)).toEqual({ state: 'processing' })
    // It doesn't request it a second time.
    world.report = asking()
    expect(await status(sessionId)).toEqual({ state: 'processing' })
    world.report = { state: 'paid' }
    expect(await status(sessionId)).toEqual({ state: 'paid' })
    world.report = { state: 'declined' }
    expect(await status(sessionId)).toEqual({ state: 'paid' })
  })

  test.each<[string, () => Json]>([
    ['another address', () => asking({ address: other })],
    ['an address that is none', () => asking({ address: '0xd1' })],
    ['a larger amount', () => asking({ amount: '50.000001' })],
    ['a smaller amount', () => asking({ amount: '49' })],
  ])('is stopped for good when the provider comes up with %s', async (_, changed) => {
    const { sessionId } = await start()
    world.report = asking()
    expect(await status(sessionId)).toMatchObject({ state: 'send' })
    world.report = changed()
    expect(await status(sessionId)).toEqual({ state: 'changed' })
    world.report = asking()
    expect(await status(sessionId)).toEqual({ state: 'changed' })
    // Tokens sent to the first address earlier are still tracked.
    world.report = { state: 'paid' }
    expect(await status(sessionId)).toEqual({ state: 'paid' })
  })

  test('is stopped when the first that is named isn’t what was asked for', async () => {
    const { sessionId } = await start()
    world.report = asking({ amount: '500' })
    expect(await status(sessionId)).toEqual({ state: 'changed' })
  })

  test('is over when its time is, which the provider can’t move, and after an hour at most', async () => {
    const { sessionId } = await start()
    world.report = asking()
    expect(await status(sessionId)).toMatchObject({ state: 'send' })
    harness.clock.advance(30 * 60)
    world.report = asking({ expiresAt: inMinutes(30).toISOString() })
    expect(await status(sessionId)).toEqual({ state: 'expired' })
    const later = await start()
    world.report = asking({ expiresAt: inMinutes(6_000).toISOString() })
    expect(await status(later.sessionId)).toMatchObject({ state: 'send' })
    harness.clock.advance(60 * 60)
    expect(await status(later.sessionId)).toEqual({ state: 'expired' })
  })

  test.each(['declined', 'expired'])('that is %s asks for nothing any more', async (state) => {
    const { sessionId } = await start()
    world.report = { state }
    expect(await status(sessionId)).toEqual({ state })
    world.report = asking()
    expect(await status(sessionId)).toEqual({ state })
  })

  test('is seen by pages of its project alone', async () => {
    await expect(post('sessions', { ...order, address: seller }, { Origin: 'https://evil.example' })).rejects.toThrow(
      'ORIGIN_NOT_ALLOWED',
    )
    const { sessionId } = await start()
    const elsewhere = await harness.fetch(`${addresses.apiUrl}/v1/offramp/sessions/${sessionId}?projectId=other`)
    expect(elsewhere.status).toBe(404)
    await expect(get('sessions/00000000-0000-4000-8000-000000000000')).rejects.toThrow('PURCHASE_NOT_FOUND')
  })

  test('stays where it is while the provider is away, and when it answers something else', async () => {
    const { sessionId } = await start()
    world.report = asking()
    expect(await status(sessionId)).toMatchObject({ state: 'send' })
    for (const odd of [
      { state: 'send' },
      { state: 'sold' },
      asking({ amount: 'all' }),
      asking({ expiresAt: 'soon' }),
    ]) {
      world.report = odd
      expect(await status(sessionId)).toMatchObject({ state: 'send', deposit: { address: depositTo } })
    }
    world.isAway = true
    expect(await status(sessionId)).toMatchObject({ state: 'send' })
  })
})

describe('a sale at Coinbase', () => {
  const transaction = {
    status: 'TRANSACTION_STATUS_STARTED',
    asset: 'USDC',
    network: 'local',
    sell_amount: { value: '50', currency: 'USDC' },
    to_address: depositTo,
  }
  const open = () => start({ provider: 'coinbase', sellCurrency: 'usdc-id' })
  beforeEach(async () => {
    await harness[Symbol.asyncDispose]()
    const made = createProvider()
    world = made.world
    harness = await createHarness({ offramp: [coinbase], fetch: made.fetch })
  })

  test('is asked for what it is of, and what is bought is read once', async () => {
    const { sessionId } = await open()
    world.transaction = transaction
    expect(world.asked.filter((path) => path.endsWith('/options'))).toHaveLength(1)
    expect(await status(sessionId)).toMatchObject({ state: 'send', deposit: { address: depositTo, amount: '50' } })
  })

  test.each<[string, Json]>([
    ['another token', { asset: 'ETH' }],
    ['no token', { asset: undefined }],
    ['another network', { network: 'base' }],
    ['no network', { network: undefined }],
    ['an amount of another token', { sell_amount: { value: '50', currency: 'ETH' } }],
    ['an amount of no token', { sell_amount: { value: '50' } }],
  ])('is stopped when it names %s', async (_, change) => {
    const { sessionId } = await open()
    world.transaction = { ...transaction, ...change }
    expect(await status(sessionId)).toEqual({ state: 'changed' })
  })
})

test('a provider that is away is asked once for all who ask within seconds', async () => {
  const { sessionId } = await start()
  world.isAway = true
  world.asked.length = 0
  for (let times = 0; times < 3; times++) expect(await get(`sessions/${sessionId}`)).toEqual({ state: 'waiting' })
  expect(world.asked).toHaveLength(1)
})

describe('a webhook of a sale', () => {
  test('moves it, once', async () => {
    const { sessionId } = await start()
    world.isAway = true
    expect(await report(asking())).toBe('taken')
    expect(await status(sessionId)).toMatchObject({ state: 'send', deposit: { address: depositTo } })
    expect(await report({ state: 'paid' })).toBe('WEBHOOK_REPLAYED')
    expect(await report({ state: 'paid' }, { eventId: 'e2' })).toBe('taken')
    expect(await status(sessionId)).toEqual({ state: 'paid' })
  })

  test('can’t move the address', async () => {
    const { sessionId } = await start()
    world.isAway = true
    expect(await report(asking())).toBe('taken')
    expect(await report(asking({ address: other }), { eventId: 'e2' })).toBe('taken')
    expect(await status(sessionId)).toEqual({ state: 'changed' })
  })

  test('is refused with another secret, of another time, or about nothing', async () => {
    const { sessionId } = await start()
    world.isAway = true
    expect(await report(asking(), { secret: 'another-secret-here' })).toBe('WEBHOOK_INVALID')
    expect(await report(asking(), { now: inMinutes(-6) })).toBe('WEBHOOK_INVALID')
    expect(await report({ state: 'sold' })).toBe('WEBHOOK_INVALID')
    expect(await report(asking(), {}, 'other')).toBe('NOT_ENABLED')
    const body = signed({ eventId: 'e3', reference: 'r9', report: asking() }, { now: harness.clock.now() })
    const unknown = await harness.fetch(`${addresses.apiUrl}/v1/offramp/webhooks/first`, body)
    expect(unknown.status).toBe(404)
    expect(await status(sessionId)).toEqual({ state: 'waiting' })
  })
})
