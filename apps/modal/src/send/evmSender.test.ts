import { AppError, isAppError } from '@latchkey/protocol'
import { decodeFunctionData, erc20Abi } from 'viem'
import { describe, expect, test } from 'vitest'
import { testEther, testUsdc } from '../account/testAccountApi.fixture.ts'
import { evmSender } from './evmSender.ts'
import type { SendWish } from './SendPlan.ts'
import { testTools } from './testTools.fixture.ts'

const network = 'eip155:31337'
const account = '0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063'
const friend = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const hash = `0x${'ab'.repeat(32)}`
const ether = 10n ** 18n
const wish: SendWish = {
  network,
  account,
  token: testEther(),
  units: ether / 2n,
  recipient: { address: friend, name: null },
}
const ofUsdc: SendWish = { ...wish, token: testUsdc(), units: 5_000_000n }
const node = {
  eth_getTransactionCount: '0x7',
  eth_getBalance: `0x${ether.toString(16)}`,
  eth_getBlockByNumber: { baseFeePerGas: '0x64' },
  eth_maxPriorityFeePerGas: '0x3',
  eth_estimateGas: '0x5208',
  eth_call: `0x${'1'.padStart(64, '0')}`,
}
const rejection = async (work: Promise<unknown>): Promise<AppError> => {
  const thrown = await work.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!(thrown instanceof AppError)) throw new Error('It did not fail')
  return thrown
}

describe('a plan', () => {
  test('of coins for the embedded wallet has every number that the wallet signs', async () => {
    const plan = await evmSender.plan(testTools(network, node), wish)
    expect(plan.request).toEqual({
      method: 'eth_sendTransaction',
      params: [
        {
          from: account,
          to: friend,
          value: '0x6f05b59d3b20000',
          chainId: '0x7a69',
          nonce: '0x7',
          gas: '0x5208',
          maxFeePerGas: '0xcb',
          maxPriorityFeePerGas: '0x3',
        },
      ],
    })
    expect(plan).toMatchObject({ feeUnits: 21_000n * 203n, problem: null, mark: { nonce: 7 } })
  })

  test('for another wallet leaves number and fees to it', async () => {
    const plan = await evmSender.plan(testTools(network, node, {}, { isEmbedded: false }), wish)
    expect(plan.request.params).toEqual([{ from: account, to: friend, value: '0x6f05b59d3b20000', chainId: '0x7a69' }])
  })

  test('of a token calls its contract, with a fifth more gas than it took', async () => {
    const plan = await evmSender.plan(testTools(network, { ...node, eth_estimateGas: '0xc350' }), ofUsdc)
    const [transaction] = plan.request.params as [{ to: string; value: string; gas: string; data: `0x${string}` }]
    expect(transaction).toMatchObject({ to: testUsdc().address?.split(':').at(-1), value: '0x0', gas: '0xea60' })
    expect(decodeFunctionData({ abi: erc20Abi, data: transaction.data })).toEqual({
      functionName: 'transfer',
      args: [friend, 5_000_000n],
    })
  })

  test.each<[string, SendWish, bigint, object | null]>([
    ['coins and fee to the last wei', wish, ether / 2n + 21_000n * 203n, null],
    ['a wei less', wish, ether / 2n + 21_000n * 203n - 1n, { kind: 'short', neededUnits: ether / 2n + 21_000n * 203n }],
    ['a token without coins for the fee', ofUsdc, 0n, { kind: 'short', neededUnits: 21_000n * 203n }],
  ])('with %s', async (_, wanted, balance, problem) => {
    const tools = testTools(network, { ...node, eth_getBalance: `0x${balance.toString(16)}` })
    expect((await evmSender.plan(tools, wanted)).problem).toEqual(problem)
  })

  test.each<[string, object, string]>([
    ['a contract that refuses', { eth_estimateGas: new AppError('EXECUTION_REVERTED') }, 'EXECUTION_REVERTED'],
    ['a token that says no', { eth_call: `0x${'0'.repeat(64)}` }, 'EXECUTION_REVERTED'],
    ['a node that is away', { eth_getBalance: new AppError('CHAIN_UNREACHABLE') }, 'CHAIN_UNREACHABLE'],
    ['a node that answers rubbish', { eth_getTransactionCount: 'many' }, 'CHAIN_UNREACHABLE'],
  ])('fails by %s', async (_, change, name) => {
    const error = await rejection(evmSender.plan(testTools(network, { ...node, ...change }), ofUsdc))
    expect(error.name).toBe(name)
  })

  test('takes the silence of an old token for a yes', async () => {
    const plan = await evmSender.plan(testTools(network, { ...node, eth_call: '0x' }), ofUsdc)
    expect(plan.problem).toBeNull()
  })

  test('on a chain of the site’s own it is for that chain', async () => {
    const far = 'eip155:424242'
    const { request } = await evmSender.plan(testTools(far, node), { ...wish, network: far })
    expect(request.params).toMatchObject([{ chainId: '0x67932' }])
  })

  test('on another kind of chain there is none', async () => {
    const far = 'cosmos:cosmoshub-4'
    const error = await rejection(evmSender.plan(testTools(far, node), { ...wish, network: far }))
    expect(error.name).toBe('CHAIN_NOT_SUPPORTED')
  })
})

describe('giving it to the wallet', () => {
  const planFor = (tools: ReturnType<typeof testTools>) => evmSender.plan(tools, wish)

  test('asks once, and resolves with the hash', async () => {
    const tools = testTools(network, node, { eth_sendTransaction: hash.toUpperCase().replace('X', 'x') })
    expect(await evmSender.send(tools, await planFor(tools))).toBe(hash)
    expect(tools.requests).toHaveLength(1)
  })

  test.each<[string, AppError]>([
    ['a rejection', new AppError('USER_REJECTED', { details: { walletCode: 4001 } })],
    ['a loss', new AppError('DISCONNECTED')],
    ['an answer of its node', new AppError('INTERNAL', { details: { walletCode: -32603 } })],
  ])('never asks a second time after %s', async (_, refusal) => {
    const tools = testTools(network, node, { eth_sendTransaction: refusal }, { isEmbedded: false })
    const plan = await planFor(tools)
    expect(await rejection(evmSender.send(tools, plan))).toBe(refusal)
    expect(tools.requests).toHaveLength(1)
  })

  test.each([undefined, null, '0x12', { hash }, [hash]])('takes %j for no hash', async (answer) => {
    const tools = testTools(network, node, { eth_sendTransaction: answer })
    const error = await rejection(evmSender.send(tools, await planFor(tools)))
    expect(isAppError(error, 'WALLET_INVALID_RESPONSE')).toBe(true)
  })
})

test.each<[string, boolean, string]>([
  ['0x7', true, 'repeatable'],
  ['0x7', false, 'open'],
  ['0x8', true, 'out'],
  ['0x8', false, 'out'],
])('after a silence, with %s as the next number and an embedded wallet (%s): %s', async (next, isEmbedded, trace) => {
  const tools = testTools(network, { eth_getTransactionCount: next }, {}, { isEmbedded })
  expect(await evmSender.trace(tools, account, { nonce: 7 })).toBe(trace)
})

test.each<[string, string]>([
  ['0x', 'person'],
  ['0x6080', 'contract'],
  [`0xef0100${'ab'.repeat(20)}`, 'person'],
])('code %s is that of a %s', async (code, kind) => {
  expect(await evmSender.inspect(testTools(network, { eth_getCode: code }), friend)).toBe(kind)
})

test.each<[unknown, string]>([
  [null, 'pending'],
  [{ status: '0x1' }, 'confirmed'],
  [{ status: '0x0' }, 'failed'],
  [{}, 'confirmed'],
])('a receipt %j means %s', async (receipt, status) => {
  expect(await evmSender.status?.(testTools(network, { eth_getTransactionReceipt: receipt }), hash)).toBe(status)
})

test('to send all, the highest fee is kept back: more for who takes more gas', async () => {
  expect(await evmSender.reserve(testTools(network, node), account, null)).toBe(21_000n * 203n)
  const contract = testTools(network, { ...node, eth_estimateGas: '0xc350' })
  expect(await evmSender.reserve(contract, account, friend)).toBe(60_000n * 203n)
})
