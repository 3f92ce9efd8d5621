/** NEVER TESTED LIVE: both vendors are stand-ins, modeled on their documentation as it was read on 2026-11-28. */
import { generateKeyPairSync, verify } from 'node:crypto'
import { UnusableSettings } from '@latchkey/service-kit/settings/readEnvironment'
import { compactVerify, decodeProtectedHeader } from 'jose'
import { describe, expect, test } from 'vitest'
import { readBuyFields } from '../buySettings.ts'
import { openPayExchanges } from './openPayExchanges.ts'

const now = new Date('2026-11-28T12:00:00Z')
const contract = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const usdc = `eip155:1/erc20:${contract}`
const payee = '0x00000000000000000000000000000000000000A1'
const sessionId = '0b6a1f5e-8f1c-4c86-9a3f-0c6f2f1f9d11'
const order = { sessionId, asset: usdc, amount: '10.5', recipient: `eip155:1:${payee}`, ipAddress: '203.0.113.5' }

type Asked = { url: string; method: string; headers: Headers; body: string }
/** A driver whose vendor gives these answers, by the end of the path. */
const open = (settings: unknown, answers: Record<string, unknown>) => {
  const asked: Asked[] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    asked.push({
      url: request.url,
      method: request.method,
      headers: request.headers,
      body: request.method === 'POST' ? await request.text() : '',
    })
    const [, answer] = Object.entries(answers).find(([end]) => pathname.endsWith(end)) ?? []
    return answer === undefined ? new Response('', { status: 404 }) : Response.json(answer)
  }
  const { payExchanges } = readBuyFields({ ONRAMP: '[]', OFFRAMP: '[]', PAY_EXCHANGES: JSON.stringify([settings]) })
  const [driver] = openPayExchanges(payExchanges, { fetch, clock: { now: () => now } })
  if (driver === undefined) throw new Error('no driver')
  return { driver, asked }
}
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'taken',
    ({ name }: Error) => name,
  )

const ed25519 = generateKeyPairSync('ed25519')
const { d = '', x = '' } = ed25519.privateKey.export({ format: 'jwk' })
const keySecret = Buffer.concat([Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')]).toString('base64')
const ec = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const privateKey = rsa.privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64')

const names = { asset: usdc, decimals: 6, currency: 'USDC' }
const coinbase = {
  driver: 'coinbase',
  keyId: 'organizations/acme/apiKeys/one',
  keySecret,
  assets: [{ ...names, network: 'ethereum', min: '1', max: '5000' }],
}
const binance = {
  driver: 'binance',
  url: 'https://binance.example',
  clientId: 'acme',
  accessToken: 'a-token-of-the-partner',
  privateKey,
  assets: [{ ...names, network: 'ETH' }],
}

describe('settings', () => {
  const read = (settings: unknown) => () =>
    readBuyFields({ ONRAMP: '[]', OFFRAMP: '[]', PAY_EXCHANGES: JSON.stringify([settings].flat()) })
  test.each([
    ['a key that is none', { ...coinbase, keySecret: 'not a key, but long enough' }],
    ['a key of another length', { ...coinbase, keySecret: Buffer.alloc(32).toString('base64') }],
    ['a key of another curve', { ...coinbase, keySecret: pem(generateKeyPairSync('ec', { namedCurve: 'secp384r1' })) }],
    ['no asset', { ...coinbase, assets: [] }],
    ['limits that are none', { ...coinbase, assets: [{ ...names, network: 'ethereum', min: 'x', max: '1' }] }],
    ['another kind of key', { ...binance, privateKey: pem(ec) }],
    ['an address in the clear', { ...binance, url: 'http://binance.example' }],
    ['an unknown field', { ...binance, secret: 'abcdefghijklmnopqrst' }],
    ['one of them twice', [coinbase, coinbase]],
    ['an unknown vendor', { ...coinbase, driver: 'kraken' }],
  ])('are not usable with %s', (_, settings) => {
    expect(read(settings)).toThrow(UnusableSettings)
  })
  test('take an EC key in PEM too', () => {
    expect(read({ ...coinbase, keySecret: pem(ec) })).not.toThrow()
    expect(read({ ...binance, privateKey: pem(rsa) })).not.toThrow()
  })
})

describe('Coinbase', () => {
  const token = 'ZWJlNDgwYmItNjBkMi00ZmFi'
  const at = (transactions: unknown) => open(coinbase, { '/transactions': { transactions, total_count: '1' } })

  test('lists what is configured, without a call', async () => {
    const { driver, asked } = open(coinbase, {})
    expect([driver.id, driver.name]).toEqual(['coinbase', 'Coinbase'])
    expect(await driver.assets()).toEqual([{ asset: usdc, decimals: 6, min: '1', max: '5000' }])
    expect(asked).toEqual([])
  })

  test('has the recipient in the session token only', async () => {
    const { driver, asked } = open(coinbase, { '/v1/token': { token, channel_id: '' } })
    const { url, reference } = await driver.open(order)
    expect(reference).toBe(sessionId)
    expect(asked.map(({ url: each, method }) => `${method} ${each}`)).toEqual([
      'POST https://api.developer.coinbase.com/onramp/v1/token',
    ])
    expect(JSON.parse(asked[0]?.body ?? '')).toEqual({
      addresses: [{ address: payee, blockchains: ['ethereum'] }],
      assets: ['USDC'],
      clientIp: '203.0.113.5',
    })
    const page = new URL(url)
    expect(page.origin + page.pathname).toBe('https://pay.coinbase.com/buy/select-asset')
    expect(Object.fromEntries(page.searchParams)).toEqual({
      ...{ sessionToken: token, partnerUserRef: sessionId, defaultExperience: 'send' },
      ...{ defaultAsset: 'USDC', defaultNetwork: 'ethereum', presetCryptoAmount: '10.5' },
    })
    expect(url.toLowerCase()).not.toContain(payee.toLowerCase())
  })

  test.each([
    ['EdDSA', keySecret, ed25519.publicKey],
    ['ES256', pem(ec), ec.publicKey],
  ])('is authorized by a token of %s for the one call, for two minutes', async (alg, secret, publicKey) => {
    const { driver, asked } = open({ ...coinbase, keySecret: secret }, { '/transactions': { transactions: [] } })
    await driver.status(sessionId)
    const jwt = asked[0]?.headers.get('authorization')?.replace('Bearer ', '') ?? ''
    expect(decodeProtectedHeader(jwt)).toEqual({
      ...{ alg, typ: 'JWT', kid: coinbase.keyId, nonce: expect.stringMatching(/^[0-9a-f]{32}$/) },
    })
    const { payload } = await compactVerify(jwt, publicKey)
    const seconds = now.getTime() / 1000
    expect(JSON.parse(new TextDecoder().decode(payload))).toEqual({
      ...{ iss: 'cdp', sub: coinbase.keyId, aud: ['cdp_service'] },
      uris: [`GET api.developer.coinbase.com/onramp/v1/buy/user/${sessionId}/transactions`],
      ...{ iat: seconds, nbf: seconds, exp: seconds + 120 },
    })
  })

  const status = (name: string) => `ONRAMP_TRANSACTION_STATUS_${name}`
  test.each([
    ['nothing yet', [], { state: 'waiting', txHash: null }],
    ['one on its way', [{ status: status('IN_PROGRESS'), tx_hash: '' }], { state: 'processing', txHash: null }],
    ['one that was sent', [{ status: status('SUCCESS'), tx_hash: '0xab' }], { state: 'sent', txHash: '0xab' }],
    [
      'one in the names of the reference',
      [{ status: status('SUCCESS'), txHash: '0xab' }],
      { state: 'sent', txHash: '0xab' },
    ],
    ['one that failed', [{ status: status('FAILED') }], { state: 'declined', txHash: null }],
    [
      'one that failed after one that was sent',
      [{ status: status('FAILED') }, { status: status('SUCCESS'), tx_hash: '0xab' }],
      { state: 'sent', txHash: '0xab' },
    ],
    ['a status that is not documented', [{ status: 'ARRIVED' }], { state: 'waiting', txHash: null }],
  ])('reports %s', async (_, transactions, report) => {
    expect(await at(transactions).driver.status(sessionId)).toEqual(report)
  })

  test.each([
    ['no list', {}],
    ['a transaction without a status', { transactions: [{}] }],
    ['a hash without an end', { transactions: [{ status: status('SUCCESS'), tx_hash: 'a'.repeat(200) }] }],
  ])('is not believed with %s', async (_, answer) => {
    const { driver } = open(coinbase, { '/transactions': answer })
    await expect(driver.status(sessionId)).rejects.toMatchObject({ name: 'SERVICE_UNREACHABLE' })
  })

  test('opens nothing with a token that leads elsewhere, or without one', async () => {
    for (const answer of [{ token: 'a b' }, { token: '' }, {}]) {
      const { driver } = open(coinbase, { '/v1/token': answer })
      expect(await outcome(driver.open(order))).toBe('SERVICE_UNREACHABLE')
    }
    expect(await outcome(open(coinbase, {}).driver.open({ ...order, asset: 'eip155:1/slip44:60' }))).toBe(
      'PURCHASE_UNSUPPORTED',
    )
  })
})

describe('Binance', () => {
  const envelope = (data: unknown) => ({ success: true, code: '000000', message: 'success', data })
  const network = {
    ...{ network: 'ETH', addressRegex: '^(0x)[0-9A-Fa-f]{40}$', memoRegex: '', withdrawFee: 4.0 },
    ...{ withdrawMinAmount: 10.0, withdrawMaxAmount: '555.5', contractAddress: contract.toLowerCase() },
    ...{ withdrawEnable: true, depositEnable: true },
  }
  const listing = (change: object) =>
    open(binance, {
      '/crypto-network': envelope([{ cryptoCurrency: 'USDC', networks: [{ ...network, ...change }] }]),
    }).driver.assets()
  const link = 'https://app.binance.com/uni-qr/ccnt?one=two'

  test('lists what is configured and can be withdrawn, with the vendor’s limits', async () => {
    expect(await listing({})).toEqual([{ asset: usdc, decimals: 6, min: '10', max: '555.5' }])
    expect(await listing({ withdrawEnable: false })).toEqual([])
    expect(await listing({ network: 'BSC' })).toEqual([])
    expect(await listing({ contractAddress: `0x${'9'.repeat(40)}` })).toEqual([])
    expect(await listing({ contractAddress: '' })).toEqual([])
    await expect(listing({ withdrawMinAmount: -1 })).rejects.toMatchObject({ name: 'SERVICE_UNREACHABLE' })
  })

  test('gets recipient and amount in an order that is signed', async () => {
    const { driver, asked } = open(binance, { '/pre-order': envelope({ link, linkExpireTime: 1_796_000_000_000 }) })
    expect(await driver.open(order)).toEqual({ reference: sessionId.replaceAll('-', ''), url: link })
    const [{ url, headers, body } = { url: '', headers: new Headers(), body: '' }] = asked
    expect(url).toBe('https://binance.example/papi/v1/ramp/connect/buy/pre-order')
    expect(JSON.parse(body)).toEqual({
      ...{ externalOrderId: '0b6a1f5e8f1c4c869a3f0c6f2f1f9d11', cryptoCurrency: 'USDC', network: 'ETH' },
      ...{ amountType: 2, requestedAmount: '10.5', address: payee, clientIp: '203.0.113.5' },
      ...{ customization: { SEND_PRIMARY: true, NET_RECEIVE: true }, ts: now.getTime() },
    })
    expect(headers.get('X-Tesla-ClientId')).toBe('acme')
    expect(headers.get('X-Tesla-SignAccessToken')).toBe('a-token-of-the-partner')
    const timestamp = headers.get('X-Tesla-Timestamp') ?? ''
    expect(timestamp).toBe(String(now.getTime()))
    const signature = Buffer.from(headers.get('X-Tesla-Signature') ?? '', 'base64')
    expect(verify('sha256', Buffer.from(body + timestamp), rsa.publicKey, signature)).toBe(true)
  })

  test.each([
    'http://app.binance.com/uni-qr',
    'https://binance.com.evil.example/',
    'https://evilbinance.com/',
    'https://app.binance.com@evil.example/',
    'https://app.binance.com:8443/',
    'javascript:alert(1)',
    '/uni-qr',
    `https://app.binance.com/${'a'.repeat(5000)}`,
  ])('is not followed to %s', async (elsewhere) => {
    const { driver } = open(binance, { '/pre-order': envelope({ link: elsewhere }) })
    expect(await outcome(driver.open(order))).toBe('SERVICE_UNREACHABLE')
  })

  test('takes no more than eight decimals, and nothing that isn’t configured', async () => {
    const { driver, asked } = open(binance, {})
    expect(await outcome(driver.open({ ...order, amount: '1.000000001' }))).toBe('AMOUNT_INVALID')
    expect(await outcome(driver.open({ ...order, asset: 'eip155:1/slip44:60' }))).toBe('PURCHASE_UNSUPPORTED')
    expect(asked).toEqual([])
  })

  const reference = sessionId.replaceAll('-', '')
  test.each([
    [0, 'waiting'],
    [10, 'processing'],
    [11, 'processing'],
    [20, 'sent'],
    [96, 'declined'],
    [98, 'declined'],
    [99, 'declined'],
    [77, 'waiting'],
  ])('reports status %i as %s, without a transfer', async (status, state) => {
    const { driver } = open(binance, {
      '/order': envelope({ externalOrderId: reference, status, withdrawTxHash: '0x' }),
    })
    expect(await driver.status(reference)).toEqual({ state, txHash: null })
  })

  test.each<[string, unknown]>([
    ['another order', envelope({ externalOrderId: 'other', status: 20 })],
    ['a status that is no number', envelope({ externalOrderId: reference, status: 'COMPLETED' })],
    ['a refusal', { success: false, code: '100001', message: 'no' }],
  ])('is not believed about %s', async (_, answer) => {
    expect(await outcome(open(binance, { '/order': answer }).driver.status(reference))).toBe('SERVICE_UNREACHABLE')
  })
})

function pem({ privateKey: key }: { privateKey: typeof ec.privateKey }): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString()
}
