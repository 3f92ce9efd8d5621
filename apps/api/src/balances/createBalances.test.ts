import { bitcoin, knownNetworks, localA, localB, solanaLocal } from '@latchkey/chains'
import type { SharedCache } from '@latchkey/service-kit/cache/cache'
import { createSharedCache } from '@latchkey/service-kit/cache/createSharedCache'
import { createMemoryStore } from '@latchkey/service-kit/cache/memoryStore'
import { expect, test } from 'vitest'
import { createRpcProxy } from '../chain/rpcProxy.ts'
import { createTestNodes, type NodeAnswer, type NodeCall, result } from '../chain/testNode.fixture.ts'
import { createBalances } from './createBalances.ts'

const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const [a, b] = [localA.caipNetworkId, localB.caipNetworkId]
const nodes = { [a]: ['http://a.test'], [b]: ['http://b.test'], [solanaLocal.caipNetworkId]: [] }
const ether = result('0xde0b6b3a7640000')

type SetUp = { answer?: (call: NodeCall) => NodeAnswer; cache?: SharedCache; price?: number }
const setUp = ({ answer = () => ether, cache, price }: SetUp = {}) => {
  let nowMs = 0
  const { fetch, asked } = createTestNodes(answer)
  const balances = createBalances({
    nodes,
    known: knownNetworks(),
    esplora: {},
    fetch,
    rpcProxy: createRpcProxy({ nodes, fetch }),
    cache: cache ?? createSharedCache(createMemoryStore({ now: () => nowMs })),
    tokenList: [],
    tokensSeen: async () => [],
    prices: {
      prices: async (tokens) =>
        price === undefined
          ? []
          : tokens.map(({ said }) => ({ address: said, name: '', symbol: '', iconUrl: null, price, decimals: 18 })),
    },
    publicUrl: 'https://api.test',
  })
  const read = (chainId?: string, isForced = false, address: string = account) =>
    balances.read({ address, chainId, isForced })
  const advance = (ms: number) => {
    nowMs += ms
  }
  return { read, asked, advance, served: balances.served }
}
const chainsOf = (balances: readonly { chainId: string }[]) => balances.map(({ chainId }) => chainId)

test('an account is asked about on the chain that is named, or on all that have a node', async () => {
  const { read } = setUp()
  expect(await read(a)).toMatchObject([{ chainId: a, symbol: 'ETH', quantity: { numeric: '1' } }])
  expect(chainsOf(await read())).toEqual([b, a].toSorted())
})

test('the chains that are served are those with a node', () => {
  expect(setUp().served).toEqual([a, b])
})

test('what is known is told for 30 s, to whoever writes the address in another case as well', async () => {
  const { read, asked, advance } = setUp()
  const first = await read(a)
  advance(29_999)
  expect(await read(a, false, account.toLowerCase())).toEqual(first)
  expect(asked).toHaveLength(1)
  advance(1)
  await read(a)
  expect(asked).toHaveLength(2)
})

test('who forces it is told what is now, and so are the others afterwards', async () => {
  let wei = '0x1'
  const { read, asked } = setUp({ answer: () => result(wei) })
  await read(a)
  wei = '0x2'
  expect(await read(a)).toMatchObject([{ quantity: { numeric: '0.000000000000000001' } }])
  const forced = await read(a, true)
  expect(forced).toMatchObject([{ quantity: { numeric: '0.000000000000000002' } }])
  expect(await read(a)).toEqual(forced)
  expect(asked).toHaveLength(2)
})

test('whoever forces it again and again is told once in 3 s', async () => {
  const { read, asked, advance } = setUp()
  for (let times = 0; times < 5; times++) await read(a, true)
  expect(asked).toHaveLength(1)
  advance(3_000)
  await read(a, true)
  expect(asked).toHaveLength(2)
})

test('all who ask at the same time share one reading', async () => {
  const { read, asked } = setUp()
  await Promise.all(Array.from({ length: 20 }, () => read(a)))
  await Promise.all(Array.from({ length: 20 }, () => read(a, true)))
  expect(asked).toHaveLength(2)
})

test('what a cache holds that is no balance is read anew', async () => {
  const cache = createSharedCache(createMemoryStore())
  await cache.put(`balances:${a}:${account}`, [{ name: 'Ether' }], 30_000)
  expect(await setUp({ cache }).read(a)).toMatchObject([{ quantity: { numeric: '1' } }])
})

test('a chain that is down spoils no other, is not kept as empty, and is told when it is back', async () => {
  let isDown = true
  const { read, advance } = setUp({
    answer: ({ url }) => (url.startsWith('http://a.test') && isDown ? new TypeError('fetch failed') : ether),
  })
  expect(chainsOf(await read())).toEqual([b])
  await expect(read(a)).rejects.toMatchObject({ name: 'CHAIN_UNREACHABLE' })
  isDown = false
  // Queried again after 10 s.
  expect(chainsOf(await read())).toEqual([b])
  advance(10_000)
  expect(chainsOf(await read())).toEqual([b, a].toSorted())
})

test('when all chains are down, there is no answer', async () => {
  const { read } = setUp({ answer: () => new TypeError('fetch failed') })
  await expect(read()).rejects.toMatchObject({ name: 'CHAIN_UNREACHABLE' })
})

test('a chain that hangs keeps the others no longer than a caller waits', async () => {
  const { read } = setUp({ answer: ({ url }) => (url.startsWith('http://a.test') ? 'hang' : ether) })
  expect(chainsOf(await read())).toEqual([b])
}, 20_000)

test.each(['0x', '0xzz', `0x${'f'.repeat(65)}`, 12, null, '-0x1'])(
  'a node that says the coin is %j is not believed',
  async (wei) => {
    const { read } = setUp({ answer: () => result(wei) })
    await expect(read(a)).rejects.toMatchObject({ name: 'CHAIN_UNREACHABLE' })
  },
)

test.each([solanaLocal.caipNetworkId, bitcoin.caipNetworkId, 'eip155:10'])(
  '%s without a node is not supported',
  async (chainId) => {
    await expect(setUp().read(chainId)).rejects.toMatchObject({ name: 'CHAIN_NOT_SUPPORTED' })
  },
)

test('an address of chains that have no node has no balances', async () => {
  expect(await setUp().read(undefined, false, '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa')).toEqual([])
})

test('a fault of ours is not taken for a chain that is away', async () => {
  const broken: SharedCache = {
    get: () => Promise.reject(new RangeError('ours')),
    put: async () => {},
    once: () => Promise.reject(new RangeError('ours')),
  }
  await expect(setUp({ cache: broken }).read()).rejects.toThrow(RangeError)
})
