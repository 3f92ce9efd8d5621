import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addresses, createHarness, demo, type Harness } from '../harness.ts'
import {
  coin,
  createExchangeWorld,
  exchangeSecret,
  payExchanges,
  token,
  tokenContract,
  tokenTransfer,
} from './exchange.fixture.ts'
import { buyer, chainId, hash, onramp, payment } from './provider.fixture.ts'

type Json = Record<string, unknown>
const origin = 'http://127.0.0.1:3000'
const recipient = `${chainId}:${buyer}`

let harness: Harness
let world: ReturnType<typeof createExchangeWorld>['world']
const startWorld = async (limits?: { calls: boolean; mails: boolean }) => {
  const made = createExchangeWorld()
  world = made.world
  const nodes = { [chainId]: ['https://node.example'] }
  harness = await createHarness({ payExchanges, onramp, nodes, fetch: made.fetch, ...(limits && { limits }) })
}
beforeEach(() => startWorld())
afterEach(() => harness[Symbol.asyncDispose]())

const call = async (method: string, params: Json, projectId = 'demo', from = origin): Promise<Json> => {
  const response = await harness.fetch(`${addresses.apiUrl}/v1/json-rpc?projectId=${projectId}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: from },
    body: JSON.stringify({ jsonrpc: '2.0', id: 7, method: `reown_${method}`, params }),
  })
  const body = (await response.json()) as Json
  if (!response.ok) throw new Error((body.error as { name: string }).name)
  expect(body).toMatchObject({ jsonrpc: '2.0', id: 7 })
  return body.result as Json
}
const list = async (params: Json = {}) => {
  const { exchanges, total } = (await call('getExchanges', { page: 1, ...params })) as {
    exchanges: { id: string }[]
    total: number
  }
  return { ids: exchanges.map(({ id }) => id), total }
}
const order = { exchangeId: 'first', asset: coin, amount: '0.5', recipient }
const pay = (change: Json = {}) =>
  call('getExchangePayUrl', { ...order, ...change }) as Promise<{ url: string; sessionId: string }>
/** Returns the status for a page, after the previous one has left the cache. */
const status = async (sessionId: string, change: Json = {}, projectId?: string, from?: string) => {
  harness.clock.advance(5_000)
  await harness.restart()
  return call('getExchangeBuyStatus', { exchangeId: 'first', sessionId, ...change }, projectId, from)
}

describe('exchanges', () => {
  test('are those that are set up, without a call to any of them', async () => {
    expect(await call('getExchanges', { page: 1 })).toEqual({
      exchanges: [
        { id: 'first', name: 'First', imageUrl: 'https://first.example/logo.png' },
        { id: 'second', name: 'Second', imageUrl: '' },
      ],
      total: 2,
    })
    expect(world.asked).toEqual([])
  })

  test.each<[string, Json, string[], number]>([
    ['included ones', { includeOnly: ['second', 'third'] }, ['second'], 1],
    ['others than excluded ones', { exclude: ['first'] }, ['second'], 1],
    ['none that is included and excluded', { includeOnly: ['first'], exclude: ['first'] }, [], 0],
    ['a page after the last', { page: 2 }, [], 2],
    ['an asset', { asset: token }, ['first'], 1],
    ['an asset in other letters', { asset: token.toLowerCase() }, ['first'], 1],
    ['an asset that none sends', { asset: 'eip155:1/slip44:60' }, [], 0],
    ['an amount that all send', { asset: coin, amount: '1.5' }, ['first', 'second'], 2],
    ['an amount above the limits of one', { asset: coin, amount: '3' }, ['first'], 1],
    ['an amount below all limits', { asset: coin, amount: '0.001' }, [], 0],
  ])('are filtered by %s', async (_, params, ids, total) => {
    expect(await list(params)).toEqual({ ids, total })
  })

  test('say their limits for an asset', async () => {
    const { exchanges } = await call('getExchanges', { page: 1, asset: coin })
    expect(exchanges).toMatchObject([
      { id: 'first', limits: { min: '0.01', max: '10' } },
      { id: 'second', limits: { min: '1', max: '2' } },
    ])
  })

  test('that don’t answer are left out; when none does, the call says so', async () => {
    world.assets = [{ asset: coin, decimals: 18, min: '-1', max: '10' }]
    expect(await list({ asset: coin })).toEqual({ ids: ['second'], total: 1 })
    world.isExchangeAway = true
    await harness.restart()
    await expect(list({ asset: coin })).rejects.toThrow('SERVICE_UNREACHABLE')
    expect(await list()).toEqual({ ids: ['first', 'second'], total: 2 })
  })

  test('are none for a project that has turned both features off', async () => {
    const features = (id: string) => [{ id, isEnabled: true, config: null }]
    harness.writeProjects([{ ...demo, features: features('swap') }])
    await expect(list()).rejects.toThrow('NOT_ENABLED')
    await expect(pay()).rejects.toThrow('NOT_ENABLED')
    for (const id of ['fund_from_exchange', 'payments']) {
      harness.writeProjects([{ ...demo, features: features(id) }])
      expect((await list()).total).toBe(2)
    }
  })
})

describe('a payment', () => {
  test('has the recipient from this server, and is authorized', async () => {
    const { url, sessionId } = await pay()
    expect(url).toBe('https://first.example/p/r1')
    expect(world.payments).toEqual([{ sessionId, asset: coin, amount: '0.5', recipient }])
    expect([...world.authorization]).toEqual([`Bearer ${exchangeSecret}`])
  })

  test.each<[string, Json, string]>([
    ['an exchange that is not set up', { exchangeId: 'third' }, 'NOT_ENABLED'],
    ['a recipient on another network', { recipient: `eip155:1:${buyer}` }, 'ADDRESS_INVALID'],
    [
      'a recipient with a wrong checksum',
      { recipient: `${chainId}:0x00000000000000000000000000000000000000Aa` },
      'ADDRESS_INVALID',
    ],
    [
      'a recipient of another kind',
      { recipient: `${chainId}:So11111111111111111111111111111111111111112` },
      'ADDRESS_INVALID',
    ],
    ['an amount of zero', { amount: '0.000' }, 'AMOUNT_INVALID'],
    ['an amount that is none', { amount: '1e3' }, 'INVALID_PARAMS'],
    ['a negative amount', { amount: '-1' }, 'INVALID_PARAMS'],
    ['a collectible', { asset: `${chainId}/erc721:${tokenContract}/7` }, 'PURCHASE_UNSUPPORTED'],
    ['a token without a contract', { asset: `${chainId}/erc20:0x1` }, 'PURCHASE_UNSUPPORTED'],
    [
      'a network whose arrivals can’t be seen',
      {
        asset: 'bip122:000000000019d6689c085ae165831e93/slip44:0',
        recipient: 'bip122:000000000019d6689c085ae165831e93:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
      },
      'CHAIN_NOT_SUPPORTED',
    ],
  ])('is not opened for %s, and no exchange is asked', async (_, change, name) => {
    await expect(pay(change)).rejects.toThrow(name)
    expect(world.asked).toEqual([])
  })

  test.each<[string, Json, string]>([
    ['an asset that it doesn’t send', { exchangeId: 'second', asset: token, amount: '10' }, 'PURCHASE_UNSUPPORTED'],
    ['too little', { amount: '0.001' }, 'AMOUNT_OUT_OF_RANGE'],
    ['too much', { amount: '10.000000000000000001' }, 'AMOUNT_OUT_OF_RANGE'],
    ['more decimals than the token has', { asset: token, amount: '10.0000001' }, 'AMOUNT_INVALID'],
  ])('is not opened for %s', async (_, change, name) => {
    await expect(pay(change)).rejects.toThrow(name)
    expect(world.payments).toEqual([])
  })

  test('is not opened while the chain is unreachable: an arrival could not be detected', async () => {
    world.isChainAway = true
    await expect(pay()).rejects.toThrow('CHAIN_UNREACHABLE')
    expect(world.payments).toEqual([])
  })

  test('is not opened while the exchange is down', async () => {
    world.isExchangeAway = true
    await expect(pay()).rejects.toThrow('SERVICE_UNREACHABLE')
  })

  test('is limited for a network, before an exchange is asked', async () => {
    await harness[Symbol.asyncDispose]()
    await startWorld({ calls: true, mails: false })
    const outcomes: string[] = []
    for (let count = 0; count < 62; count++)
      outcomes.push(
        await pay().then(
          () => 'opened',
          ({ message }: Error) => message,
        ),
      )
    expect(outcomes.filter((each) => each === 'RATE_LIMITED').length).toBeGreaterThan(0)
    expect(world.payments.length).toBe(outcomes.filter((each) => each === 'opened').length)
  })

  test('is seen by pages of its project only', async () => {
    await expect(call('getExchangePayUrl', order, 'demo', 'https://evil.example')).rejects.toThrow('ORIGIN_NOT_ALLOWED')
    const { sessionId } = await pay()
    expect(await status(sessionId)).toEqual({ status: 'IN_PROGRESS' })
    expect(await status(sessionId, {}, 'other', 'https://other.example')).toEqual({ status: 'UNKNOWN' })
    expect(await status(sessionId, { exchangeId: 'second' })).toEqual({ status: 'UNKNOWN' })
    expect(await status(sessionId, { exchangeId: 'third' })).toEqual({ status: 'UNKNOWN' })
    expect(await status('00000000-0000-4000-8000-000000000000')).toEqual({ status: 'UNKNOWN' })
    expect(await status('r1')).toEqual({ status: 'UNKNOWN' })
  })

  test('succeeds when the exchange has sent it and the recipient holds it; neither is enough', async () => {
    const { sessionId } = await pay()
    world.report = { state: 'sent', txHash: null }
    expect(await status(sessionId)).toEqual({ status: 'IN_PROGRESS' })
    world.held = 1.499
    expect(await status(sessionId)).toEqual({ status: 'IN_PROGRESS' })
    world.report = { state: 'processing', txHash: null }
    world.held = 1.5
    expect(await status(sessionId)).toEqual({ status: 'IN_PROGRESS' })
    world.report = { state: 'sent', txHash: null }
    expect(await status(sessionId)).toEqual({ status: 'SUCCESS' })
    world.report = { state: 'declined', txHash: null }
    world.held = 0
    expect(await status(sessionId)).toEqual({ status: 'SUCCESS' })
  })

  test('fails when the exchange declines it or lets it expire', async () => {
    const { sessionId } = await pay()
    for (const state of ['declined', 'expired']) {
      world.report = { state, txHash: null }
      expect(await status(sessionId)).toEqual({ status: 'FAILED' })
    }
  })

  test('stays where it is while exchange or chain are away', async () => {
    const { sessionId } = await pay()
    world.isExchangeAway = true
    world.isChainAway = true
    expect(await status(sessionId)).toEqual({ status: 'IN_PROGRESS' })
  })

  test('says when it was sent, and no node tells whether it has arrived', async () => {
    const { sessionId } = await pay()
    world.isChainAway = true
    expect(await status(sessionId)).toEqual({ status: 'IN_PROGRESS' })
    world.report = { state: 'sent', txHash: null }
    expect(await status(sessionId)).toEqual({ status: 'IN_PROGRESS', isChainAway: true })
    world.isChainAway = false
    world.held = 1.5
    expect(await status(sessionId)).toEqual({ status: 'SUCCESS' })
  })

  test('of a token succeeds by a transfer of the amount, each for one payment, and not by what the recipient holds', async () => {
    const [one, other] = [await pay({ asset: token, amount: '10' }), await pay({ asset: token, amount: '10' })]
    world.report = { state: 'sent', txHash: null }
    world.held = 50
    world.block = 17
    expect(await status(one.sessionId)).toEqual({ status: 'IN_PROGRESS' })
    world.transfers = [tokenTransfer(9_999_999n)]
    expect(await status(one.sessionId)).toEqual({ status: 'IN_PROGRESS' })
    world.transfers = [tokenTransfer(10_000_000n)]
    expect(await status(one.sessionId)).toEqual({ status: 'SUCCESS', txHash: hash })
    expect(await status(other.sessionId)).toEqual({ status: 'IN_PROGRESS' })
  })

  test('is not decided by what sees purchases at providers that sell tokens', async () => {
    const { sessionId } = await pay()
    world.held = 5
    const url = `${addresses.apiUrl}/v1/onramp/sessions/${sessionId}?projectId=demo`
    const body = (await (await harness.fetch(url, { headers: { Origin: origin } })).json()) as Json
    expect(body).toMatchObject({ error: { name: 'PURCHASE_NOT_FOUND' } })
    expect(await status(sessionId)).toEqual({ status: 'IN_PROGRESS' })
  })
})

describe('an exchange that lies', () => {
  test.each<[string, Json]>([
    ['a page that runs code', { url: 'javascript:alert(1)' }],
    ['a page in the clear', { url: 'http://first.example/p' }],
    ['a page elsewhere', { url: 'https://evil.example/p' }],
    ['a host that only begins as its own', { url: 'https://first.example.evil.example/p' }],
    ['another port', { url: 'https://first.example:8443/p' }],
    ['a name before another host', { url: 'https://first.example@evil.example/p' }],
    ['a name before its own host', { url: 'https://user:secret@first.example/p' }],
    ['a path', { url: '/p' }],
    ['no page', { url: undefined }],
    ['a page without an end', { url: `https://first.example/${'a'.repeat(5000)}` }],
    ['no reference', { reference: '' }],
    ['a reference without an end', { reference: 'r'.repeat(201) }],
  ])('about its page, with %s, opens nothing', async (_, lie) => {
    world.opened = lie
    await expect(pay()).rejects.toThrow('SERVICE_UNREACHABLE')
  })

  test('about its reference, with that of another payment, opens nothing and leaves that one alone', async () => {
    const { sessionId } = await pay()
    world.opened = { reference: 'r1' }
    await expect(pay()).rejects.toThrow('SERVICE_UNREACHABLE')
    expect(await status(sessionId)).toEqual({ status: 'IN_PROGRESS' })
  })

  test.each<[string, unknown]>([
    ['other decimals than the contract has', [{ asset: token, decimals: 18, min: '5', max: '500' }]],
    ['decimals that are none', [{ asset: token, decimals: 256, min: '5', max: '500' }]],
    ['limits that are none', [{ asset: token, decimals: 6, min: 'x', max: '500' }]],
    ['an asset that is none', [{ asset: 'USDC', decimals: 6, min: '5', max: '500' }]],
    ['no list', 'all'],
  ])('about what it sends, with %s, opens nothing', async (_, assets) => {
    world.assets = assets
    await expect(pay({ asset: token, amount: '10' })).rejects.toThrow('SERVICE_UNREACHABLE')
    expect(world.payments).toEqual([])
  })

  test.each<[string, Json]>([
    ['is not there', {}],
    ['has failed', { payment: payment({ status: '0x0', value: '0x6f05b59d3b20000' }) }],
    ['is older', { payment: payment({ block: '0x10', value: '0x6f05b59d3b20000' }) }],
    [
      'pays another account',
      { payment: payment({ to: '0x00000000000000000000000000000000000000B2', value: '0x6f05b59d3b20000' }) },
    ],
    ['pays less', { payment: payment({ value: '0x6f05b59d3b1ffff' }) }],
  ])('about a transfer that %s is not believed, and the transfer is not shown', async (_, change) => {
    const { sessionId } = await pay()
    world.report = { state: 'sent', txHash: hash }
    Object.assign(world, change)
    expect(await status(sessionId)).toEqual({ status: 'IN_PROGRESS' })
    world.held = 1.5
    expect(await status(sessionId)).toEqual({ status: 'SUCCESS' })
  })

  test('is believed once about a transfer that pays in full', async () => {
    const [one, other] = [await pay(), await pay()]
    world.report = { state: 'sent', txHash: hash }
    world.payment = payment({ value: '0x6f05b59d3b20000' })
    expect(await status(one.sessionId)).toEqual({ status: 'SUCCESS', txHash: hash })
    world.held = 1.5
    expect(await status(other.sessionId)).toEqual({ status: 'IN_PROGRESS' })
  })

  test.each<[string, unknown]>([
    ['a state that is none', { state: 'arrived', txHash: null }],
    ['a transfer that leads elsewhere', { state: 'sent', txHash: '../../evil?x=' }],
    ['nothing', null],
  ])('about where a payment is, with %s, changes nothing', async (_, report) => {
    const { sessionId } = await pay()
    world.report = report
    world.held = 5
    expect(await status(sessionId)).toEqual({ status: 'IN_PROGRESS' })
  })
})
