/** NEVER TESTED LIVE: the vendor is a stand-in, modeled on its documentation as it was read on 2026-11-28. */
import { generateKeyPairSync } from 'node:crypto'
import { UnusableSettings } from '@latchkey/service-kit/settings/readEnvironment'
import { describe, expect, test } from 'vitest'
import { readBuyFields } from '../buySettings.ts'
import { openSaleProviders } from './openSaleProviders.ts'

const now = new Date('2026-11-28T12:00:00Z')
const seller = '0x00000000000000000000000000000000000000A1'
const deposit = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const sessionId = '0b6a1f5e-8f1c-4c86-9a3f-0c6f2f1f9d11'
const order = { sellCurrency: 'usdc-id', network: 'base', amount: '50', payoutCurrency: 'USD' }

const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
const coinbase = {
  driver: 'coinbase',
  keyId: 'organizations/acme/apiKeys/one',
  keySecret: Buffer.concat([Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')]).toString('base64'),
  redirectUrl: 'https://acme.example/sold',
  country: 'US',
  subdivision: 'NY',
  paymentMethod: 'ACH_BANK_ACCOUNT',
}

const options = {
  cashout_currencies: [{ id: 'USD', limits: [{ id: 'ACH_BANK_ACCOUNT', min: '10', max: '500' }] }],
  sell_currencies: [
    {
      id: 'usdc-id',
      name: 'USDC',
      symbol: 'USDC',
      networks: [{ name: 'base', display_name: 'Base', chain_id: '8453', contract_address: deposit }],
    },
  ],
}
const usd = (value: string) => ({ value, currency: 'USD' })
const quote = (subtotal = '50') => ({
  cashout_total: usd('49.25'),
  cashout_subtotal: usd(subtotal),
  coinbase_fee: usd('0.75'),
  sell_amount: { value: '50', currency: 'USDC' },
  quote_id: 'q1',
})
const token = 'ZWJlNDgwYmItNjBkMi00ZmFi'

type Asked = { url: URL; method: string; headers: Headers; body: string }
const open = (answers: Record<string, unknown>, settings: unknown = coinbase) => {
  const asked: Asked[] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    const body = request.method === 'POST' ? await request.text() : ''
    asked.push({ url, method: request.method, headers: request.headers, body })
    const [, answer] = Object.entries(answers).find(([end]) => url.pathname.endsWith(end)) ?? []
    return answer === undefined ? new Response('', { status: 404 }) : Response.json(answer)
  }
  const { offramp } = readBuyFields({ ONRAMP: '[]', OFFRAMP: JSON.stringify([settings]), PAY_EXCHANGES: '[]' })
  const [driver] = openSaleProviders(offramp, { fetch, clock: { now: () => now } })
  if (driver === undefined) throw new Error('no driver')
  return { driver, asked }
}
const whole = { '/sell/options': options, '/sell/quote': quote(), '/v1/token': { token, channel_id: '' } }

test.each([
  ['a key that is none', { ...coinbase, keySecret: 'not a key, but long enough' }],
  ['a page in the clear', { ...coinbase, redirectUrl: 'http://acme.example' }],
  ['no country', { ...coinbase, country: 'America' }],
  ['an unknown way to pay', { ...coinbase, paymentMethod: 'CASH' }],
  ['an unknown vendor', { ...coinbase, driver: 'moonpay' }],
])('settings are not usable with %s', (_, settings) => {
  expect(() => open({}, settings)).toThrow(UnusableSettings)
})

describe('Coinbase', () => {
  test('offers what its options list for the operator’s country', async () => {
    const { driver, asked } = open(whole)
    expect(await driver.options()).toMatchObject({
      payoutCurrencies: [{ id: 'USD', payment_method_limits: [{ min: '10', max: '500' }] }],
      sellCurrencies: [{ id: 'usdc-id', networks: [{ chain_id: '8453' }] }],
    })
    expect(asked[0]?.url.href).toBe(
      'https://api.developer.coinbase.com/onramp/v1/sell/options?country=US&subdivision=NY',
    )
    expect(asked[0]?.headers.get('authorization')).toMatch(/^Bearer ey/)
  })

  test('quotes payout and fee, and refuses what is outside its limits or isn’t bought', async () => {
    const { driver, asked } = open(whole)
    const sold = await driver.options()
    asked.length = 0
    expect(await driver.quote(order, sold)).toEqual({
      payoutTotal: { amount: '49.25', currency: 'USD' },
      providerFee: { amount: '0.75', currency: 'USD' },
      quoteId: 'q1',
    })
    // What it buys is asked for once, by the service.
    expect(asked).toHaveLength(1)
    expect(JSON.parse(asked.at(-1)?.body ?? '')).toEqual({
      ...{ sell_currency: 'usdc-id', sell_network: 'base', sell_amount: '50', cashout_currency: 'USD' },
      ...{ payment_method: 'ACH_BANK_ACCOUNT', country: 'US', subdivision: 'NY' },
    })
    for (const subtotal of ['9.99', '500.01'])
      await expect(open({ ...whole, '/sell/quote': quote(subtotal) }).driver.quote(order, sold)).rejects.toMatchObject({
        name: 'AMOUNT_OUT_OF_RANGE',
        details: { min: '10', max: '500', currency: 'USD' },
      })
    for (const change of [{ sellCurrency: 'doge' }, { network: 'mars' }, { payoutCurrency: 'XXX' }])
      await expect(driver.quote({ ...order, ...change }, sold)).rejects.toMatchObject({ name: 'PURCHASE_UNSUPPORTED' })
  })

  test('has the seller’s address in the session token only, and the amount that can’t be edited', async () => {
    const { driver, asked } = open(whole)
    const { url, reference } = await driver.session(
      { ...order, sessionId, address: seller, ipAddress: '203.0.113.5' },
      await driver.options(),
    )
    expect(reference).toBe(sessionId)
    expect(JSON.parse(asked.at(-1)?.body ?? '')).toEqual({
      addresses: [{ address: seller, blockchains: ['base'] }],
      assets: ['USDC'],
      clientIp: '203.0.113.5',
    })
    const page = new URL(url)
    expect(page.origin + page.pathname).toBe('https://pay.coinbase.com/v3/sell/input')
    expect(Object.fromEntries(page.searchParams)).toEqual({
      ...{ sessionToken: token, partnerUserRef: sessionId, redirectUrl: 'https://acme.example/sold' },
      ...{ defaultAsset: 'USDC', defaultNetwork: 'base', presetCryptoAmount: '50', disableEdit: 'true' },
      ...{ fiatCurrency: 'USD', defaultCashoutMethod: 'ACH_BANK_ACCOUNT' },
    })
  })

  const started = {
    status: 'TRANSACTION_STATUS_STARTED',
    asset: 'USDC',
    network: 'base',
    sell_amount: { value: '50', currency: 'USDC' },
    from_address: seller,
    to_address: deposit,
    created_at: '2026-11-28T11:50:00Z',
    tx_hash: '',
  }
  const asks = {
    state: 'send',
    address: deposit,
    amount: '50',
    expiresAt: new Date('2026-11-28T12:20:00Z'),
    sold: { symbols: ['USDC', 'USDC'], network: 'base' },
  }
  test.each<[string, unknown[], unknown]>([
    ['nothing yet', [], { state: 'waiting' }],
    ['an address and an amount, for half an hour', [started], asks],
    [
      'the same by the names of the reference',
      [
        {
          status: 'TRANSACTION_STATUS_CREATED',
          asset: 'USDC',
          network: 'base',
          sellAmount: { value: '50', currency: 'USDC' },
          toAddress: deposit,
          createdAt: '2026-11-28T11:50:00Z',
        },
      ],
      asks,
    ],
    [
      'what it leaves out of what is sold',
      [{ ...started, asset: null, network: undefined, sell_amount: { value: '50' } }],
      { ...asks, sold: { symbols: [null, null], network: null } },
    ],
    ['no time', [{ ...started, created_at: null }], { ...asks, expiresAt: null }],
    ['a transfer', [{ ...started, tx_hash: '0xab' }], { state: 'processing' }],
    ['no address', [{ ...started, to_address: '' }], { state: 'waiting' }],
    ['a payout', [{ ...started, status: 'TRANSACTION_STATUS_SUCCESS' }], { state: 'paid' }],
    ['a failure', [{ ...started, status: 'TRANSACTION_STATUS_FAILED' }], { state: 'declined' }],
    ['its end', [{ ...started, status: 'TRANSACTION_STATUS_EXPIRED' }], { state: 'expired' }],
    ['a status that isn’t documented', [{ ...started, status: 'TRANSACTION_STATUS_NEW' }], { state: 'waiting' }],
    ['several, of which the newest counts', [started, { ...started, to_address: seller }], asks],
  ])('reports %s', async (_, transactions, report) => {
    const { driver, asked } = open({ '/transactions': { transactions, total_count: '1' } })
    expect(await driver.status(sessionId)).toEqual(report)
    expect(asked[0]?.url.pathname).toBe(`/onramp/v1/sell/user/${sessionId}/transactions`)
  })

  test('is out of reach when it answers something else, and takes no webhook', async () => {
    const { driver } = open({ '/transactions': { transactions: 'none' }, '/sell/options': { sell_currencies: [] } })
    await expect(driver.status(sessionId)).rejects.toMatchObject({ name: 'SERVICE_UNREACHABLE' })
    await expect(driver.options()).rejects.toMatchObject({ name: 'SERVICE_UNREACHABLE' })
    expect(() => driver.verifyWebhook({ headers: new Headers(), body: '{}', now })).toThrow(
      expect.objectContaining({ name: 'WEBHOOK_INVALID' }),
    )
  })
})
