import { networkFromChain } from '@latchkey/chains'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHarness, demo, type Harness } from './harness.ts'

const chain = networkFromChain({
  id: 4242,
  name: 'Team chain',
  nativeCurrency: { name: 'Team coin', symbol: 'TEAM', decimals: 18 },
  rpcUrls: { default: { http: ['https://rpc.example/key-of-the-operator'] } },
})
const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
let harness: Harness
beforeAll(async () => {
  harness = await createHarness({
    networks: [chain],
    nodes: { 'eip155:4242': chain.rpcUrls ?? [] },
    fetch: async (_, init) => {
      const { id, method } = JSON.parse(String(init?.body))
      const result = { eth_chainId: '0x1092', eth_getBalance: '0xde0b6b3a7640000' }[method as string] ?? '0x'
      return Response.json({ jsonrpc: '2.0', id, result })
    },
  })
})
afterAll(() => harness[Symbol.asyncDispose]())

test('the wallet hears of the operator’s networks, and not of their nodes', async () => {
  const { client } = await harness.device()
  const said = await client.call('origins', { projectId: demo.id })
  const { id, name, nativeCurrency, testnet } = chain
  expect(said.networks).toEqual([{ id, name, nativeCurrency, testnet }])
  expect(JSON.stringify(said)).not.toContain('key-of-the-operator')
})

test('accounts are asked about there too', async () => {
  const { client } = await harness.device()
  const asked = { projectId: demo.id, address, currency: 'usd' as const, chainId: 'eip155:4242' }
  expect((await client.call('accountBalance', asked)).balances).toMatchObject([
    { chainId: 'eip155:4242', symbol: 'TEAM', quantity: { numeric: '1' } },
  ])
})
