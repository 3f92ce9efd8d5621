import { createPublicClient, erc20Abi, http } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Stack } from '../startStack.ts'
import { startTestStack } from '../testing/startTestStack.ts'
import { localTokens } from '../tokens/localContracts.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startTestStack(['chainA', 'faucet', 'money', 'api'])
}, 180_000)
afterAll(() => stack?.close())

type Json = Record<string, unknown>
const headers = { 'Content-Type': 'application/json' }
const post = async (path: string, body: Json): Promise<Json> => {
  const init = { method: 'POST', headers, body: JSON.stringify({ projectId: 'demo', ...body }) }
  return (await (await fetch(`${stack.urls.api}/v1/onramp/${path}`, init)).json()) as Json
}
const order = { purchaseCurrency: 'USDC', paymentCurrency: 'USD', amount: '50.00', network: 'local-31337' }
const start = async (change: Json = {}) => {
  const { address } = privateKeyToAccount(generatePrivateKey())
  const opened = (await post('sessions', { ...order, provider: 'local-pay', address, ...change })) as {
    sessionId: string
    url: string
  }
  const status = async () =>
    (await (await fetch(`${stack.urls.api}/v1/onramp/sessions/${opened.sessionId}?projectId=demo`)).json()) as Json
  const choose = (choice: string, query = '') =>
    fetch(`${opened.url}${query}`, { method: 'POST', body: new URLSearchParams({ choice }) })
  const held = () =>
    createPublicClient({ transport: http(stack.urls.chainA) }).readContract({
      address: localTokens.usdc.address,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [address],
    })
  return { ...opened, address, status, choose, held }
}

test('two providers quote the same purchase, fees apart', async () => {
  const quotes = await Promise.all(['local-pay', 'local-bank'].map((provider) => post('quote', { ...order, provider })))
  expect(quotes).toEqual([
    expect.objectContaining({
      purchaseAmount: { amount: '49', currency: 'USDC' },
      providerFee: { amount: '0.50', currency: 'USD' },
    }),
    expect.objectContaining({
      purchaseAmount: { amount: '48', currency: 'USDC' },
      providerFee: { amount: '1.50', currency: 'USD' },
    }),
  ])
})

test('a payment on the page arrives, with the transfer’s hash', async () => {
  const { status, choose, held } = await start()
  expect(await status()).toEqual({ state: 'waiting' })
  await choose('pay')
  expect(await status()).toEqual({ state: 'arrived', amount: '49', txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/) })
  expect(await held()).toBe(49_000_000n)
})

test('the page pays the address of the session, whatever its own URL says', async () => {
  const { url, address, choose, held } = await start()
  const other = `0x${'b2'.repeat(20)}`
  const shown = await (await fetch(`${url}?address=${other}`)).text()
  expect(shown).toContain(address)
  expect(shown).not.toContain(other)
  await choose('pay', `?address=${other}`)
  expect(await held()).toBe(49_000_000n)
})

test('a decline is known by its report, and sends nothing', async () => {
  const { status, choose, held } = await start()
  await choose('decline')
  expect(await status()).toEqual({ state: 'declined' })
  await choose('pay')
  expect(await held()).toBe(0n)
})

test.each([
  ['payLater', 'processing'],
  ['expire', 'expired'],
])('after %s it is %s, and arrives once it is sent', async (choice, state) => {
  const { status, choose } = await start()
  await choose(choice)
  expect(await status()).toEqual({ state })
  await choose('deliver')
  expect(await status()).toMatchObject({ state: 'arrived', amount: '49' })
})

test('amounts outside the limits are refused with them', async () => {
  expect(await post('quote', { ...order, amount: '5.00' })).toMatchObject({
    error: { name: 'AMOUNT_OUT_OF_RANGE', details: { min: '10.00', max: '25000.00', currency: 'USD' } },
  })
})
