import { base58 } from '@scure/base'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localBitcoin } from '../bitcoin/localBitcoin.ts'
import { localCluster, localMints } from '../solana/localMints.ts'
import type { Stack } from '../startStack.ts'
import { startTestStack } from '../testing/startTestStack.ts'
import { localTokens } from './localContracts.ts'

const [chainA, chainB] = ['eip155:31337', 'eip155:1337'] as const
const { usdc, lkey } = localTokens

let stack: Stack
/** Chains, faucet and services as in `npm start`. */
beforeAll(async () => {
  stack = await startTestStack(['chainA', 'chainB', 'solana', 'bitcoin', 'faucet', 'api'])
}, 180_000)
afterAll(() => stack?.close())

const grant = async (path: string, chainId: string, address: string): Promise<void> => {
  const response = await fetch(`${stack.urls.faucet}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ chainId, address }),
  })
  if (!response.ok) throw new Error(await response.text())
}

type Balance = { chainId: string; symbol: string; value?: number; price: number; quantity: { numeric: string } }

const ask = async (account: string, query: Record<string, string> = {}): Promise<Balance[]> => {
  const parameters = new URLSearchParams({ projectId: 'demo', currency: 'usd', ...query })
  const response = await fetch(`${stack.urls.api}/v1/account/${account}/balance?${parameters}`)
  if (!response.ok) throw new Error(await response.text())
  return ((await response.json()) as { balances: Balance[] }).balances
}
const told = (balances: readonly Balance[]) =>
  balances.map(({ chainId, symbol, quantity }) => [chainId, symbol, quantity.numeric])

test('coins and tokens of the local EVM chains have the local exchange’s prices', async () => {
  const account = privateKeyToAddress(generatePrivateKey())
  expect(told(await ask(account))).toEqual([
    [chainB, 'ETH', '0'],
    [chainA, 'ETH', '0'],
  ])
  await grant('/faucet', chainA, account)
  await grant('/faucet/tokens', chainA, account)
  const balances = await ask(account, { chainId: chainA, forceUpdate: 'true' })
  expect(balances).toMatchObject([
    { symbol: 'ETH', name: 'Ether', iconUrl: `${stack.urls.api}/public/getTokenImage/ETH` },
    { symbol: 'USDC', address: `${chainA}:${usdc.address}`, price: 1 },
    { symbol: 'LKEY', address: `${chainA}:${lkey.address}`, iconUrl: '' },
  ])
  for (const { quantity, price, value } of balances) {
    expect(Number(quantity.numeric)).toBeGreaterThan(0)
    expect(price).toBeGreaterThan(0)
    expect(value).toBeCloseTo(price * Number(quantity.numeric))
  }
  expect(told(await ask(account))).toEqual([
    [chainA, 'ETH', expect.any(String)],
    [chainB, 'ETH', '0'],
    ...told(balances).slice(1),
  ])
})

test('SOL and the tokens of both programs have their names', async () => {
  const account = base58.encode(crypto.getRandomValues(new Uint8Array(32)))
  const chainId = localCluster.caipNetworkId
  expect(told(await ask(account))).toEqual([[chainId, 'SOL', '0']])
  await grant('/faucet', chainId, account)
  await grant('/faucet/tokens', chainId, account)
  const balances = await ask(account, { chainId, forceUpdate: 'true' })
  expect(told(balances)).toEqual([
    [chainId, 'SOL', '10'],
    [chainId, 'LKEY', '1000'],
    [chainId, 'USDC', '1000'],
  ])
  expect(balances[1]).toMatchObject({
    name: 'Latchkey Token',
    address: `${chainId}:${localMints.lkey.address}`,
    price: 0,
  })
})

test('coins of the local Bitcoin are returned', async () => {
  const account = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
  const chainId = localBitcoin.caipNetworkId
  expect(told(await ask(account))).toEqual([[chainId, 'BTC', '0']])
  await grant('/faucet', chainId, account)
  expect(told(await ask(account, { chainId, forceUpdate: 'true' }))).toEqual([[chainId, 'BTC', '0.1']])
})

test('an unreachable chain is left out, and is an error when it is requested by itself', async () => {
  const account = privateKeyToAddress(generatePrivateKey())
  await stack.chainB.stop()
  expect(told(await ask(account))).toEqual([[chainA, 'ETH', '0']])
  await expect(ask(account, { chainId: chainB })).rejects.toThrow('The network cannot be reached right now')
})
