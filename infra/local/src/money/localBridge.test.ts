/** Tokens' path to another chain, through the api: quoted, approved, sent on one local chain, and paid on the other. */
import { createWalletClient, erc20Abi, type Hex, http, publicActions } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Stack } from '../startStack.ts'
import { startTestStack } from '../testing/startTestStack.ts'
import { localTokens } from '../tokens/localContracts.ts'
import { localBridgeKey, localDiamond } from './localBridge.ts'

const [here, there] = ['eip155:31337', 'eip155:1337'] as const
const { usdc } = localTokens

let stack: Stack
beforeAll(async () => {
  stack = await startTestStack(['chainA', 'chainB', 'faucet', 'money', 'api'])
}, 300_000)
afterAll(() => stack?.close())

type Json = Record<string, unknown>
const get = async (path: string, query: Record<string, string>): Promise<Json> => {
  const search = new URLSearchParams({ projectId: 'demo', ...query })
  return (await (await fetch(`${stack.urls.api}/v1/convert/${path}?${search}`)).json()) as Json
}
const build = async (body: Json): Promise<Json> => {
  const response = await fetch(`${stack.urls.api}/v1/convert/build-transaction`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ projectId: 'demo', ...body }),
  })
  return (await response.json()) as Json
}
type Tx = { to: string; data: Hex }

const startTrader = async () => {
  const account = privateKeyToAccount(generatePrivateKey())
  const on = (url: string) =>
    createWalletClient({ account, chain: foundry, transport: http(url) }).extend(publicActions)
  const [clientA, clientB] = [on(stack.urls.chainA), on(stack.urls.chainB)]
  for (const path of ['faucet', 'faucet/tokens']) {
    const body = JSON.stringify({ chainId: here, address: account.address })
    const headers = { 'Content-Type': 'application/json' }
    expect((await fetch(`${stack.urls.faucet}/${path}`, { method: 'POST', headers, body })).status).toBe(200)
  }
  const read = { address: usdc.address, abi: erc20Abi, functionName: 'balanceOf', args: [account.address] } as const
  return {
    address: account.address,
    send: async ({ to, data }: Tx): Promise<Hex> => {
      const hash = await clientA.sendTransaction({ to: to.split(':').at(-1) as Hex, data })
      const { status } = await clientA.waitForTransactionReceipt({ hash, pollingInterval: 50 })
      expect(status).toBe('success')
      return hash
    },
    held: async () => ({ here: await clientA.readContract(read), there: await clientB.readContract(read) }),
  }
}

/** Requests the status from the bridge, which delivers before it responds. The api would cache a first response for 4 s. */
const deliver = async (txHash: Hex): Promise<Json> => {
  const query = new URLSearchParams({ txHash, fromChain: '31337', toChain: '1337' })
  const headers = { 'x-lifi-api-key': localBridgeKey }
  return (await (await fetch(`${stack.urls.money}/local-bridge/status?${query}`, { headers })).json()) as Json
}

/** Swaps, has the bridge deliver, and returns the api's status. */
const cross = async (amount: bigint) => {
  const trader = await startTrader()
  const pair = { from: `${here}:${usdc.address}`, to: `${there}:${usdc.address}`, userAddress: trader.address }
  const before = await trader.held()
  const asked = { ...pair, amount: amount.toString() }
  const { quotes } = (await get('quotes', asked)) as { quotes: [{ toAmount: string; crossing: object }] }
  const { tx: approve } = (await get('build-approve', asked)) as { tx: Tx }
  await trader.send(approve)
  const { tx } = (await build({ ...asked, minimumAmount: quotes[0].toAmount })) as { tx: Tx }
  expect(tx.to).toBe(`${here}:${localDiamond}`)
  const txHash = await trader.send(tx)
  expect(await deliver(txHash)).toMatchObject({ status: 'PENDING' })
  const status = await get('status', { txHash, fromChainId: here, toChainId: there })
  return { before, quote: quotes[0], status, trader }
}

test('tokens of one chain can be swapped to the other', async () => {
  expect(await get('tokens', { chainId: here })).toMatchObject({ destinations: [there] })
})

test('exactly what was given leaves one chain, and what was quoted arrives on the other', async () => {
  const { before, quote, status, trader } = await cross(100_000_000n)
  expect(quote).toMatchObject({ toAmount: '99000000', provider: 'Local Bridge', crossing: { seconds: 5, feesUsd: 1 } })
  expect(status).toEqual({ state: 'arrived', txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/) })
  expect(await trader.held()).toEqual({ here: before.here - 100_000_000n, there: before.there + 99_000_000n })
}, 120_000)

test('what isn’t delivered comes back on the chain that it came from, less the fee', async () => {
  // The delivered amount would end in 13 (`refundedEnding`).
  const { before, status, trader } = await cross(10_013n)
  expect(status).toEqual({ state: 'refunded', txHash: expect.any(String) })
  expect(await trader.held()).toEqual({ here: before.here - 25n, there: before.there })
}, 180_000)
