import type { LogEntry } from '@latchkey/service-kit/log'
import { expect, test } from 'vitest'
import { createNodeIdentities } from './nodeIdentities.ts'
import { createRpcProxy } from './rpcProxy.ts'
import { createTestNodes, type NodeAnswer, type NodeCall, result } from './testNode.fixture.ts'

const chain = 'eip155:31337'
const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const a = 'http://a.test/v2/the-key-of-the-operator'
const b = 'http://b.test'

const setUp = (answer: (call: NodeCall) => NodeAnswer, chainId = chain) => {
  const { fetch, asked } = createTestNodes(answer)
  let nowMs = 0
  const log: LogEntry[] = []
  const now = () => nowMs
  const identities = createNodeIdentities({ fetch, log: (entry) => log.push(entry), now })
  const proxy = createRpcProxy({ nodes: { [chainId]: [a, b] }, fetch, identities, now })
  const ask = (method: string) => proxy.answer(chainId, { jsonrpc: '2.0', id: 7, method, params: [] })
  const advance = (ms: number) => {
    nowMs += ms
  }
  const isReady = () => proxy.parts[0]?.check()
  return { ask, isReady, asked: () => asked.map(({ url, method }) => `${new URL(url).host} ${method}`), log, advance }
}
const ok = (value: unknown) => ({ jsonrpc: '2.0', id: 7, result: value })

test('a node is asked for its chain once before it is used, whoever asks at the same time, and again after ten minutes', async () => {
  const { ask, asked, log, advance } = setUp(({ method }) => result(method === 'eth_chainId' ? '0x7A69' : '0x1'))
  await Promise.all([ask('eth_blockNumber'), ask('eth_blockNumber')])
  expect(asked()).toEqual(['a.test eth_chainId', 'a.test eth_blockNumber', 'a.test eth_blockNumber'])
  advance(600_000)
  await ask('eth_blockNumber')
  expect(asked().slice(3)).toEqual(['a.test eth_chainId', 'a.test eth_blockNumber'])
  expect(log).toEqual([])
})

test('a node of another chain is asked nothing else, and the log says so once, without its address', async () => {
  const { ask, asked, log, advance } = setUp(({ url, method }) => {
    if (method !== 'eth_chainId') return result('0x1')
    return result(url === a ? '0x1' : '0x7a69')
  })
  for (let again = 0; again < 3; again++) {
    expect(await ask('eth_blockNumber')).toEqual(ok('0x1'))
    advance(60_000)
  }
  expect(asked().filter((each) => each.startsWith('a.test'))).toEqual(Array(3).fill('a.test eth_chainId'))
  expect(log).toEqual([
    { level: 'error', event: 'node is of another chain', authority: 'api', cause: 'eip155:31337 at a.test' },
  ])
})

test('a chain is ready while one of its nodes is of the chain', async () => {
  const right = setUp(({ url }) => result(url === a ? '0x1' : '0x7a69'))
  expect(await right.isReady()).toBe(true)
  const wrong = setUp(() => result('0x1'))
  expect(await wrong.isReady()).toBe(false)
  expect(wrong.log.map(({ event }) => event)).toEqual(['node is of another chain', 'node is of another chain'])
  const busy = setUp(() => ({ status: 429, body: 'asked too often' }))
  expect(await busy.isReady()).toBe(true)
})

test('where every node is of another chain, the chain is out of reach', async () => {
  const { ask } = setUp(() => result('0x1'))
  expect(await ask('eth_gasPrice')).toMatchObject({ error: { name: 'CHAIN_UNREACHABLE' } })
})

test('a node that is of its chain again is used again', async () => {
  let says = '0x1'
  const { ask, asked, log, advance } = setUp(({ url, method }) =>
    result(method === 'eth_chainId' && url === a ? says : '0x7a69'),
  )
  await ask('eth_blockNumber')
  says = '0x7a69'
  await ask('eth_blockNumber')
  expect(asked().at(-1)).toBe('b.test eth_blockNumber')
  advance(60_000)
  await ask('eth_blockNumber')
  expect(asked().at(-1)).toBe('a.test eth_blockNumber')
  expect(log.map(({ event }) => event)).toEqual(['node is of another chain', 'node is of its chain again'])
})

test('one that begins to lie is found out', async () => {
  let says = '0x7a69'
  const { ask, asked, advance } = setUp(({ url, method }) =>
    result(method === 'eth_chainId' && url === a ? says : '0x7a69'),
  )
  await ask('eth_blockNumber')
  says = '0x1'
  advance(600_000)
  await ask('eth_blockNumber')
  expect(asked().slice(-3)).toEqual(['a.test eth_chainId', 'b.test eth_chainId', 'b.test eth_blockNumber'])
})

test('one that does not say is asked again with the next call, and is the node that has failed', async () => {
  let isAway = true
  const { ask, asked, advance } = setUp(({ url }) => (url === a && isAway ? new TypeError('away') : result('0x7a69')))
  expect(await ask('eth_blockNumber')).toEqual(ok('0x7a69'))
  isAway = false
  advance(30_000)
  await ask('eth_blockNumber')
  expect(asked()).toEqual([
    'a.test eth_chainId',
    'b.test eth_chainId',
    'b.test eth_blockNumber',
    'a.test eth_chainId',
    'a.test eth_blockNumber',
  ])
})

test.each<[string, NodeAnswer]>([
  ['has no such method', { body: { jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'no such method' } } }],
  ['answers a number', result(31337)],
  ['answers words', result('dev')],
])('one that %s is believed', async (_, said) => {
  const { ask, log } = setUp(({ method }) => (method === 'eth_chainId' ? said : result('0x1')))
  expect([await ask('eth_blockNumber'), log]).toEqual([ok('0x1'), []])
})

test('a node of Solana is known by its first block', async () => {
  const genesis = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'
  const other = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG'
  const { ask, asked } = setUp(
    ({ url, method }) => result(method === 'getGenesisHash' ? (url === a ? other : genesis) : 3),
    solana,
  )
  expect(await ask('getSlot')).toEqual(ok(3))
  expect(asked()).toEqual(['a.test getGenesisHash', 'b.test getGenesisHash', 'b.test getSlot'])
})
