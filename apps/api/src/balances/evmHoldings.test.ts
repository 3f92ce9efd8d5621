import { localA } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol/errors'
import { type Address, stringToHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRpcProxy } from '../chain/rpcProxy.ts'
import { createEvmHoldings } from './evmHoldings.ts'
import { type Misfit, type ScriptedToken, startTokenChain } from './startTokenChain.fixture.ts'
import type { ListedToken } from './tokenList.ts'

const account: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const chainId = localA.caipNetworkId

let chain: Awaited<ReturnType<typeof startTokenChain>>
let good: Address
beforeAll(async () => {
  chain = await startTokenChain()
  good = await chain.token({ name: 'Good', symbol: 'GOOD', decimals: 6, balance: 1_500_000n })
  await chain.client.setBalance({ address: account, value: 123_456_789_012_345_678_901n })
}, 120_000)
afterAll(() => chain[Symbol.asyncDispose]())

/** Returns the holdings, and the number of calls to the node. */
const read = async ({ listed = [], seen = [] }: { listed?: readonly ListedToken[]; seen?: readonly string[] }) => {
  let calls = 0
  const rpcProxy = createRpcProxy({
    nodes: { [chainId]: [chain.url] },
    fetch: (input, init) => {
      calls++
      return fetch(input, init)
    },
  })
  const readHoldings = createEvmHoldings({ rpcProxy, tokenList: listed, tokensSeen: async () => seen })
  const [coin, ...tokens] = await readHoldings(account, localA)
  return { coin, tokens, calls }
}
const on = (address: string) => `${chainId}:${address}`
const list = (address: string, more: Partial<ListedToken> = {}): ListedToken => ({
  chainId,
  address: on(address),
  name: 'Listed',
  symbol: 'LST',
  decimals: 6,
  ...more,
})
const goodHolding = { token: '', name: 'Good', symbol: 'GOOD', decimals: 6, units: 1_500_000n, isListed: false }

test('the coin comes first, to the last wei, with tokens that were seen as they call themselves', async () => {
  const { coin, tokens } = await read({ seen: [good.toLowerCase()] })
  expect(coin).toEqual({
    token: null,
    name: 'Ether',
    symbol: 'ETH',
    decimals: 18,
    units: 123_456_789_012_345_678_901n,
    isListed: true,
  })
  expect(tokens).toEqual([{ ...goodHolding, token: on(good) }])
})

test('a token of the list is called what the list says, also when it was seen, and is asked with all others in one call', async () => {
  const others: Address[] = []
  for (let balance = 0n; balance < 20n; balance++) others.push(await chain.token(scripted({ balance })))
  const { tokens, calls } = await read({ listed: [good, ...others].map((token) => list(token)), seen: [good] })
  expect(tokens[0]).toMatchObject({ token: on(good), name: 'Listed', symbol: 'LST', units: 1_500_000n, isListed: true })
  // One of them is none.
  expect(tokens).toHaveLength(20)
  expect(calls).toBe(2)
})

const scripted = (more: Partial<ScriptedToken>): ScriptedToken => ({
  name: 'Token',
  symbol: 'TOK',
  decimals: 18,
  balance: 1n,
  ...more,
})
const highest = 2n ** 256n - 1n

describe('a token that was seen', () => {
  test.each<[string, Partial<ScriptedToken>, object | null]>([
    ['and is none any more is left out', { balance: 0n }, null],
    ['of zero decimals is left out', { decimals: 0 }, null],
    ['of 36 decimals is shown', { decimals: 36 }, { decimals: 36 }],
    ['of 37 decimals is left out', { decimals: 37 }, null],
    ['of 255 decimals is left out', { decimals: 255 }, null],
    ['of more decimals than can be is left out', { decimals: highest }, null],
    ['of which there is an absurd amount is counted all the same', { balance: highest }, { units: highest }],
    [
      'has its name from bytes32',
      { name: stringToHex('Maker', { size: 32 }), symbol: stringToHex('MKR', { size: 32 }) },
      { name: 'Maker', symbol: 'MKR' },
    ],
    [
      'is shown without what turns its name round',
      { name: 'a\u202eb\u0000c', symbol: 'U\u200bSDC\u2066' },
      { name: 'abc', symbol: 'USDC' },
    ],
    [
      'has markup as plain letters',
      { symbol: '<img src=x onerror=alert(1)>' },
      { symbol: '<img src=x onerror=alert(1)>' },
    ],
    ['has a long name cut', { name: 'x'.repeat(10_000) }, { name: 'x'.repeat(64) }],
    ['is called by its symbol when it has no name', { name: '' }, { name: 'TOK', symbol: 'TOK' }],
    ['has bytes that are no text made plain', { symbol: '0x20ff' }, { name: 'Token' }],
  ])('%s', async (_, more, expected) => {
    const token = await chain.token(scripted(more))
    const { tokens } = await read({ seen: [token, good] })
    expect(tokens).toEqual([
      ...(expected === null ? [] : [expect.objectContaining({ token: on(token), isListed: false, ...expected })]),
      { ...goodHolding, token: on(good) },
    ])
  })

  test.each(['0x', '\u202e\u0000 '])('with the symbol %j is called by its address', async (symbol) => {
    const token = await chain.token(scripted({ name: '0x', symbol }))
    const short = `${token.slice(0, 6)}…${token.slice(-4)}`
    const { tokens } = await read({ seen: [token] })
    expect(tokens).toMatchObject([{ name: short, symbol: short }])
  })

  test('keeps others’ names when its own cannot be read', async () => {
    const { tokens } = await read({ seen: [...(await chain.misfits('SlowName', 1)), good] })
    expect(tokens).toMatchObject([{ name: 'SLOW', symbol: 'SLOW' }, { name: 'Good' }])
  })

  test('that is no contract is left out', async () => {
    expect((await read({ seen: [account, good] })).tokens).toMatchObject([{ symbol: 'GOOD' }])
  })
})

describe.each<[string, Misfit]>([
  ['refuses', 'Refuser'],
  ['burns all gas', 'Burner'],
  ['never comes to an end', 'Looper'],
  ['answers a megabyte', 'Shouter'],
])('a token that %s', (_, kind) => {
  test.each([1, 3, 30])('spoils no other, be there %i of them', async (count) => {
    const misfits = await chain.misfits(kind, count)
    const seen = [...misfits, good]
    const other = await chain.token(scripted({ symbol: 'ALSO' }))
    const { coin, tokens } = await read({ seen, listed: [...misfits, other].map((token) => list(token)) })
    expect(coin?.units).toBeGreaterThan(0n)
    expect(tokens.map(({ token }) => token)).toEqual([on(other), on(good)])
  })
})

test('of tokens that were seen, only so many are looked at, the last first', async () => {
  const strangers = Array.from({ length: 1_000 }, (_, index) => `0x${(index + 1).toString(16).padStart(40, 'f')}`)
  expect((await read({ seen: [good, ...strangers] })).tokens).toHaveLength(1)
  const { tokens, calls } = await read({ seen: [...strangers, good] })
  expect(tokens).toHaveLength(0)
  expect(calls).toBe(3)
})

test('a chain without Multicall3 is read as well', async () => {
  await chain.setMulticall(false)
  try {
    const { coin, tokens } = await read({ listed: [list(good)], seen: await chain.misfits('Refuser', 1) })
    expect(coin?.units).toBeGreaterThan(0n)
    expect(tokens).toMatchObject([{ token: on(good), units: 1_500_000n }])
  } finally {
    await chain.setMulticall(true)
  }
})

test('a chain that is away is out of reach', async () => {
  const rpcProxy = createRpcProxy({ nodes: { [chainId]: ['http://127.0.0.1:1'] }, fetch })
  const readHoldings = createEvmHoldings({ rpcProxy, tokenList: [list(good)], tokensSeen: async () => [] })
  await expect(readHoldings(account, localA)).rejects.toMatchObject({ name: 'CHAIN_UNREACHABLE' })
})

test('while nobody can tell which tokens were seen, the coin and the list are told', async () => {
  const rpcProxy = createRpcProxy({ nodes: { [chainId]: [chain.url] }, fetch })
  const tokensSeen = () => Promise.reject(new AppError('SERVICE_UNREACHABLE'))
  const readHoldings = createEvmHoldings({ rpcProxy, tokenList: [list(good)], tokensSeen })
  expect(await readHoldings(account, localA)).toMatchObject([{ symbol: 'ETH' }, { token: on(good) }])
})
