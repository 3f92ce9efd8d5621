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
const call = async (method: string, params: Json): Promise<Json> => {
  const response = await fetch(`${stack.urls.api}/v1/json-rpc?projectId=demo`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: `reown_${method}`, params }),
  })
  const { result, error } = (await response.json()) as { result?: Json; error?: Json }
  return result ?? { error }
}
const asset = `eip155:31337/erc20:${localTokens.usdc.address}`
const open = async () => {
  const { address } = privateKeyToAccount(generatePrivateKey())
  const params = { exchangeId: 'local-exchange', asset, amount: '25', recipient: `eip155:31337:${address}` }
  const { url, sessionId } = (await call('getExchangePayUrl', params)) as { url: string; sessionId: string }
  const status = () => call('getExchangeBuyStatus', { exchangeId: 'local-exchange', sessionId })
  const choose = (choice: string) => fetch(url, { method: 'POST', body: new URLSearchParams({ choice }) })
  const held = () =>
    createPublicClient({ transport: http(stack.urls.chainA) }).readContract({
      address: localTokens.usdc.address,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [address],
    })
  return { url, address, status, choose, held }
}

test('an exchange is listed for what it sends', async () => {
  expect(await call('getExchanges', { page: 1, asset })).toEqual({
    exchanges: [{ id: 'local-exchange', name: 'Local Exchange', imageUrl: '', limits: { min: '1', max: '5000' } }],
    total: 1,
  })
  expect(await call('getExchanges', { page: 1, asset: 'eip155:1/slip44:60' })).toEqual({ exchanges: [], total: 0 })
})

test('a withdrawal on its page arrives, with the transfer’s hash', async () => {
  const { url, address, status, choose, held } = await open()
  expect(await (await fetch(url)).text()).toContain(address)
  await choose('pay')
  expect(await status()).toEqual({ status: 'SUCCESS', txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/) })
  expect(await held()).toBe(25_000_000n)
})

test('one that is canceled sends nothing', async () => {
  const { status, choose, held } = await open()
  await choose('decline')
  expect(await status()).toEqual({ status: 'FAILED' })
  await choose('pay')
  expect(await held()).toBe(0n)
})

test('one that is late arrives once it is sent', async () => {
  const { status, choose } = await open()
  await choose('payLater')
  expect(await status()).toEqual({ status: 'IN_PROGRESS' })
  await choose('deliver')
  // The exchange's earlier report is cached for four seconds.
  await expect.poll(status, { timeout: 15_000 }).toMatchObject({ status: 'SUCCESS' })
})
