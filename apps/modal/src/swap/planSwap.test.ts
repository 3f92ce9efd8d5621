import { AppError } from '@latchkey/protocol'
import { decodeFunctionData, erc20Abi } from 'viem'
import { describe, expect, test } from 'vitest'
import { testEther, testUsdc } from '../account/testAccountApi.fixture.ts'
import { testTools } from '../send/testTools.fixture.ts'
import { planSwap } from './planSwap.ts'
import type { SwapApi } from './SwapApi.ts'
import type { SwapWish } from './swapWish.ts'
import { testApproveCall, testRouter, testSwapApi, testSwapCall } from './testSwapApi.fixture.ts'

const network = 'eip155:31337'
const account = '0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063'
const stranger = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const ether = 10n ** 18n
const word = (value: bigint | number): string => `0x${value.toString(16).padStart(64, '0')}`
const usdc = testUsdc().address?.split(':').at(-1) as string

const ofEther: SwapWish = {
  network,
  account,
  token: testEther(),
  units: ether / 2n,
  recipient: { address: account, name: null },
  swap: { get: testUsdc(), quotedUnits: 997_000_000n, minimumUnits: 987_030_000n, provider: 'Uniswap V2' },
}
const ofUsdc: SwapWish = {
  ...ofEther,
  token: testUsdc(),
  units: 240_000_000n,
  swap: { get: testEther(), quotedUnits: ether / 8n, minimumUnits: ether / 9n, provider: null },
}

type Call = { to: string; data: string }
const createNode = (replace: Readonly<Record<string, unknown>> = {}) => ({
  eth_getTransactionCount: '0x7',
  eth_getBalance: `0x${ether.toString(16)}`,
  eth_getBlockByNumber: { baseFeePerGas: '0x64' },
  eth_maxPriorityFeePerGas: '0x3',
  eth_estimateGas: '0x20000',
  eth_call: ({ data }: Call) => word(data === '0x313ce567' ? 6 : 7),
  ...replace,
})

const plan = (
  wish: SwapWish,
  {
    api = {},
    node = {},
    type = 'eoa',
    isEmbedded = true,
  }: { api?: Partial<SwapApi>; node?: object; type?: 'eoa' | 'smartAccount'; isEmbedded?: boolean } = {},
) =>
  planSwap(
    testTools(network, createNode({ ...node }), {}, { isEmbedded }),
    testSwapApi(api),
    wish,
    type,
    async () => '0x',
  )

const transactionOf = ({ request: { params } }: { request: { params?: unknown } }) =>
  (params as [Record<string, `0x${string}`> & { swap?: object }])[0]

describe('of a standard account', () => {
  test('coins are swapped at once, with all that is signed and what was agreed to', async () => {
    const planned = await plan(ofEther)
    expect(transactionOf(planned)).toMatchObject({
      from: account,
      to: testRouter,
      value: '0x6f05b59d3b20000',
      nonce: '0x7',
      chainId: '0x7a69',
      swap: { give: 'native', giveAmount: '0x6f05b59d3b20000', minimum: `0x${(987_030_000n).toString(16)}` },
    })
    expect(planned).toMatchObject({ isApproval: false, mark: { nonce: 7 }, problem: null })
  })

  test('a token is allowed first, of exactly the amount; once it is, it is swapped', async () => {
    const first = await plan(ofUsdc)
    const { to, data, swap } = transactionOf(first)
    expect(first.isApproval).toBe(true)
    expect(to).toBe(usdc)
    expect(swap).toMatchObject({ get: 'native' })
    expect(decodeFunctionData({ abi: erc20Abi, data: data as `0x${string}` }).args).toEqual([testRouter, 240_000_000n])
    const next = await plan(ofUsdc, { api: { allowance: async () => ({ units: 240_000_000n, permitSpender: null }) } })
    expect(next.isApproval).toBe(false)
    expect(transactionOf(next).to).toBe(testRouter)
  })

  test('a token that takes no other allowance while there is one is set to none before', async () => {
    const node = {
      eth_call: ({ data }: Call) => {
        if (data === '0x313ce567') return word(6)
        throw new AppError('EXECUTION_REVERTED')
      },
    }
    const planned = await plan(ofUsdc, { api: { allowance: async () => ({ units: 5n, permitSpender: null }) }, node })
    const { args } = decodeFunctionData({ abi: erc20Abi, data: transactionOf(planned).data as `0x${string}` })
    expect(args).toEqual([testRouter, 0n])
    expect(planned.isApproval).toBe(true)
  })

  test('another wallet chooses number and fees itself, and is told no terms', async () => {
    const asked = transactionOf(await plan(ofEther, { isEmbedded: false }))
    expect(Object.keys(asked).toSorted()).toEqual(['chainId', 'data', 'from', 'to', 'value'])
  })

  test('coins that do not cover amount and fee are short', async () => {
    await expect(plan(ofEther, { node: { eth_getBalance: '0x1' } })).resolves.toMatchObject({
      problem: { kind: 'short' },
    })
  })
})

describe('of a smart account', () => {
  const node = {
    eth_call: ({ to, data }: Call) => word(data === '0x313ce567' ? 6 : to.startsWith('0x0000000071727') ? 3 : 7),
  }

  test('coins are one call, a token is allowed and swapped in one operation', async () => {
    const coins = await plan(ofEther, { type: 'smartAccount', node })
    expect(coins).toMatchObject({ feeUnits: null, mark: { operation: 3 }, request: { method: 'eth_sendTransaction' } })
    const { request } = await plan(ofUsdc, { type: 'smartAccount', node })
    expect(request).toMatchObject({
      method: 'wallet_sendCalls',
      params: [
        {
          from: account,
          atomicRequired: true,
          calls: [{ to: usdc }, { to: testRouter }],
          capabilities: { swap: { get: 'native', giveAmount: '0xe4e1c00' } },
        },
      ],
    })
  })
})

/** The api, or the exchange behind it, lies: nothing reaches a wallet. */
describe('an answer that is not the swap is refused', () => {
  const lies: readonly [string, SwapWish, Partial<SwapApi>][] = [
    [
      'pays someone else',
      ofEther,
      { buildSwap: async (pair, min) => testSwapCall({ ...pair, account: stranger }, min) },
    ],
    ['has a lower minimum', ofEther, { buildSwap: async (pair, min) => testSwapCall(pair, min - 1n) }],
    ['takes more coins', ofEther, { buildSwap: async (pair, min) => ({ ...testSwapCall(pair, min), value: ether }) }],
    [
      'takes more of the token',
      ofUsdc,
      { buildSwap: async (pair, min) => testSwapCall({ ...pair, units: pair.units + 1n }, min) },
    ],
    [
      'brings another token',
      ofUsdc,
      { buildSwap: async (pair, min) => testSwapCall({ ...pair, to: `${network}:${stranger}` }, min) },
    ],
    [
      'takes coins beside the token',
      ofUsdc,
      { buildSwap: async (pair, min) => ({ ...testSwapCall(pair, min), value: 1n }) },
    ],
    ['is a transfer', ofEther, { buildSwap: async () => ({ to: stranger, data: '0x12345678', value: ether / 2n }) }],
    ['is an approval alone', ofUsdc, { buildSwap: async (pair) => testApproveCall(pair) }],
    ['allows more', ofUsdc, { buildApprove: async (pair) => testApproveCall({ ...pair, units: 2n ** 256n - 1n }) }],
    ['allows another token', ofUsdc, { buildApprove: async (pair) => ({ ...testApproveCall(pair), to: stranger }) }],
    [
      'sends coins with the approval',
      ofUsdc,
      { buildApprove: async (pair) => ({ ...testApproveCall(pair), value: 1n }) },
    ],
    ['swaps in place of the approval', ofUsdc, { buildApprove: async (pair) => testSwapCall(pair, 1n) }],
  ]
  test.each(lies)('that %s', async (_, wish, api) => {
    for (const type of ['eoa', 'smartAccount'] as const)
      await expect(plan(wish, { api, type, isEmbedded: false })).rejects.toMatchObject({ name: 'SWAP_MISMATCH' })
  })

  test('whose decimals are not those of the chain', async () => {
    const node = { eth_call: () => word(18) }
    await expect(plan(ofEther, { node })).rejects.toMatchObject({ name: 'SWAP_MISMATCH' })
    await expect(plan(ofEther, { node: { eth_call: () => '0x' } })).rejects.toMatchObject({ name: 'SWAP_MISMATCH' })
  })
})

test('what the network would undo is told before a wallet is asked', async () => {
  const node = { eth_estimateGas: new AppError('EXECUTION_REVERTED', { details: { reason: 'K' } }) }
  await expect(plan(ofEther, { node })).rejects.toMatchObject({ name: 'EXECUTION_REVERTED' })
})
