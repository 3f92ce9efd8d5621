import type { Database } from '@latchkey/service-kit/db/database'
import { chosenLines, type LogEntry } from '@latchkey/service-kit/log'
import { copyTemplate } from '@latchkey/service-kit/test/template'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createAccountIndex } from './accountIndex.ts'
import { createTestChain, transferLog } from './evm/testChain.fixture.ts'
import { createTestIndexer, rowsOf } from './indexing.fixture.ts'
import { createIndexNodes } from './indexNodes.ts'
import { startIndexer } from './startIndexer.ts'

const me = `0x${'a'.repeat(40)}`
const other = `0x${'b'.repeat(40)}`
const token = `0x${'c'.repeat(40)}`
const none = '0x'

let database: Database
let chains = 0
beforeAll(async () => {
  database = await copyTemplate(inject('databaseTemplate'))
})
afterAll(() => database.close())

/** A chain on which `me` is tracked and gets one coin in each of some blocks. */
async function start(blocks = 5) {
  const chainId = `eip155:${++chains}`
  const chain = createTestChain()
  chain.mine(Array.from({ length: blocks }, (_, value) => [{ from: other, to: me, value: BigInt(value + 1) }]))
  const index = { [chainId]: { from: 0 } }
  await createAccountIndex({ database, index }).track(me, chainId)
  return { chainId, chain, index, good: chain.fetchAs(chainId), rows: () => rowsOf(database, chainId) }
}
type Call = { id: number; method: string; params: unknown[] }
/** A good node's answers, modified. */
const changed =
  (good: typeof fetch, change: (call: Call, result: unknown) => object): typeof fetch =>
  async (url, init) => {
    const calls = JSON.parse(String(init?.body)) as Call[]
    const answers = (await (await good(url, init)).json()) as { id: number; result: unknown }[]
    return Response.json(answers.map(({ id, result }, at) => ({ id, ...change(calls[at] as Call, result) })))
  }

const bad: [string, (good: typeof fetch) => typeof fetch][] = [
  ['is down', () => () => Promise.reject(new TypeError('fetch failed'))],
  [
    'hangs',
    () => (_, init) =>
      new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))),
  ],
  ['answers 500', () => async () => new Response('no', { status: 500 })],
  ['answers with a page', () => async () => new Response('<html>')],
  [
    'answers one error for all',
    () => async () => Response.json({ jsonrpc: '2.0', id: null, error: { code: 1, message: 'no' } }),
  ],
  ['answers errors inside 200', (good) => changed(good, () => ({ error: { code: -32000, message: 'no' } }))],
  [
    'is of another chain',
    (good) => changed(good, ({ method }, result) => ({ result: method === 'eth_chainId' ? '0xdead' : result })),
  ],
  [
    'does not say its chain',
    (good) => changed(good, ({ method }, result) => ({ result: method === 'eth_chainId' ? null : result })),
  ],
  [
    'answers half',
    (good) => async (url, init) => Response.json(((await (await good(url, init)).json()) as []).slice(1)),
  ],
]

test.each(bad)('a node that %s is passed over for the next', async (_, make) => {
  const { chainId, good, rows } = await start()
  const wrong = make(good)
  const fetch: typeof globalThis.fetch = (url, init) => (String(url).includes('bad') ? wrong : good)(url, init)
  const nodes = createIndexNodes({ chainId, urls: ['http://bad.test', 'http://good.test'], fetch, timeoutMs: 200 })
  expect(await nodes.ask([{ method: 'eth_blockNumber', params: [] }])).toEqual(['0x5'])
  await createTestIndexer({ database, chainId, fetch: good }).settle()
  expect(await rows()).toHaveLength(5)
})

test.each(bad.filter(([name]) => name !== 'hangs'))(
  'a node that %s, and no other, changes nothing of what is known',
  async (_, make) => {
    const { chainId, chain, good, rows } = await start()
    await createTestIndexer({ database, chainId, fetch: good }).settle()
    const before = await rows()
    chain.mine([[{ from: other, to: me, value: 9n }]])
    const indexer = createTestIndexer({ database, chainId, fetch: make(good) })
    for (let round = 0; round < 3; round++) await expect(indexer.round()).rejects.toThrow()
    expect(await rows()).toEqual(before)
    await createTestIndexer({ database, chainId, fetch: good }).settle()
    expect(await rows()).toHaveLength(6)
  },
)

const lies: [string, (call: Call, result: unknown) => unknown][] = [
  [
    'receipts of another block',
    ({ method }, result) =>
      method === 'eth_getTransactionReceipt' ? { ...(result as object), blockHash: `0x${'d'.repeat(64)}` } : result,
  ],
  ['no receipts', ({ method }, result) => (method === 'eth_getTransactionReceipt' ? null : result)],
  [
    'events of another block',
    ({ method }, result) =>
      method === 'eth_getLogs'
        ? [
            {
              address: token,
              topics: [],
              data: none,
              blockHash: `0x${'d'.repeat(64)}`,
              transactionHash: `0x${'d'.repeat(64)}`,
            },
          ]
        : result,
  ],
  [
    'blocks without a number',
    ({ method, params }, result) =>
      method === 'eth_getBlockByNumber' && params[1] === true ? { ...(result as object), number: null } : result,
  ],
  ['a head that is no number', ({ method }, result) => (method === 'eth_blockNumber' ? 'many' : result)],
  [
    'a time beyond all',
    ({ method }, result) =>
      method === 'eth_getBlockByNumber' ? { ...(result as object), timestamp: '0xffffffffffff' } : result,
  ],
]
test.each(lies)('%s are not written down', async (_, lie) => {
  const { chainId, good, rows } = await start()
  const fetch = changed(good, (call, result) => ({ result: lie(call, result) }))
  const indexer = createTestIndexer({ database, chainId, fetch })
  for (let round = 0; round < 8; round++) await indexer.round().catch(() => undefined)
  expect(await rows()).toEqual([])
  await createTestIndexer({ database, chainId, fetch: good }).settle()
  expect(await rows()).toHaveLength(5)
})

test('a node that is behind the others is waited for', async () => {
  const { chainId, chain, good, rows } = await start(20)
  await createTestIndexer({ database, chainId, fetch: good }).settle()
  const before = await rows()
  const behind = createTestChain()
  behind.mine(Array.from({ length: 12 }, (_, value) => [{ from: other, to: me, value: BigInt(value + 1) }]))
  const indexer = createTestIndexer({ database, chainId, fetch: behind.fetchAs(chainId) })
  for (let round = 0; round < 3; round++) expect(await indexer.round()).toBe('idle')
  expect(await rows()).toEqual(before)
  chain.mine([[{ from: other, to: me, value: 9n }]])
  await createTestIndexer({ database, chainId, fetch: good }).settle()
  expect(await rows()).toHaveLength(21)
})

test('another chain in the place of this one: its index begins anew', async () => {
  const { chainId, good, rows } = await start(100)
  await createTestIndexer({ database, chainId, fetch: good }).settle()
  expect(await rows()).toHaveLength(100)
  const replacement = createTestChain()
  replacement.mine(
    Array.from({ length: 120 }, (_, at) => [{ from: other, to: at < 3 ? me : other, value: 7n, nonce: at }]),
    1,
  )
  let replaced = 0
  const onReplaced = () => replaced++
  await createTestIndexer({ database, chainId, fetch: replacement.fetchAs(chainId), onReplaced }).settle()
  expect([replaced, (await rows()).length]).toEqual([1, 3])
})

test('ranges that are too wide for a node are halved until it answers, and coins of old blocks are left out', async () => {
  const { chainId, chain, good, rows } = await start(40)
  chain.mine([
    [{ from: other, to: token, logs: [transferLog(token, me, other, 5n)] }],
    ...Array.from({ length: 60 }, () => []),
  ])
  const asked: number[] = []
  const fetch: typeof globalThis.fetch = async (url, init) => {
    const calls = JSON.parse(String(init?.body)) as Call[]
    const widths = calls.flatMap(({ params: [filter] }) => {
      const { fromBlock, toBlock } = (filter ?? {}) as Record<string, string>
      return fromBlock === undefined ? [] : [Number(toBlock) - Number(fromBlock) + 1]
    })
    asked.push(...widths)
    if (widths.some((width) => width > 10))
      return Response.json(
        calls.map(({ id }) => ({ jsonrpc: '2.0', id, error: { code: -32005, message: 'too many' } })),
      )
    return good(url, init)
  }
  const indexer = createTestIndexer({ database, chainId, fetch, walk: 20 })
  for (let round = 0; round < 60; round++) await indexer.round().catch(() => undefined)
  expect(Math.max(...asked)).toBeGreaterThan(10)
  expect((await rows()).map(({ transfers }) => transfers)).toEqual([
    [{ kind: 'fungible', contract: token, direction: 'out', amount: '5' }],
  ])
})

test('of two replicas one has the chain; the other takes over when it is gone, and each row is there once', async () => {
  const { chainId, chain, good, rows } = await start()
  const [first, second] = [1, 2].map(() => createTestIndexer({ database, chainId, fetch: good, leaseMs: 400 }))
  await first?.settle()
  expect(await second?.round()).toBe('elsewhere')
  chain.mine([[{ from: other, to: me, value: 9n }]])
  await expect.poll(() => second?.round(), { timeout: 20_000 }).not.toBe('elsewhere')
  await second?.settle()
  expect(await rows()).toHaveLength(6)
  // The sleeping one notices.
  expect(await first?.round()).toBe('elsewhere')
})

test('replicas that run together write what one would, and a stuck one says so once', async () => {
  const { chainId, chain, index, good, rows } = await start()
  const log: LogEntry[] = []
  let isDown = true
  const fetch: typeof globalThis.fetch = (...call) => (isDown ? Promise.reject(new TypeError('no')) : good(...call))
  const options = {
    database,
    index,
    nodes: { [chainId]: ['http://node.test'] },
    fetch,
    log: chosenLines((entry) => log.push(entry)),
  }
  const replicas = [1, 2].map(() => startIndexer({ ...options, pollMs: 20, leaseMs: 300 }))
  try {
    await expect.poll(() => log.length, { timeout: 20_000 }).toBe(1)
    isDown = false
    await expect.poll(rows, { timeout: 20_000 }).toHaveLength(5)
    for (let value = 0; value < 5; value++) chain.mine([[{ from: other, to: me, value: 50n, nonce: value }]])
    await expect.poll(rows, { timeout: 20_000 }).toHaveLength(10)
    await replicas[0]?.close()
    chain.mine([[{ from: other, to: me, value: 60n }]])
    await expect.poll(rows, { timeout: 20_000 }).toHaveLength(11)
  } finally {
    await Promise.all(replicas.map((replica) => replica.close()))
  }
  expect(log.map(({ event }) => event)).toEqual([`index of ${chainId} is stuck`, `index of ${chainId} goes on`])
})
