import { describe, expect, test } from 'vitest'
import { createBuyApi } from './createBuyApi.ts'
import { testOptions } from './testBuyApi.fixture.ts'

const sessionId = '0b6a1f5e-8f1c-4c86-9a3f-0c6f2f1f9d11'
const order = { purchaseCurrency: 'USDC', paymentCurrency: 'USD', amount: '50.00', network: 'local' }
const price = { amount: '50.00', currency: 'USD' }
const quote = {
  paymentTotal: price,
  paymentSubtotal: price,
  networkFee: price,
  purchaseAmount: { amount: '49', currency: 'USDC' },
  quoteId: 'q',
}

/** The api with one answer for every row. */
const apiWith = (answer: unknown) =>
  createBuyApi({
    apiUrl: 'https://api.example',
    projectId: 'demo',
    sdkVersion: '1',
    fetch: async () => Response.json(answer),
  })
const outcome = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'taken',
    ({ name }: Error) => name,
  )

describe('an api that lies', () => {
  test.each([
    ['nothing', {}, 'taken'],
    ['a page that runs code', { url: 'javascript:alert(1)' }, 'INTERNAL'],
    ['a page of data', { url: 'data:text/html,<script>1</script>' }, 'INTERNAL'],
    ['a page in the clear', { url: 'http://pay.example/' }, 'INTERNAL'],
    ['a page by its path', { url: '//pay.example' }, 'INTERNAL'],
    ['a host that only begins as this machine’s', { url: 'http://localhost.pay.example/' }, 'INTERNAL'],
    ['a page without an end', { url: `https://pay.example/${'a'.repeat(5000)}` }, 'INTERNAL'],
    ['a session that is a path', { sessionId: '../quote' }, 'INTERNAL'],
  ])('about a session, with %s', async (_, lie, expected) => {
    const api = apiWith({ sessionId, url: 'https://pay.example/s1', ...lie })
    expect(await outcome(api.start({ ...order, address: `0x${'1'.repeat(40)}` }))).toBe(expected)
  })

  test.each([
    ['nothing', {}, 'taken'],
    ['a total that is no number', { paymentTotal: { ...price, amount: 'free' } }, 'INTERNAL'],
    ['a total below zero', { paymentTotal: { ...price, amount: '-1' } }, 'INTERNAL'],
    ['a fee in exponents', { networkFee: { ...price, amount: '1e9' } }, 'INTERNAL'],
    ['a provider’s fee without an amount', { providerFee: { currency: 'USD' } }, 'INTERNAL'],
    ['an amount without an end', { purchaseAmount: { ...price, amount: '9'.repeat(400) } }, 'INTERNAL'],
    ['a currency without an end', { paymentSubtotal: { ...price, currency: 'A'.repeat(400) } }, 'INTERNAL'],
  ])('about a quote, with %s', async (_, lie, expected) => {
    expect(await outcome(apiWith({ ...quote, ...lie }).quote(order))).toBe(expected)
  })

  test.each([
    ['nothing', {}, 'taken'],
    ['a state that is none', { state: 'done' }, 'INTERNAL'],
    ['an amount that is none', { amount: 'all' }, 'INTERNAL'],
    ['a transaction that leads elsewhere', { txHash: '../../evil?x=' }, 'INTERNAL'],
  ])('about where a purchase is, with %s', async (_, lie, expected) => {
    expect(await outcome(apiWith({ state: 'arrived', amount: '49', txHash: '0xab', ...lie }).status(sessionId))).toBe(
      expected,
    )
  })

  test('about limits that are none', async () => {
    const [first] = testOptions.paymentCurrencies
    const lie = { ...first, payment_method_limits: [{ id: 'card', min: '-1', max: 'x' }] }
    expect(await outcome(apiWith(testOptions).options())).toBe('taken')
    expect(await outcome(apiWith({ ...testOptions, paymentCurrencies: [lie] }).options())).toBe('INTERNAL')
  })
})
