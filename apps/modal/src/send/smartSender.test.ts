import { AppError } from '@latchkey/protocol'
import { decodeFunctionData, erc20Abi, parseAbi } from 'viem'
import { entryPoint07Address } from 'viem/account-abstraction'
import { describe, expect, test } from 'vitest'
import { testEther, testUsdc } from '../account/testAccountApi.fixture.ts'
import { outcome } from '../connectors/outcome.fixture.ts'
import { evmSender } from './evmSender.ts'
import type { SendWish } from './SendPlan.ts'
import { smartSender } from './smartSender.ts'
import { testTools } from './testTools.fixture.ts'

const network = 'eip155:31337'
const account = '0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063'
const friend = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const hash = `0x${'AB'.repeat(32)}`
const ether = 10n ** 18n
const wish: SendWish = {
  network,
  account,
  token: testEther(),
  units: ether / 2n,
  recipient: { address: friend, name: null },
}
const ofUsdc: SendWish = { ...wish, token: testUsdc(), units: 5_000_000n }
const word = (value: bigint | number): string => `0x${value.toString(16).padStart(64, '0')}`

const getNonce = parseAbi(['function getNonce(address sender, uint192 key) view returns (uint256)'])

/** A node that answers the EntryPoint's call with a number, and other calls with `tried`. */
const createNode = (operation: string = word(7), tried: unknown = word(1)) => ({
  eth_getBalance: `0x${ether.toString(16)}`,
  eth_getBlockByNumber: { baseFeePerGas: '0x64' },
  eth_maxPriorityFeePerGas: '0x3',
  eth_getCode: '0x',
  eth_call({ to, data }: { to: string; data: `0x${string}` }) {
    if (to !== entryPoint07Address) {
      if (tried instanceof AppError) throw tried
      return tried
    }
    expect(decodeFunctionData({ abi: getNonce, data }).args).toEqual([account, 0n])
    return operation
  },
})

describe('a plan', () => {
  test('of coins leaves number, gas and fees to the wallet', async () => {
    const plan = await smartSender.plan(testTools(network, createNode()), wish)
    expect(plan.request).toEqual({
      method: 'eth_sendTransaction',
      params: [{ from: account, to: friend, value: '0x6f05b59d3b20000', chainId: '0x7a69' }],
    })
    expect(plan).toMatchObject({ feeUnits: null, problem: null, mark: { operation: 7 } })
  })

  test('of a token is a call of its contract', async () => {
    const { request } = await smartSender.plan(testTools(network, createNode()), ofUsdc)
    const [{ data, value }] = request.params as [{ data: `0x${string}`; value: string }]
    expect(decodeFunctionData({ abi: erc20Abi, data })).toEqual({
      functionName: 'transfer',
      args: [friend, 5_000_000n],
    })
    expect(value).toBe('0x0')
  })

  test('of more coins than there are says so; of a token nothing is needed', async () => {
    const poor = { ...createNode(), eth_getBalance: '0x1' }
    expect((await smartSender.plan(testTools(network, poor), wish)).problem).toEqual({
      kind: 'short',
      neededUnits: wish.units,
    })
    expect((await smartSender.plan(testTools(network, poor), ofUsdc)).problem).toBeNull()
  })

  test.each<[string, unknown, SendWish, string]>([
    ['that the network would refuse', new AppError('EXECUTION_REVERTED'), wish, 'EXECUTION_REVERTED'],
    ['of a token that refuses', word(0), ofUsdc, 'EXECUTION_REVERTED'],
  ])('%s is none', async (_, tried, of, name) => {
    expect(await outcome(smartSender.plan(testTools(network, createNode(word(0), tried)), of))).toBe(name)
  })

  test.each(['0x', '0x1', `0x${'f'.repeat(64)}`])('with %s for a number is none', async (operation) => {
    expect(await outcome(smartSender.plan(testTools(network, createNode(operation)), wish))).toBe('CHAIN_UNREACHABLE')
  })
})

describe('sending', () => {
  test('asks the wallet once, and has the hash of the transaction', async () => {
    const tools = testTools(network, createNode(), { eth_sendTransaction: hash })
    const plan = await smartSender.plan(tools, wish)
    expect(await smartSender.send(tools, plan)).toBe(hash.toLowerCase())
    expect(tools.requests).toEqual([plan.request])
  })

  test.each([null, 5, '0x12', ''])('%j is no hash', async (answer) => {
    const tools = testTools(network, createNode(), { eth_sendTransaction: answer })
    expect(await outcome(smartSender.send(tools, await smartSender.plan(tools, wish)))).toBe('WALLET_INVALID_RESPONSE')
  })

  test('what was planned for the other account at the same address is refused, either way', async () => {
    const tools = testTools(network, { ...createNode(), eth_getTransactionCount: '0x7', eth_estimateGas: '0x5208' })
    expect(await outcome(smartSender.send(tools, await evmSender.plan(tools, wish)))).toBe('UNAUTHORIZED')
    expect(await outcome(evmSender.send(tools, await smartSender.plan(tools, wish)))).toBe('UNAUTHORIZED')
    expect(tools.requests).toEqual([])
  })
})

test.each([
  [7, 'open'],
  [8, 'out'],
])('after a silence, with %i as the next number: %s, and never to be repeated', async (next, trace) => {
  expect(await smartSender.trace(testTools(network, createNode(word(next))), account, { operation: 7 })).toBe(trace)
})

test.each([
  ['0x7', 'open'],
  ['0x8', 'out'],
])('of the other account’s transaction, with %s as its next number: %s', async (next, trace) => {
  const tools = testTools(network, { eth_getTransactionCount: next })
  expect(await smartSender.trace(tools, account, { nonce: 7 })).toBe(trace)
})

test('to send all, more is kept back for the first operation than for a later one', async () => {
  const first = await smartSender.reserve(testTools(network, createNode()), account, friend)
  const later = await smartSender.reserve(testTools(network, { ...createNode(), eth_getCode: '0x60' }), account, friend)
  expect(first).toBe(800_000n * 203n)
  expect(later).toBe(350_000n * 203n)
})
