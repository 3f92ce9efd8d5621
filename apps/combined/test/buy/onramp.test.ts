import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addresses, createHarness, demo, type Harness } from '../harness.ts'
import { buyer, chainId, createWorld, hash, onramp, payment, secret, signed } from './provider.fixture.ts'

type Json = Record<string, unknown>
const origin = 'http://127.0.0.1:3000'

let harness: Harness
let world: ReturnType<typeof createWorld>['world']
const startWorld = async (providers = onramp) => {
  const made = createWorld()
  world = made.world
  const nodes = { [chainId]: ['https://node.example'] }
  harness = await createHarness({ onramp: providers, nodes, fetch: made.fetch })
}
beforeEach(() => startWorld())
afterEach(() => harness[Symbol.asyncDispose]())

const answerOf = async (response: Response): Promise<Json> => {
  const body = (await response.json()) as Json
  if (!response.ok) throw new Error((body.error as { name: string }).name)
  return body
}
const get = async (path: string) =>
  await answerOf(
    await harness.fetch(`${addresses.apiUrl}/v1/onramp/${path}?projectId=demo`, { headers: { Origin: origin } }),
  )
const post = async (path: string, body: Json, headers: Record<string, string> = { Origin: origin }) =>
  await answerOf(
    await harness.fetch(`${addresses.apiUrl}/v1/onramp/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify({ projectId: 'demo', ...body }),
    }),
  )
const order = { purchaseCurrency: 'ETH', paymentCurrency: 'USD', amount: '50.00', network: 'local' }
const start = (change: Json = {}) =>
  post('sessions', { ...order, address: buyer, ...change }) as Promise<{ sessionId: string; url: string }>
/** Returns the status for a page, after the previous one has left the cache. */
const status = async (sessionId: string) => {
  harness.clock.advance(5_000)
  await harness.restart()
  return get(`sessions/${sessionId}`)
}
const report = async (event: Json, change: { secret?: string; now?: Date } = {}, at = 'first') => {
  const now = change.now ?? harness.clock.now()
  const request = signed(
    { eventId: 'e1', reference: 'r1', state: 'processing', txHash: null, ...event },
    { ...change, now },
  )
  const response = await harness.fetch(`${addresses.apiUrl}/v1/onramp/webhooks/${at}`, request)
  return response.status === 204 ? 'taken' : ((await response.json()) as { error: { name: string } }).error.name
}

describe('what can be bought', () => {
  test('lists the providers that are set up, and what they sell', async () => {
    expect(await get('options')).toMatchObject({
      providers: [{ id: 'first', name: 'First' }],
      purchaseCurrencies: [{ id: 'ETH' }],
      paymentCurrencies: [{ id: 'USD' }],
    })
    expect(world.authorization).toEqual([`Bearer ${secret}`])
  })

  test('says so while no provider answers', async () => {
    world.isProviderAway = true
    await expect(get('options')).rejects.toThrow('SERVICE_UNREACHABLE')
  })

  test('is nothing for a project that has turned it off', async () => {
    harness.writeProjects([{ ...demo, features: [{ id: 'onramp', isEnabled: false, config: null }] }])
    await expect(get('options')).rejects.toThrow('NOT_ENABLED')
    await expect(start()).rejects.toThrow('NOT_ENABLED')
  })

  test('quotes fee and total of a provider', async () => {
    expect(await post('quote', { ...order, provider: 'first' })).toMatchObject({
      paymentTotal: { amount: '50.00' },
      providerFee: { amount: '1.50' },
      networkFee: { amount: '0.50' },
      purchaseAmount: { amount: '0.5', currency: 'ETH' },
    })
  })

  test('refuses a quote that is none', async () => {
    world.quote = { amount: 5 }
    await expect(post('quote', order)).rejects.toThrow('SERVICE_UNREACHABLE')
  })
})

describe('a purchase', () => {
  test('has the address of the session, whatever else a page sends', async () => {
    const { url } = await start({ destination: '0x00000000000000000000000000000000000000B2' })
    expect(url).not.toContain(buyer)
    expect(world.sessions).toEqual([{ ...order, sessionId: expect.any(String), address: buyer }])
  })

  test.each<[string, Json, string]>([
    ['a provider that is not set up', { provider: 'other' }, 'NOT_ENABLED'],
    ['a currency that it lacks', { purchaseCurrency: 'DOGE' }, 'PURCHASE_UNSUPPORTED'],
    ['a network that it lacks', { network: 'mars' }, 'PURCHASE_UNSUPPORTED'],
    ['a network whose arrivals can’t be seen', { network: 'bitcoin' }, 'PURCHASE_UNSUPPORTED'],
    ['too little', { amount: '1' }, 'AMOUNT_OUT_OF_RANGE'],
    ['an amount that is none', { amount: '1e3' }, 'INVALID_PARAMS'],
    ['a negative amount', { amount: '-50' }, 'INVALID_PARAMS'],
    [
      'an address with a wrong checksum',
      { address: '0x00000000000000000000000000000000000000a1'.replace('a1', 'Aa') },
      'ADDRESS_INVALID',
    ],
    ['an address of another chain', { address: 'So11111111111111111111111111111111111111112' }, 'ADDRESS_INVALID'],
  ])('is not opened for %s', async (_, change, name) => {
    await expect(start(change)).rejects.toThrow(name)
    expect(world.sessions).toEqual([])
  })

  describe('by the generator of URLs', () => {
    const generate = async (change: Json = {}) => {
      const response = await harness.fetch(`${addresses.apiUrl}/v1/generators/onrampurl`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: origin },
        body: JSON.stringify({ projectId: 'demo', destinationWallets: [{ address: buyer }], ...change }),
      })
      return (await answerOf(response)) as { url: string }
    }

    test('is opened for its whole amount', async () => {
      expect((await generate({ presetFiatAmount: 75.5 })).url).toMatch(/^https:/)
      expect(world.sessions).toMatchObject([{ amount: '75.5', address: buyer }])
      await expect(generate({ presetFiatAmount: 1e-7 })).rejects.toThrow('AMOUNT_OUT_OF_RANGE')
      await expect(generate({ presetFiatAmount: 1e21 })).rejects.toThrow('AMOUNT_OUT_OF_RANGE')
      expect(world.sessions).toHaveLength(1)
    })

    test('costs what buys the tokens that it names, fixed and relative fees included', async () => {
      world.quote = (money: number) => ({ amount: String(((money - 2) * 99) / 100 / 2000), currency: 'ETH' })
      await generate({ presetCryptoAmount: 0.03, presetFiatAmount: 20 })
      // (62.61 - 2) * 0.99 / 2000 = 0.03000…, and a cent less is less.
      expect(world.sessions).toMatchObject([{ amount: '62.61', address: buyer }])
      await expect(generate({ presetCryptoAmount: 0.0001 })).rejects.toThrow('AMOUNT_OUT_OF_RANGE')
      await expect(generate({ presetCryptoAmount: 1e-19 })).rejects.toThrow('AMOUNT_OUT_OF_RANGE')
      expect(world.sessions).toHaveLength(1)
    })

    test('hands the page’s id of the user and the first step on to the provider, and not into its address', async () => {
      const { url } = await generate({ partnerUserId: 'user-7', defaultExperience: 'send' })
      expect(world.sessions).toMatchObject([{ partnerUserId: 'user-7', defaultExperience: 'send', address: buyer }])
      expect(url).not.toContain('user-7')
    })

    test.each<[string, Json, string]>([
      ['an id with a line break', { partnerUserId: 'user\n7' }, 'INVALID_PARAMS'],
      ['an empty id', { partnerUserId: '' }, 'INVALID_PARAMS'],
      ['an id of 129 characters', { partnerUserId: 'u'.repeat(129) }, 'INVALID_PARAMS'],
      ['another first step', { defaultExperience: 'sell' }, 'INVALID_PARAMS'],
      ['no tokens', { presetCryptoAmount: 0 }, 'INVALID_PARAMS'],
      [
        'an address on a network that the provider lacks',
        { destinationWallets: [{ address: buyer, blockchains: ['mars'] }], defaultNetwork: 'local' },
        'PURCHASE_UNSUPPORTED',
      ],
      [
        'tokens that the provider lacks',
        { destinationWallets: [{ address: buyer, assets: ['DOGE'] }] },
        'PURCHASE_UNSUPPORTED',
      ],
    ])('is not opened for %s', async (_, change, name) => {
      await expect(generate(change)).rejects.toThrow(name)
      expect(world.sessions).toEqual([])
    })

    test('pays the address that is for the default network', async () => {
      const other = '0x00000000000000000000000000000000000000B2'
      const destinationWallets = [
        { address: other, blockchains: ['bitcoin'] },
        { address: buyer, blockchains: ['local'], assets: ['ETH'] },
      ]
      await generate({ destinationWallets, defaultNetwork: 'local' })
      expect(world.sessions).toMatchObject([{ address: buyer, network: 'local', purchaseCurrency: 'ETH' }])
    })
  })

  test('is opened by pages of the project alone, and seen by them', async () => {
    await expect(post('sessions', { ...order, address: buyer }, { Origin: 'https://evil.example' })).rejects.toThrow(
      'ORIGIN_NOT_ALLOWED',
    )
    const { sessionId } = await start()
    const other = await harness.fetch(`${addresses.apiUrl}/v1/onramp/sessions/${sessionId}?projectId=other`)
    expect(other.status).toBe(404)
    await expect(get('sessions/00000000-0000-4000-8000-000000000000')).rejects.toThrow('PURCHASE_NOT_FOUND')
  })

  test('is not opened while the chain is unreachable: an arrival could not be detected', async () => {
    world.isChainAway = true
    await expect(start()).rejects.toThrow('CHAIN_UNREACHABLE')
    expect(world.sessions).toEqual([])
  })

  test('has arrived when the account holds it, and not when the provider says so', async () => {
    const { sessionId } = await start()
    world.report = { state: 'sent', txHash: null }
    expect(await status(sessionId)).toEqual({ state: 'processing' })
    world.held = 1.2
    expect(await status(sessionId)).toEqual({ state: 'processing' })
    world.held = 1.5
    expect(await status(sessionId)).toEqual({ state: 'arrived', amount: '0.5' })
    world.held = 0
    expect(await status(sessionId)).toEqual({ state: 'arrived', amount: '0.5' })
  })

  test('has arrived by the transfer that the provider names, if that is there and pays the account', async () => {
    const { sessionId } = await start()
    world.report = { state: 'sent', txHash: hash }
    world.held = 5
    expect(await status(sessionId)).toMatchObject({ state: 'processing' })
    for (const wrong of [
      { status: '0x0' },
      { block: '0x10' },
      { to: '0x00000000000000000000000000000000000000B2' },
      { value: '0x0' },
      { value: 'much' },
    ]) {
      world.payment = payment(wrong)
      expect(await status(sessionId)).toMatchObject({ state: 'processing' })
    }
    world.payment = payment()
    expect(await status(sessionId)).toMatchObject({ state: 'arrived', txHash: hash })
  })

  test('that a transfer pays less of than promised is short, until another pays enough', async () => {
    const { sessionId } = await start()
    world.report = { state: 'sent', txHash: hash }
    world.payment = payment({ value: '0x63eb89da4ecffff' })
    const short = { state: 'processing', short: '0.449999999999999999', txHash: hash }
    expect(await status(sessionId)).toEqual(short)
    // The account's other balance doesn't make up for it.
    world.held = 5
    expect(await status(sessionId)).toEqual(short)
    world.payment = payment()
    expect(await status(sessionId)).toEqual({ state: 'arrived', amount: '0.45', txHash: hash })
  })

  test.each([
    [0, '0x6f05b59d3b1ffff', '0x6f05b59d3b20000'],
    [50, '0x3782dace9d8ffff', '0x3782dace9d90000'],
  ])('may be %i percent less where the provider’s terms say so', async (tolerancePercent, less, enough) => {
    await harness[Symbol.asyncDispose]()
    await startWorld(onramp.map((each) => ({ ...each, tolerancePercent })))
    const { sessionId } = await start()
    world.report = { state: 'sent', txHash: hash }
    world.payment = payment({ value: less })
    expect(await status(sessionId)).toMatchObject({ state: 'processing', short: expect.any(String) })
    world.payment = payment({ value: enough })
    expect(await status(sessionId)).toMatchObject({ state: 'arrived' })
  })

  test('counts a transfer once', async () => {
    const [one, other] = [await start(), await start()]
    world.report = { state: 'sent', txHash: hash }
    world.payment = payment()
    expect(await status(one.sessionId)).toMatchObject({ state: 'arrived' })
    expect(await status(other.sessionId)).toMatchObject({ state: 'processing' })
  })

  test('may arrive after it was declined or has expired', async () => {
    const { sessionId } = await start()
    world.report = { state: 'declined', txHash: null }
    expect(await status(sessionId)).toEqual({ state: 'declined' })
    world.report = { state: 'expired', txHash: null }
    expect(await status(sessionId)).toEqual({ state: 'expired' })
    world.held = 1.5
    expect(await status(sessionId)).toMatchObject({ state: 'arrived' })
  })

  test('stays where it is while provider or chain are away', async () => {
    const { sessionId } = await start()
    world.report = { state: 'processing', txHash: null }
    expect(await status(sessionId)).toEqual({ state: 'processing' })
    world.isProviderAway = true
    expect(await status(sessionId)).toEqual({ state: 'processing' })
    world.isChainAway = true
    expect(await status(sessionId)).toEqual({ state: 'processing', isChainAway: true })
  })
})

describe('a webhook', () => {
  test('moves a purchase', async () => {
    const { sessionId } = await start()
    world.isProviderAway = true
    expect(await report({ state: 'declined' })).toBe('taken')
    expect(await status(sessionId)).toEqual({ state: 'declined' })
  })

  test('never makes one arrive', async () => {
    const { sessionId } = await start()
    world.isProviderAway = true
    expect(await report({ state: 'sent', txHash: hash })).toBe('taken')
    expect(await status(sessionId)).toMatchObject({ state: 'processing' })
    expect(await report({ state: 'arrived', eventId: 'e2' })).toBe('WEBHOOK_INVALID')
  })

  test('is refused when it was received before', async () => {
    await start()
    expect(await report({})).toBe('taken')
    expect(await report({ state: 'declined' })).toBe('WEBHOOK_REPLAYED')
    expect(await report({ eventId: 'e2' })).toBe('taken')
  })

  test('is refused with another secret, of another time, or about nothing', async () => {
    const { sessionId } = await start()
    world.isProviderAway = true
    const later = (minutes: number) => new Date(harness.clock.now().getTime() + minutes * 60_000)
    expect(await report({ state: 'declined' }, { secret: 'another-secret-here' })).toBe('WEBHOOK_INVALID')
    expect(await report({ state: 'declined' }, { now: later(-6) })).toBe('WEBHOOK_INVALID')
    expect(await report({ state: 'declined' }, { now: later(6) })).toBe('WEBHOOK_INVALID')
    expect(await report({ state: 'declined' }, {}, 'other')).toBe('NOT_ENABLED')
    expect(await report({ reference: 'nothing' })).toBe('PURCHASE_NOT_FOUND')
    const unsigned = await harness.fetch(`${addresses.apiUrl}/v1/onramp/webhooks/first`, { method: 'POST', body: '{}' })
    expect([unsigned.status, (await unsigned.json()) as Json]).toEqual([
      401,
      expect.objectContaining({ error: expect.objectContaining({ name: 'WEBHOOK_INVALID' }) }),
    ])
    expect(await status(sessionId)).toEqual({ state: 'waiting' })
  })
})
