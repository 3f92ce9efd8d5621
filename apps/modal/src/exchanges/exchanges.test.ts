import { AppError } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { backend } from '../../gallery/accountScreens.fixture.ts'
import { exchanging } from '../../gallery/exchangeScreens.fixture.ts'
import { testEther, testUsdc } from '../account/testAccountApi.fixture.ts'
import { forgetPurchase, keepPurchase, readKeptPurchase } from '../buy/keptPurchase.ts'
import type { NetworkId } from '../Modal.ts'
import { createTestModal, settle, type TestOptions, testAddress, testHash } from '../modal.fixture.ts'
import { disconnectAllAtom } from '../state/connections.ts'
import { openAtom } from '../state/modal.ts'
import { restoreAtom } from '../state/restoring.ts'
import { routeAtom } from '../state/route.ts'
import { refreshTokensAtom } from '../state/tokens.ts'
import { readPurchases } from '../storedPurchases.ts'
import { requireView } from '../viewNeeds.ts'
import { assetsOn, defaultAssets } from './assets.ts'
import { createExchangesApi, type ExchangesApi, type PaymentOrder } from './createExchangesApi.ts'
import { depositAtom, watchDepositAtom } from './deposit.ts'
import {
  canPayAtom,
  exchangesAtom,
  fundAmountAtom,
  fundAssetAtom,
  loadExchangesAtom,
  typeFundAmountAtom,
} from './form.ts'
import { parsePayment } from './keptPayment.ts'
import { exchangeArgumentsAtom, setExchangeArgumentsAtom } from './openExchanges.ts'
import {
  dismissPaymentAtom,
  lookAgainAtom,
  payAtom,
  paymentAtom,
  reopenPaymentAtom,
  restorePaymentAtom,
} from './payment.ts'

const coin = 'eip155:31337/slip44:60'
const one = { id: 'one', name: 'One Exchange' }
const opened = async (api: Partial<ExchangesApi> = {}, options: TestOptions = exchanging(api)) => {
  const modal = createTestModal(options)
  await modal.store.set(restoreAtom)
  await modal.store.set(openAtom)
  await modal.store.set(refreshTokensAtom)
  await modal.store.set(loadExchangesAtom)
  return modal
}
const paying = async (
  api: Partial<ExchangesApi> = {},
  before?: (modal: Awaited<ReturnType<typeof opened>>) => void,
) => {
  const modal = await opened(api)
  modal.store.set(typeFundAmountAtom, '0.5')
  before?.(modal)
  await modal.store.set(payAtom, one)
  return modal
}

describe('what an account can be funded with', () => {
  test('is by default USDC on several chains, USDT, ETH and SOL, with their decimals', () => {
    const decimals = Object.fromEntries(defaultAssets.map(({ symbol, decimals: each }) => [symbol, each]))
    expect(decimals).toEqual({ USDC: 6, USDT: 6, ETH: 18, SOL: 9 })
    expect(defaultAssets.filter(({ symbol }) => symbol === 'USDC').length).toBeGreaterThan(3)
    expect(new Set(defaultAssets.map(({ id }) => id)).size).toBe(defaultAssets.length)
  })

  test('is on each network its coin, and what the account holds there, once', () => {
    const network = {
      caipNetworkId: 'eip155:1' as NetworkId,
      chainNamespace: 'eip155',
      nativeCurrency: { symbol: 'ETH', name: 'Ether', decimals: 18 },
    } as Parameters<typeof assetsOn>[0]
    const usdc = { ...testUsdc('1', 'eip155:1'), address: 'eip155:1:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48' }
    const symbols = assetsOn(network, [testEther('1', 'eip155:1'), usdc, testUsdc('5')]).map(({ symbol }) => symbol)
    expect(symbols.toSorted()).toEqual(['ETH', 'USDC', 'USDT'])
  })

  test('is nothing on a network whose arrivals can’t be seen', () => {
    const network = { caipNetworkId: 'bip122:000000000019d6689c085ae165831e93', chainNamespace: 'bip122' }
    expect(assetsOn(network as Parameters<typeof assetsOn>[0], [])).toEqual([])
  })
})

describe('the form', () => {
  test('lists the exchanges that send the asset', async () => {
    const asked: string[] = []
    const { store } = await opened({
      list: async (asset) => {
        asked.push(asset)
        return [one]
      },
    })
    expect(asked).toEqual([coin])
    expect(store.get(exchangesAtom)).toMatchObject({ status: 'ready', items: [one] })
  })

  test.each([
    ['0.01', true],
    ['5', true],
    ['1.', true],
    ['0.009999', false],
    ['5.000000000000000001', false],
    ['', false],
    ['0', false],
  ])('offers an exchange from 0.01 to 5 for %j: %j', async (amount, isOffered) => {
    const { store } = await opened()
    const [exchange] = store.get(exchangesAtom).items
    if (exchange === undefined) throw new Error('no exchange is listed')
    expect(exchange.limits).toEqual({ min: '0.01', max: '5' })
    store.set(typeFundAmountAtom, amount)
    expect(store.get(canPayAtom)(exchange)).toBe(isOffered)
  })

  test('keeps no more decimals than the asset has, and what the page gave until the user types', async () => {
    const { store } = await opened()
    store.set(setExchangeArgumentsAtom, { amount: '3' })
    expect(store.get(fundAmountAtom)).toBe('3')
    store.set(typeFundAmountAtom, `0.${'1'.repeat(30)}`)
    expect(store.get(fundAmountAtom)).toBe(`0.${'1'.repeat(18)}`)
    store.set(setExchangeArgumentsAtom, { amount: '4' })
    expect(store.get(fundAmountAtom)).toBe('4')
  })

  const recipient = `eip155:31337:${testAddress}`
  test.each<[string, unknown, string]>([
    ['an amount that is none', { amount: '1e3' }, 'INVALID_PARAMS'],
    ['an asset that is none', { asset: 'ETH' }, 'INVALID_PARAMS'],
    ['a recipient without an asset', { recipient }, 'INVALID_PARAMS'],
    ['a recipient on another network', { recipient, asset: 'eip155:1/slip44:60' }, 'INVALID_PARAMS'],
    ['a recipient that is none', { recipient: testAddress, asset: coin }, 'INVALID_PARAMS'],
  ])('is not opened with %s', async (_, given, name) => {
    const { store } = await opened()
    await expect(requireView(store, 'PayWithExchange', given)).rejects.toMatchObject({ name })
  })

  test('takes a recipient of the page’s only where payments are on', async () => {
    const features = { payWithExchange: true }
    const { store } = await opened({}, { ...exchanging(), settings: { features } })
    await expect(requireView(store, 'PayWithExchange', { recipient, asset: coin })).rejects.toMatchObject({
      name: 'NOT_ENABLED',
    })
    expect(store.get(exchangeArgumentsAtom)).toEqual({})
    const allowed = await opened()
    await requireView(allowed.store, 'PayWithExchange', { recipient, asset: coin })
    expect(allowed.store.get(exchangeArgumentsAtom)).toEqual({ recipient, asset: coin })
  })

  test('is not opened where the page has neither feature on', async () => {
    const { store } = await opened({}, { ...exchanging(), settings: {} })
    await expect(requireView(store, 'PayWithExchange')).rejects.toMatchObject({ name: 'NOT_ENABLED' })
  })

  test('offers nothing for a payment in an asset that isn’t on the network in front', async () => {
    const { store } = await opened()
    store.set(setExchangeArgumentsAtom, { recipient: `eip155:1:${testAddress}`, asset: 'eip155:1/slip44:60' })
    expect(store.get(fundAssetAtom)).toBe(null)
  })
})

describe('a payment', () => {
  test('goes to the account in front, in the window that the click opened', async () => {
    const orders: PaymentOrder[] = []
    const { store, page } = await paying({
      open: async (order) => {
        orders.push(order)
        return { sessionId: 's', url: 'https://one.example/p/1' }
      },
    })
    expect(orders).toEqual([
      { exchangeId: 'one', asset: coin, amount: '0.5', recipient: `eip155:31337:${testAddress}` },
    ])
    expect(store.get(routeAtom).view).toBe('PayWithExchangeStatus')
    expect(store.get(paymentAtom)).toMatchObject({ status: 'waiting', window: 'open' })
    expect(page.opened).toHaveLength(1)
  })

  test('is not begun without an amount', async () => {
    const { store, page } = await opened()
    for (const text of ['', '0', '0.000']) {
      store.set(typeFundAmountAtom, text)
      await store.set(payAtom, one)
    }
    expect([store.get(paymentAtom), page.opened]).toEqual([null, []])
  })

  test('leads by a link where the browser blocks the window, and is watched all the same', async () => {
    const { store, clock, page } = await paying(
      { status: async () => ({ status: 'SUCCESS', txHash: testHash }) },
      (modal) => {
        modal.page.blocks = true
      },
    )
    expect(store.get(paymentAtom)).toMatchObject({ window: 'blocked', url: 'https://one.example/p/1' })
    page.blocks = false
    store.set(reopenPaymentAtom)
    expect(store.get(paymentAtom)).toMatchObject({ window: 'open' })
    await clock.advance(5_000)
    expect(store.get(paymentAtom)).toMatchObject({ status: 'arrived', txHash: testHash })
  })

  test('is polled every 5 seconds, 20 times; then only when the user asks', async () => {
    let asked = 0
    const { store, clock } = await paying({
      status: async () => {
        asked++
        return { status: 'IN_PROGRESS' }
      },
    })
    for (let poll = 1; poll <= 20; poll++) {
      await clock.advance(5_000)
      expect(asked).toBe(poll)
    }
    expect(store.get(paymentAtom)?.status).toBe('late')
    await clock.advance(60_000)
    expect(asked).toBe(20)
    await store.set(lookAgainAtom)
    expect(asked).toBe(21)
  })

  test.each([
    ['FAILED', 'declined'],
    ['UNKNOWN', 'unknown'],
  ] as const)('that the backend calls %s is %s', async (status, expected) => {
    const { store, clock } = await paying({ status: async () => ({ status }) })
    await clock.advance(5_000)
    expect(store.get(paymentAtom)?.status).toBe(expected)
  })

  test('goes on after a question that was not answered', async () => {
    let isAway = true
    const { store, clock } = await paying({
      status: async () => {
        if (isAway) throw new AppError('SERVICE_UNREACHABLE')
        return { status: 'SUCCESS' }
      },
    })
    await clock.advance(5_000)
    expect(store.get(paymentAtom)).toMatchObject({ status: 'waiting', isUnreachable: true })
    isAway = false
    await clock.advance(5_000)
    expect(store.get(paymentAtom)).toMatchObject({ status: 'arrived', isUnreachable: false })
  })

  test('says that no node of its network answers, and sends the amount without a dot at its end', async () => {
    const orders: PaymentOrder[] = []
    const { store, clock } = await opened({
      open: async (order) => {
        orders.push(order)
        return { sessionId: 's', url: 'https://one.example/p/1' }
      },
      status: async () => ({ status: 'IN_PROGRESS', isChainAway: true }),
    })
    store.set(typeFundAmountAtom, '1.')
    await store.set(payAtom, one)
    expect(orders).toMatchObject([{ amount: '1' }])
    await clock.advance(5_000)
    expect(store.get(paymentAtom)).toMatchObject({ status: 'waiting', isChainAway: true })
  })

  test('that could not be opened closes its window', async () => {
    const { store, page } = await paying({ open: async () => Promise.reject(new AppError('SERVICE_UNREACHABLE')) })
    expect(store.get(paymentAtom)).toMatchObject({ status: 'failed', error: { name: 'SERVICE_UNREACHABLE' } })
    expect(page.opened.map(({ closed }) => closed)).toEqual([true])
  })

  test('that the user has dismissed meanwhile leads no window anywhere', async () => {
    const { promise, resolve } = Promise.withResolvers<{ sessionId: string; url: string }>()
    const modal = await opened({ open: () => promise })
    modal.store.set(typeFundAmountAtom, '1')
    const done = modal.store.set(payAtom, one)
    await settle()
    modal.store.set(dismissPaymentAtom)
    resolve({ sessionId: 's', url: 'https://one.example/p/1' })
    await done
    expect(modal.store.get(paymentAtom)).toBe(null)
    expect(modal.page.opened.map(({ closed }) => closed)).toEqual([true])
  })
})

describe('a payment over a reload', () => {
  /** The same browser: stored data stays, and another page of the site starts. */
  const reloaded = async (kept: Map<string, string>, api: Partial<ExchangesApi> = {}) => {
    const page = await opened(api, { ...exchanging(api), kept })
    page.store.set(restorePaymentAtom)
    return page
  }
  const unasked = async () => Promise.reject(new Error('a second payment was opened'))

  test('is found, polled again every 5 seconds, and no second one is opened', async () => {
    const { kept } = await paying()
    let asked = 0
    const { store, clock, page } = await reloaded(kept, {
      open: unasked,
      status: async (exchangeId, sessionId) => {
        expect([exchangeId, sessionId]).toEqual(['one', '0b6a1f5e-8f1c-4c86-9a3f-0c6f2f1f9d11'])
        asked++
        return asked < 22 ? { status: 'IN_PROGRESS' } : { status: 'SUCCESS', txHash: testHash }
      },
    })
    expect(store.get(paymentAtom)).toMatchObject({
      ...{ exchange: 'One Exchange', symbol: 'ETH', amount: '0.5', chainId: 'eip155:31337' },
      ...{ status: 'waiting', window: 'closed', url: 'https://one.example/p/1' },
    })
    await settle()
    for (let poll = 1; poll < 20; poll++) await clock.advance(5_000)
    expect([asked, store.get(paymentAtom)?.status]).toEqual([20, 'late'])
    store.set(typeFundAmountAtom, '0.5')
    await store.set(payAtom, one)
    expect([store.get(routeAtom).view, page.opened.length]).toEqual(['PayWithExchangeStatus', 0])
    await store.set(lookAgainAtom)
    expect(store.get(paymentAtom)?.status).toBe('late')
    await store.set(lookAgainAtom)
    expect(store.get(paymentAtom)).toMatchObject({ status: 'arrived', txHash: testHash })
    expect((await reloaded(kept)).store.get(paymentAtom)).toBeNull()
  })

  test('keeps what the view shows and the session, and nothing about the recipient', async () => {
    const { kept, storage } = await paying()
    expect(readPurchases(storage)).toEqual([
      {
        address: testAddress,
        ...{ exchangeId: 'one', exchange: 'One Exchange', symbol: 'ETH', amount: '0.5', chainId: 'eip155:31337' },
        ...{ sessionId: '0b6a1f5e-8f1c-4c86-9a3f-0c6f2f1f9d11', url: 'https://one.example/p/1' },
      },
    ])
    const { store } = await reloaded(kept)
    store.set(dismissPaymentAtom)
    expect(readPurchases(storage)).toEqual([])
  })

  test.each([
    ['FAILED', 'declined'],
    ['UNKNOWN', 'unknown'],
  ] as const)('that is %s is forgotten', async (status, expected) => {
    const { kept } = await paying()
    const { store, storage } = await reloaded(kept, { status: async () => ({ status }) })
    await settle()
    expect([store.get(paymentAtom)?.status, readPurchases(storage)]).toEqual([expected, []])
  })

  test('is one for two tabs', async () => {
    const first = await opened()
    first.store.set(typeFundAmountAtom, '0.5')
    const second = await opened({ open: unasked }, { ...exchanging({ open: unasked }), kept: first.kept })
    await first.store.set(payAtom, one)
    second.store.set(typeFundAmountAtom, '3')
    await second.store.set(payAtom, one)
    expect(second.page.opened).toEqual([])
    expect(second.store.get(paymentAtom)).toMatchObject({ amount: '0.5', status: 'waiting' })
  })

  test('stays where another tab has seen it arrive first', async () => {
    const status: ExchangesApi['status'] = async () => ({ status: 'SUCCESS' })
    const first = await paying({ status })
    const second = await reloaded(first.kept, { status })
    await settle()
    expect([second.store.get(paymentAtom)?.status, readPurchases(first.storage)]).toEqual(['arrived', []])
    await first.clock.advance(5_000)
    expect(first.store.get(paymentAtom)?.status).toBe('arrived')
  })

  test('that two tabs open at the same time leads one of them to the exchange', async () => {
    const answer = Promise.withResolvers<{ sessionId: string; url: string }>()
    const first = await opened({ open: () => answer.promise })
    first.store.set(typeFundAmountAtom, '1')
    const paid = first.store.set(payAtom, one)
    const second = await opened({}, { ...exchanging(), kept: first.kept })
    second.store.set(typeFundAmountAtom, '0.5')
    await second.store.set(payAtom, one)
    answer.resolve({ sessionId: '11111111-1111-4111-8111-111111111111', url: 'https://one.example/p/2' })
    await paid
    expect(first.page.opened.map(({ closed, visited }) => [closed, visited])).toEqual([[true, ['']]])
    expect(first.store.get(paymentAtom)).toMatchObject({ amount: '0.5', url: 'https://one.example/p/1' })
  })

  test('is seen by its own account only, and by none after a sign-out', async () => {
    const { kept, storage, store } = await paying()
    const text = kept.get('latchkey:demo:purchases') ?? ''
    const ofOther = text.replace(testAddress, `0x${'1'.repeat(40)}`)
    kept.set('latchkey:demo:purchases', ofOther)
    expect((await reloaded(kept)).store.get(paymentAtom)).toBeNull()
    kept.set('latchkey:demo:purchases', text)
    const again = await reloaded(kept)
    expect(again.store.get(paymentAtom)?.status).toBe('waiting')
    await again.store.set(disconnectAllAtom)
    expect([again.store.get(paymentAtom), readPurchases(storage)]).toEqual([null, []])
    // Another tab still has it in memory; its account is gone there too, or it signs in again.
    store.set(restorePaymentAtom)
    expect(store.get(paymentAtom)).toBeNull()
  })

  test('stands beside a purchase of the same account', async () => {
    const { kept, storage } = await paying()
    const purchase = {
      ...{ sessionId: '22222222-2222-4222-8222-222222222222', url: 'https://pay.example/s1', provider: 'One Pay' },
      ...{ symbol: 'USDC', amount: '49', chainId: 'eip155:31337' as const, address: testAddress },
    }
    keepPurchase(storage, purchase)
    expect(readKeptPurchase(storage, testAddress)).toEqual(purchase)
    expect((await reloaded(kept)).store.get(paymentAtom)?.amount).toBe('0.5')
    forgetPurchase(storage, testAddress)
    expect(readKeptPurchase(storage, testAddress)).toBeNull()
    expect((await reloaded(kept)).store.get(paymentAtom)?.amount).toBe('0.5')
  })

  const whole = {
    ...{ address: testAddress, exchangeId: 'one', exchange: 'One Exchange', symbol: 'ETH', amount: '0.5' },
    ...{ chainId: 'eip155:31337', sessionId: '0b6a1f5e-8f1c-4c86-9a3f-0c6f2f1f9d11', url: 'https://one.example/p/1' },
  }
  test.each<[string, Record<string, unknown>, boolean]>([
    ['whole', {}, true],
    ['with more than that', { recipient: 'x' }, true],
    ['with a page that runs code', { url: 'javascript:alert(1)' }, false],
    ['with a page in the clear', { url: 'http://one.example/' }, false],
    ['with a page without an end', { url: `https://one.example/${'a'.repeat(5000)}` }, false],
    ['with a session that is a path', { sessionId: '../x' }, false],
    ['with an exchange that is none', { exchangeId: '' }, false],
    ['with an exchange without an end', { exchangeId: 'a'.repeat(200) }, false],
    ['without a name that can be read', { exchange: '\u202e' }, false],
    ['with an amount that is none', { amount: '1e9' }, false],
    ['with a number as its amount', { amount: 1 }, false],
    ['on no network', { chainId: 'local' }, false],
    ['without an address', { address: 7 }, false],
  ])('%s', (_, part, isTaken) => {
    expect(parsePayment({ ...whole, ...part }) !== null).toBe(isTaken)
    if (isTaken) expect(parsePayment({ ...whole, ...part })).toEqual(whole)
  })
  test.each([undefined, '', null, [], {}, 7])('%j is no stored payment', (value) =>
    expect(parsePayment(value)).toBeNull(),
  )
})

describe('a deposit', () => {
  test('is seen when the account holds more, and how much', async () => {
    const options = exchanging({}, [testEther('1'), testEther('1'), testEther('1'), testEther('1.5')])
    const { store, clock } = await opened({}, options)
    const stop = store.set(watchDepositAtom)
    await settle()
    expect(store.get(depositAtom)).toMatchObject({ status: 'watching', received: null })
    await clock.advance(5_000)
    expect(store.get(depositAtom).status).toBe('watching')
    await clock.advance(5_000)
    expect(store.get(depositAtom)).toMatchObject({ status: 'arrived', received: { amount: '0.5', symbol: 'ETH' } })
    stop()
  })

  test.each([
    ['CHAIN_UNREACHABLE', 'chain'],
    ['SERVICE_UNREACHABLE', 'api'],
  ] as const)('says what doesn’t answer: %s', async (name, away) => {
    const { settings = {} } = exchanging()
    const failing = backend({ balances: async () => Promise.reject(new AppError(name)) }, { settings })
    const { store } = await opened({}, failing)
    store.set(watchDepositAtom)
    await settle()
    expect(store.get(depositAtom)).toMatchObject({ status: 'watching', away })
  })

  test('is late after 20 polls, and none follow', async () => {
    const { store, clock } = await opened()
    store.set(watchDepositAtom)
    await settle()
    for (let poll = 0; poll < 20; poll++) await clock.advance(5_000)
    expect(store.get(depositAtom).status).toBe('late')
  })

  test('is not watched once its view has gone', async () => {
    const options = exchanging({}, [testEther('1'), testEther('1'), testEther('2')])
    const { store, clock } = await opened({}, options)
    store.set(watchDepositAtom)()
    await clock.advance(60_000)
    expect(store.get(depositAtom)).toMatchObject({ status: 'watching', received: null })
  })
})

describe('an api that lies', () => {
  const sessionId = '0b6a1f5e-8f1c-4c86-9a3f-0c6f2f1f9d11'
  const apiWith = (result: unknown) =>
    createExchangesApi({
      apiUrl: 'https://api.example',
      projectId: 'demo',
      sdkVersion: '1',
      fetch: async () => Response.json({ jsonrpc: '2.0', id: 1, result }),
    })
  const outcome = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'taken',
      ({ name }: Error) => name,
    )
  const order = { exchangeId: 'one', asset: coin, amount: '1', recipient: `eip155:31337:${testAddress}` }

  test.each([
    ['nothing', {}, 'taken'],
    ['a page that runs code', { url: 'javascript:alert(1)' }, 'INTERNAL'],
    ['a page in the clear', { url: 'http://pay.example/' }, 'INTERNAL'],
    ['a page without an end', { url: `https://pay.example/${'a'.repeat(5000)}` }, 'INTERNAL'],
    ['a session that is a path', { sessionId: '../x' }, 'INTERNAL'],
  ])('about a payment, with %s', async (_, lie, expected) => {
    expect(await outcome(apiWith({ sessionId, url: 'https://pay.example/', ...lie }).open(order))).toBe(expected)
  })

  test.each([
    ['a payment for a list', { sessionId, url: 'https://pay.example/' }, 'INTERNAL'],
    ['a total that is none', { exchanges: [], total: -1 }, 'INTERNAL'],
    ['names that are none', { exchanges: [{ id: 'a', name: 1, imageUrl: '' }], total: 1 }, 'INTERNAL'],
    ['a name without an end', { exchanges: [{ id: 'a', name: 'a'.repeat(500), imageUrl: '' }], total: 1 }, 'INTERNAL'],
    ['a total without an end', { exchanges: [{ id: 'a', name: 'A', imageUrl: '' }], total: 1e9 }, 'taken'],
  ])('about exchanges, with %s', async (_, lie, expected) => {
    expect(await outcome(apiWith(lie).list(coin))).toBe(expected)
  })

  test.each([
    ['a state that is none', { status: 'DONE' }],
    ['a transaction that leads elsewhere', { status: 'SUCCESS', txHash: '../../evil?x=' }],
    ['a list', { exchanges: [], total: 0 }],
  ])('about where a payment is, with %s', async (_, lie) => {
    expect(await outcome(apiWith(lie).status('one', sessionId))).toBe('INTERNAL')
  })
})
