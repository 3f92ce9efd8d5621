import { jsonRpc } from '@latchkey/api-client'
import { networkFromChain } from '@latchkey/chains'
import { startAnvil } from '@latchkey/service-kit/test/startAnvil'
import { parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHarness, demo, type Harness } from './harness.ts'

/** A chain that the registry doesn't have, as an operator adds it to NETWORKS: a real one. */
const chainId = 'eip155:4242'
let chain: Awaited<ReturnType<typeof startAnvil>>
let harness: Harness
beforeAll(async () => {
  chain = await startAnvil(4242)
  const own = networkFromChain({
    id: 4242,
    name: 'Team chain',
    nativeCurrency: { name: 'Team coin', symbol: 'TEAM', decimals: 18 },
    rpcUrls: { default: { http: [`${chain.url}/key-of-the-operator`] } },
  })
  harness = await createHarness({ networks: [own], nodes: { [chainId]: [chain.url] }, fetch: globalThis.fetch })
})
afterAll(async () => {
  await harness[Symbol.asyncDispose]()
  await chain[Symbol.asyncDispose]()
})

test('the wallet hears of the operator’s networks, and not of their nodes', async () => {
  const { client } = await harness.device()
  const said = await client.call('origins', { projectId: demo.id })
  expect(said.networks).toEqual([
    {
      id: 4242,
      name: 'Team chain',
      nativeCurrency: { name: 'Team coin', symbol: 'TEAM', decimals: 18 },
      testnet: false,
    },
  ])
  expect(JSON.stringify(said)).not.toContain('key-of-the-operator')
})

test('what is signed for the network is sent there, and the account’s balance follows', async () => {
  const { client } = await harness.device()
  const [ada, bob] = [privateKeyToAccount(generatePrivateKey()), privateKeyToAccount(generatePrivateKey())]
  await chain.client.setBalance({ address: ada.address, value: parseEther('5') })
  const signed = await ada.signTransaction({
    chainId: 4242,
    to: bob.address,
    value: parseEther('2'),
    nonce: 0,
    gas: 21_000n,
    maxFeePerGas: 10_000_000_000n,
    maxPriorityFeePerGas: 1n,
  })
  const { result, error } = await jsonRpc(client, chainId, { method: 'eth_sendRawTransaction', params: [signed] })
  expect(error).toBeUndefined()
  expect(await chain.client.waitForTransactionReceipt({ hash: result as `0x${string}` })).toMatchObject({
    status: 'success',
  })
  const asked = { projectId: demo.id, address: bob.address, currency: 'usd' as const, chainId, forceUpdate: 'now' }
  expect((await client.call('accountBalance', asked)).balances).toMatchObject([
    { chainId, name: 'Team coin', symbol: 'TEAM', quantity: { decimals: '18', numeric: '2' } },
  ])
})

test('the network is among those that are served, and one without a node isn’t', async () => {
  const { client } = await harness.device()
  const { http } = await client.call('supportedChains', {})
  expect(http).toContain(chainId)
  expect(http).not.toContain('eip155:1')
})
