import { AppError } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { testEther, testUsdc } from '../account/testAccountApi.fixture.ts'
import { createTestModal, settle, type TestOptions, testAddress, testHash } from '../modal.fixture.ts'
import { connectedSessionsAtom } from '../state/connectedSessions.ts'
import { leaveAccountAtom } from '../state/connections.ts'
import { openAtom } from '../state/modal.ts'
import { restoreAtom } from '../state/restoring.ts'
import { routeAtom } from '../state/route.ts'
import { readPurchases, writePurchases } from '../storedPurchases.ts'
import type { BuyApi, PurchaseReport } from './createBuyApi.ts'
import { parsePurchase } from './keptPurchase.ts'
import {
  amountProblemAtom,
  choosePurchaseAtom,
  filterMoney,
  loadOptionsAtom,
  offersAtom,
  onrampOptionsAtom,
  paymentCurrencyAtom,
  purchaseCurrenciesAtom,
  purchaseCurrencyAtom,
  refreshOffersAtom,
  typeAmountAtom,
  unsoldSymbolAtom,
} from './onramp.ts'
import { openBuyAtom } from './openBuy.ts'
import {
  buyAtom,
  dismissPurchaseAtom,
  lookNowAtom,
  purchaseAtom,
  reopenWindowAtom,
  restorePurchaseAtom,
} from './purchase.ts'
import { testBuyApi } from './testBuyApi.fixture.ts'

const opened = async (replace: Partial<BuyApi> = {}, options: TestOptions = {}) => {
  const api = testBuyApi(replace)
  const modal = createTestModal({
    remembered: true,
    settings: { features: { onramp: true } },
    ...options,
    services: { loadBuyApi: async () => api, ...options.services },
  })
  await modal.store.set(restoreAtom)
  await modal.store.set(openAtom)
  await modal.store.set(loadOptionsAtom)
  await modal.store.set(refreshOffersAtom)
  return { ...modal, api }
}

describe('what can be bought', () => {
  test('is USDC for US dollars first, on the site’s networks, the one in front before others', async () => {
    const { store } = await opened()
    expect(store.get(purchaseCurrenciesAtom).map(({ symbol, chainId }) => `${symbol} ${chainId}`)).toEqual([
      'ETH eip155:31337',
      'USDC eip155:31337',
      'USDC eip155:1337',
    ])
    expect([store.get(purchaseCurrencyAtom)?.symbol, store.get(paymentCurrencyAtom)?.id]).toEqual(['USDC', 'USD'])
  })

  test('is the built-in list while no provider answers, and the providers’ own after that', async () => {
    let isAway = true
    const { store } = await opened({
      options: async () => {
        if (isAway) throw new AppError('SERVICE_UNREACHABLE')
        return testBuyApi().options()
      },
    })
    expect(store.get(onrampOptionsAtom)).toMatchObject({
      status: 'error',
      value: {
        purchaseCurrencies: [{ symbol: 'USDC', networks: [{ chain_id: '1' }, { chain_id: '137' }] }],
        paymentCurrencies: [
          {
            id: 'USD',
            payment_method_limits: [
              { id: 'card', min: '10.00', max: '7500.00' },
              { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
            ],
          },
          { id: 'EUR' },
        ],
      },
    })
    expect(store.get(purchaseCurrenciesAtom)).toMatchObject([{ symbol: 'USDC', chainId: 'eip155:1' }])
    isAway = false
    await store.set(loadOptionsAtom)
    expect(store.get(onrampOptionsAtom).status).toBe('ready')
  })

  test('reads options without asking any provider for a quote, which the view does', async () => {
    const api = testBuyApi()
    const { store } = createTestModal({ remembered: true, services: { loadBuyApi: async () => api } })
    await store.set(restoreAtom)
    await store.set(loadOptionsAtom)
    expect(api.asked.map(({ name }) => name)).toEqual(['options'])
  })

  test('is the token that the user came for, by its contract; another that takes its symbol is not', async () => {
    const { store } = await opened()
    store.set(openBuyAtom, testEther('1'))
    expect(store.get(purchaseCurrencyAtom)).toMatchObject({ symbol: 'ETH', chainId: 'eip155:31337' })
    store.set(openBuyAtom, testUsdc('1'))
    expect([store.get(purchaseCurrencyAtom)?.symbol, store.get(unsoldSymbolAtom)]).toEqual(['USDC', null])
    const forged = { ...testEther('1'), symbol: 'ETH', address: `eip155:31337:0x${'9'.repeat(40)}` }
    store.set(openBuyAtom, forged)
    expect([store.get(purchaseCurrencyAtom)?.symbol, store.get(unsoldSymbolAtom)]).toEqual(['USDC', 'ETH'])
  })

  test.each([
    ['1,5', '1.5'],
    ['007', '7'],
    ['1.239', '1.23'],
    ['.5', '0.5'],
    ['1e9', '3'],
    ['-5', '3'],
    ['1.2.3', '3'],
    ['1.000,50', '3'],
    ['$50', '3'],
  ])('after 3, an amount typed as %j is %j', (typed, text) => {
    expect(filterMoney(typed, '3')).toBe(text)
  })

  test.each([
    ['', { kind: 'empty' }],
    ['0.00', { kind: 'low', limit: 10 }],
    ['9.99', { kind: 'low', limit: 10 }],
    ['25000.01', { kind: 'high', limit: 25_000 }],
    ['25000', null],
  ])('%j is judged by the limits before anybody is asked', async (amount, problem) => {
    const { store, api, clock } = await opened()
    const before = api.asked.length
    store.set(typeAmountAtom, amount)
    await clock.advance(400)
    expect(store.get(amountProblemAtom)).toEqual(problem)
    expect(api.asked.length - before).toBe(problem === null ? 2 : 0)
  })
})

describe('offers', () => {
  test('stand side by side, and a slow one keeps no other waiting', async () => {
    const { quote } = testBuyApi()
    const slow = Promise.withResolvers<never>()
    const modal = await opened({ options: async () => Promise.reject(new AppError('SERVICE_UNREACHABLE')) })
    expect(modal.store.get(offersAtom)).toEqual([])
    const api = testBuyApi({ quote: (order) => (order.provider === 'two' ? slow.promise : quote(order)) })
    const { store } = createTestModal({ remembered: true, services: { loadBuyApi: async () => api } })
    await store.set(restoreAtom)
    await store.set(openAtom)
    await store.set(loadOptionsAtom)
    void store.set(refreshOffersAtom)
    await settle()
    expect(store.get(offersAtom)).toMatchObject([
      { name: 'One Pay', kind: 'ready', quote: { providerFee: { amount: '0.50' }, purchaseAmount: { amount: '49' } } },
      { name: 'Two Pay', kind: 'loading' },
    ])
  })

  test('a slow answer doesn’t replace a newer one', async () => {
    const { quote } = testBuyApi()
    const slow = Promise.withResolvers<never>()
    let asked = 0
    const api = testBuyApi({ quote: (order) => (asked++ < 2 ? slow.promise : quote(order)) })
    const { store } = createTestModal({ remembered: true, services: { loadBuyApi: async () => api } })
    await store.set(restoreAtom)
    await store.set(openAtom)
    await store.set(loadOptionsAtom)
    const first = store.set(refreshOffersAtom)
    await settle()
    await store.set(refreshOffersAtom)
    slow.reject(new AppError('NOT_ENABLED'))
    await first
    expect(store.get(offersAtom)).toMatchObject([{ kind: 'ready' }, { kind: 'ready' }])
  })

  test.each(['NOT_ENABLED', 'PURCHASE_UNSUPPORTED', 'PROJECT_UNKNOWN', 'ORIGIN_NOT_ALLOWED'] as const)(
    'of a provider that answers %s are refused: its page could not be opened either',
    async (name) => {
      const { store } = await opened({ quote: async () => Promise.reject(new AppError(name)) })
      expect(store.get(offersAtom)).toMatchObject([
        { kind: 'refused', error: { name } },
        { kind: 'refused', error: { name } },
      ])
    },
  )

  test('say what cannot be bought, and estimate what could not be asked', async () => {
    const { store } = await opened({
      quote: async ({ provider }) => {
        if (provider === 'one')
          throw new AppError('AMOUNT_OUT_OF_RANGE', { details: { min: '100.00', max: '200.00', currency: 'USD' } })
        throw new AppError('SERVICE_UNREACHABLE')
      },
    })
    expect(store.get(offersAtom)).toMatchObject([
      { name: 'One Pay', kind: 'refused', error: { details: { min: '100.00' } } },
      {
        name: 'Two Pay',
        kind: 'estimate',
        quote: {
          paymentTotal: { amount: '50.00' },
          paymentSubtotal: { amount: '50.00' },
          networkFee: { amount: '50.00' },
          purchaseAmount: { amount: '50.00' },
        },
      },
    ])
  })

  test('are those of the order as it stands: a late answer to another one is dropped', async () => {
    const first = Promise.withResolvers<Awaited<ReturnType<BuyApi['quote']>>>()
    const { quote } = testBuyApi()
    const { store } = await opened()
    const late = await opened({ quote: (order) => (order.purchaseCurrency === 'ETH' ? first.promise : quote(order)) })
    const [ether, usdc] = late.store.get(purchaseCurrenciesAtom)
    if (ether === undefined || usdc === undefined) throw new Error('nothing is sold')
    late.store.set(choosePurchaseAtom, ether)
    late.store.set(choosePurchaseAtom, usdc)
    await settle()
    first.resolve(await quote({ ...ether, purchaseCurrency: 'ETH', paymentCurrency: 'USD', amount: '1' }))
    await settle()
    expect(late.store.get(offersAtom)).toEqual(store.get(offersAtom))
  })
})

describe('a purchase', () => {
  const bought = async (replace: Partial<BuyApi> = {}, blocks = false) => {
    const modal = await opened(replace)
    modal.page.blocks = blocks
    const [offer] = modal.store.get(offersAtom)
    if (offer === undefined) throw new Error('nothing is offered')
    const buying = modal.store.set(buyAtom, offer)
    return { ...modal, buying }
  }
  const reporting = (first: PurchaseReport) => {
    const report = { now: first as PurchaseReport | AppError }
    const status: BuyApi['status'] = async () => {
      if (report.now instanceof AppError) throw report.now
      return report.now
    }
    return { report, status }
  }

  test('opens its window on the click, before anything is asked, and names the account alone', async () => {
    const { store, page, api, buying } = await bought()
    expect(page.opened).toHaveLength(1)
    expect(store.get(routeAtom).view).toBe('BuyStatus')
    await buying
    expect(page.opened[0]?.visited).toEqual(['', 'https://pay.example/s1'])
    expect(api.asked.at(-1)).toEqual({
      name: 'start',
      input: {
        provider: 'one',
        purchaseCurrency: 'USDC',
        paymentCurrency: 'USD',
        amount: '50.00',
        network: 'local',
        address: testAddress,
      },
    })
    expect(store.get(purchaseAtom)).toMatchObject({ status: 'waiting', window: 'open', amount: '49' })
  })

  test('has a link where the browser opens no window', async () => {
    const { store, page, buying } = await bought({}, true)
    await buying
    expect(page.opened).toHaveLength(0)
    expect(store.get(purchaseAtom)).toMatchObject({
      status: 'waiting',
      window: 'blocked',
      url: 'https://pay.example/s1',
    })
  })

  test('that can’t be opened says why, and leaves no empty window', async () => {
    const { store, page, buying } = await bought({
      start: async () => {
        throw new AppError('CHAIN_UNREACHABLE')
      },
    })
    await buying
    expect(page.opened[0]?.closed).toBe(true)
    expect(store.get(purchaseAtom)).toMatchObject({ status: 'failed', error: { name: 'CHAIN_UNREACHABLE' } })
  })

  test('is asked for every five seconds until it has arrived, and closes its window then', async () => {
    const { report, status } = reporting({ state: 'waiting' })
    const { store, page, clock, api, buying } = await bought({ status })
    await buying
    await clock.advance(5_000)
    report.now = { state: 'processing' }
    await clock.advance(5_000)
    expect(store.get(purchaseAtom)?.status).toBe('processing')
    report.now = { state: 'arrived', amount: '48.9', txHash: '0xab' }
    await clock.advance(5_000)
    expect(store.get(purchaseAtom)).toMatchObject({ status: 'arrived', amount: '48.9', txHash: '0xab' })
    expect(page.opened[0]?.closed).toBe(true)
    const { length } = api.asked
    await clock.advance(60_000)
    expect(api.asked).toHaveLength(length)
  })

  test.each(['declined', 'expired'] as const)('that was %s may still arrive', async (state) => {
    const { report, status } = reporting({ state })
    const { store, clock, buying } = await bought({ status })
    await buying
    await clock.advance(5_000)
    expect(store.get(purchaseAtom)?.status).toBe(state)
    report.now = { state: 'arrived', amount: '49' }
    await clock.advance(5_000)
    expect(store.get(purchaseAtom)?.status).toBe('arrived')
  })

  test('is late after twenty questions, and asked for less often', async () => {
    const { report, status } = reporting({ state: 'processing' })
    const { store, clock, api, buying } = await bought({ status })
    await buying
    await clock.advance(95_000)
    expect(store.get(purchaseAtom)?.isLate).toBe(false)
    await clock.advance(5_000)
    expect(store.get(purchaseAtom)?.isLate).toBe(true)
    const { length } = api.asked
    await clock.advance(10_000)
    expect(api.asked).toHaveLength(length)
    report.now = { state: 'arrived' }
    await clock.advance(5_000)
    expect(store.get(purchaseAtom)?.status).toBe('arrived')
  })

  test('is not late because the user takes time to pay', async () => {
    const { report, status } = reporting({ state: 'waiting' })
    const { store, clock, buying } = await bought({ status })
    await buying
    await clock.advance(300_000)
    expect(store.get(purchaseAtom)).toMatchObject({ status: 'waiting', isLate: false })
    report.now = { state: 'processing' }
    await clock.advance(10_000)
    expect(store.get(purchaseAtom)).toMatchObject({ status: 'processing', isLate: false })
    await clock.advance(90_000)
    expect(store.get(purchaseAtom)?.isLate).toBe(false)
    await clock.advance(5_000)
    expect(store.get(purchaseAtom)?.isLate).toBe(true)
  })

  test('ends with its account: it is hidden, forgotten and polled no more', async () => {
    const { store, storage, clock, api, buying } = await bought()
    await buying
    await store.set(leaveAccountAtom)
    expect([store.get(purchaseAtom), storage.read('purchases')]).toEqual([null, undefined])
    const { length } = api.asked
    await clock.advance(30_000)
    expect(api.asked).toHaveLength(length)
  })

  test('is hidden while another account is in front, and then goes on where it was, with its window', async () => {
    const { report, status } = reporting({ state: 'processing' })
    const { store, page, clock, api, buying } = await bought({ status })
    await buying
    await clock.advance(5_000)
    const held = store.get(connectedSessionsAtom)
    const other = `0x${'1'.repeat(40)}`
    store.set(
      connectedSessionsAtom,
      held.map((one) => ({ ...one, address: other, session: { ...one.session, accounts: [{ address: other }] } })),
    )
    const { length } = api.asked
    await clock.advance(30_000)
    expect([store.get(purchaseAtom), api.asked.length]).toEqual([null, length])
    store.set(connectedSessionsAtom, held)
    expect(store.get(purchaseAtom)).toMatchObject({ status: 'processing', window: 'open' })
    report.now = { state: 'arrived' }
    await clock.advance(5_000)
    expect([store.get(purchaseAtom)?.status, page.opened[0]?.closed]).toEqual(['arrived', true])
  })

  test('stays when another account buys, and is taken up again when its own is in front', async () => {
    const { report, status } = reporting({ state: 'processing' })
    const { store, storage, page, api, buying } = await bought({ status })
    await buying
    const held = store.get(connectedSessionsAtom)
    const other = `0x${'1'.repeat(40)}`
    const toOther = () =>
      store.set(
        connectedSessionsAtom,
        held.map((one) => ({ ...one, address: other, session: { ...one.session, accounts: [{ address: other }] } })),
      )
    toOther()
    const [offer] = store.get(offersAtom)
    if (offer === undefined) throw new Error('nothing is offered')
    await store.set(buyAtom, offer)
    expect(store.get(purchaseAtom)).toMatchObject({ status: 'waiting', address: other })
    expect(readPurchases(storage).map(({ address }) => address)).toEqual([testAddress, other])
    expect(page.opened.map(({ closed }) => closed)).toEqual([false, false])

    store.set(connectedSessionsAtom, held)
    store.set(restorePurchaseAtom)
    expect(store.get(purchaseAtom)).toMatchObject({ status: 'waiting', address: testAddress })
    report.now = { state: 'arrived' }
    await store.set(lookNowAtom)
    await settle()
    await store.set(lookNowAtom)
    expect(store.get(purchaseAtom)?.status).toBe('arrived')
    expect(readPurchases(storage).map(({ address }) => address)).toEqual([other])

    toOther()
    store.set(restorePurchaseAtom)
    expect(store.get(purchaseAtom)).toMatchObject({ status: 'waiting', address: other })
    expect(api.asked.filter(({ name }) => name === 'start')).toHaveLength(2)
  })

  test('whose account is left while the provider is asked is not opened', async () => {
    const start = Promise.withResolvers<Awaited<ReturnType<BuyApi['start']>>>()
    const { store, storage, page, buying } = await bought({ start: () => start.promise })
    await store.set(leaveAccountAtom)
    start.resolve(await testBuyApi().start({} as never))
    await buying
    expect([page.opened[0]?.closed, storage.read('purchases')]).toEqual([true, undefined])
  })

  test('stays where it is while the backend is away, and says that', async () => {
    const { report, status } = reporting({ state: 'processing' })
    const { store, clock, buying } = await bought({ status })
    await buying
    await clock.advance(5_000)
    report.now = new AppError('SERVICE_UNREACHABLE')
    await clock.advance(5_000)
    expect(store.get(purchaseAtom)).toMatchObject({ status: 'processing', isUnreachable: true })
  })

  test('says that no node of its network answers, until one does', async () => {
    const { report, status } = reporting({ state: 'processing', isChainAway: true })
    const { store, clock, buying } = await bought({ status })
    await buying
    await clock.advance(5_000)
    expect(store.get(purchaseAtom)).toMatchObject({ status: 'processing', isChainAway: true })
    report.now = { state: 'processing' }
    await clock.advance(5_000)
    expect(store.get(purchaseAtom)).toMatchObject({ status: 'processing', isChainAway: false })
  })

  test('that less than promised has arrived for is polled until the rest is there', async () => {
    const { report, status } = reporting({ state: 'processing', short: '12.5', txHash: testHash })
    const { store, clock, buying } = await bought({ status })
    await buying
    await clock.advance(5_000)
    expect(store.get(purchaseAtom)).toMatchObject({ status: 'processing', short: '12.5', txHash: testHash })
    report.now = { state: 'arrived', amount: '49' }
    await clock.advance(5_000)
    expect(store.get(purchaseAtom)).toMatchObject({ status: 'arrived', short: null, amount: '49' })
  })

  test('whose window was closed can open it again', async () => {
    const { store, page, clock, buying } = await bought()
    await buying
    const [first] = page.opened
    if (first !== undefined) first.closed = true
    await clock.advance(5_000)
    expect(store.get(purchaseAtom)).toMatchObject({ status: 'waiting', window: 'closed' })
    store.set(reopenWindowAtom)
    expect(page.opened[1]?.visited).toEqual(['', 'https://pay.example/s1'])
    expect(store.get(purchaseAtom)?.window).toBe('open')
  })

  test('that is over for the user is asked for no more', async () => {
    const { store, clock, api, buying } = await bought()
    await buying
    store.set(dismissPurchaseAtom)
    const { length } = api.asked
    await clock.advance(30_000)
    expect([store.get(purchaseAtom), api.asked.length]).toEqual([null, length])
  })

  test('outlives a reload, and is taken up for its own account alone', async () => {
    const { report, status } = reporting({ state: 'waiting' })
    const { storage, buying } = await bought({ status })
    await buying
    const kept = readPurchases(storage)
    report.now = { state: 'arrived', amount: '49' }
    const again = await opened({ status })
    writePurchases(
      again.storage,
      kept.map((one) => ({ ...one, address: `0x${'1'.repeat(40)}` })),
    )
    again.store.set(restorePurchaseAtom)
    expect(again.store.get(purchaseAtom)).toBeNull()
    writePurchases(again.storage, kept)
    again.store.set(restorePurchaseAtom)
    expect(again.store.get(purchaseAtom)).toMatchObject({ status: 'waiting', window: 'closed', provider: 'One Pay' })
    await settle()
    expect(again.store.get(purchaseAtom)?.status).toBe('arrived')
    expect(again.storage.read('purchases')).toBeUndefined()
  })

  test('is asked for once at a time, however often the user asks', async () => {
    const slow = Promise.withResolvers<PurchaseReport>()
    const { store, clock, api, buying } = await bought({ status: () => slow.promise })
    await buying
    void store.set(lookNowAtom)
    void store.set(lookNowAtom)
    await clock.advance(5_000)
    const asked = () => api.asked.filter(({ name }) => name === 'status').length
    expect(asked()).toBe(1)
    slow.resolve({ state: 'processing' })
    await settle()
    await clock.advance(5_000)
    expect(asked()).toBe(2)
  })

  test('is no longer asked for after an hour, until the user asks', async () => {
    const { clock, store, api, buying } = await bought({ status: async () => ({ state: 'processing' }) })
    await buying
    for (let minute = 0; minute < 65; minute++) await clock.advance(60_000)
    const { length } = api.asked
    await clock.advance(60_000)
    expect(api.asked).toHaveLength(length)
    await store.set(lookNowAtom)
    expect(api.asked).toHaveLength(length + 1)
  })

  test('that the backend no longer knows is over', async () => {
    const { report, status } = reporting({ state: 'waiting' })
    const { store, storage, clock, buying } = await bought({ status })
    await buying
    report.now = new AppError('PURCHASE_NOT_FOUND')
    await clock.advance(5_000)
    expect([store.get(purchaseAtom), storage.read('purchases')]).toEqual([null, undefined])
  })
})

describe('a kept purchase', () => {
  const whole = {
    sessionId: '0b6a1f5e-8f1c-4c86-9a3f-0c6f2f1f9d11',
    url: 'https://pay.example/s1',
    provider: 'One Pay',
    symbol: 'USDC',
    amount: '49',
    chainId: 'eip155:31337',
    address: testAddress,
  }
  test.each([
    ['whole', {}, true],
    ['without an amount', { amount: null }, true],
    ['with a page that runs code', { url: 'javascript:alert(1)' }, false],
    ['with a page in the clear', { url: 'http://pay.example/' }, false],
    ['with a session that is a path', { sessionId: '../quote' }, false],
    ['with long names', { provider: 'P'.repeat(80), symbol: 'S'.repeat(40) }, true],
    ['without a name that can be read', { provider: '\u202e' }, false],
    ['with an amount that is none', { amount: '1e9' }, false],
    ['on no network', { chainId: 'local' }, false],
    ['without an address', { address: '' }, false],
  ])('%s', (_, part, isTaken) => {
    expect(parsePurchase({ ...whole, ...part }) !== null).toBe(isTaken)
  })
  test.each([undefined, '', null, [], {}])('%j is none', (value) => expect(parsePurchase(value)).toBeNull())
  test.each(['', 'null', '[null]', '[{}]', '[{"address":1}]', '{', '{"address":"0x"}'])(
    '%s stores none',
    async (text) => {
      const { storage } = await opened()
      storage.write('purchases', text)
      expect(readPurchases(storage)).toEqual([])
    },
  )
})
