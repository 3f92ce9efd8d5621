import { afterAll, beforeAll, expect, test } from 'vitest'
import { mintOf, sendGifts } from '../faucet/sendGifts.ts'
import type { Stack } from '../startStack.ts'
import { startTestStack } from '../testing/startTestStack.ts'
import { localTokens } from '../tokens/localContracts.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startTestStack(['chainA', 'faucet', 'money', 'api'])
}, 180_000)
afterAll(() => stack?.close())

type Json = Record<string, unknown>
const post = async (path: string, body: Json): Promise<Json> => {
  const init = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ projectId: 'demo', ...body }),
  }
  return (await (await fetch(`${stack.urls.api}/v1/offramp/${path}`, init)).json()) as Json
}
const order = {
  provider: 'local-cash',
  sellCurrency: 'USDC',
  network: 'local-31337',
  amount: '50',
  payoutCurrency: 'USD',
}
const start = async () => {
  const opened = await post('sessions', { ...order, address: `0x${'a1'.repeat(20)}` })
  const status = async () => {
    const answer = await fetch(`${stack.urls.api}/v1/offramp/sessions/${opened.sessionId}?projectId=demo`)
    return (await answer.json()) as { state: string; deposit?: { address: `0x${string}`; amount: string } }
  }
  const choose = (choice: string) =>
    fetch(String(opened.url), { method: 'POST', body: new URLSearchParams({ choice }) })
  return { status, choose }
}

test('a sale is accepted, received once the chain has the tokens, and paid out', async () => {
  expect(await post('quote', order)).toMatchObject({
    payoutTotal: { amount: '49.00' },
    providerFee: { amount: '1.00' },
  })
  const { status, choose } = await start()
  await choose('payOut')
  await choose('accept')
  const { state, deposit } = await status()
  expect([state, deposit?.amount]).toEqual(['send', '50'])
  if (deposit === undefined) throw new Error('no deposit')
  const chain = { url: stack.urls.chainA } as Parameters<typeof sendGifts>[0]
  await sendGifts(chain, [mintOf(localTokens.usdc.address, deposit.address, 50_000_000n)])
  await choose('payOut')
  await expect.poll(async () => (await status()).state).toBe('paid')
})

test.each([
  ['declineSale', 'declined'],
  ['expire', 'expired'],
])('after %s it is %s', async (choice, state) => {
  const { status, choose } = await start()
  await choose(choice)
  await choose('accept')
  expect(await status()).toEqual({ state })
})

test('amounts outside the limits are refused with them', async () => {
  expect(await post('quote', { ...order, amount: '5' })).toMatchObject({
    error: { name: 'AMOUNT_OUT_OF_RANGE', details: { min: '10.00', max: '5000.00', currency: 'USD' } },
  })
})
