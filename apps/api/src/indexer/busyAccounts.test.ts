import type { Database } from '@latchkey/service-kit/db/database'
import { copyTemplate } from '@latchkey/service-kit/test/template'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createAccountIndex } from './accountIndex.ts'
import { NotHeld } from './chainHold.ts'
import { createTestChain, type TestTransaction, transferLog } from './evm/testChain.fixture.ts'
import { createTestIndexer, rowsOf } from './indexing.fixture.ts'
import { createIndexStore } from './indexStore.ts'

const [me, other, hot, token] = ['a', 'b', 'd', 'c'].map((digit) => `0x${digit.repeat(40)}`) as [
  string,
  string,
  string,
  string,
]
const nothing = Array.from({ length: 40 }, () => [])

let database: Database
let chains = 0
beforeAll(async () => {
  database = await copyTemplate(inject('databaseTemplate'))
})
afterAll(() => database.close())

/** A chain on which `me` got a token long ago, and `hot` was so busy. Both are tracked, `hot` first. */
async function start(busy: readonly TestTransaction[] = []) {
  const chainId = `eip155:${9_000 + ++chains}`
  const chain = createTestChain()
  chain.mine([
    [{ from: other, to: token, logs: [transferLog(token, other, me, 5n)] }],
    ...nothing,
    [...busy],
    ...nothing,
  ])
  const accounts = createAccountIndex({ database, index: { [chainId]: { from: 0 } } })
  await accounts.track(hot, chainId)
  await accounts.track(me, chainId)
  const rowsFor = async (address: string) =>
    (await rowsOf(database, chainId)).filter((row) => (row as { address: string }).address === address)
  return { chainId, chain, accounts, rowsFor, good: chain.fetchAs(chainId) }
}

type Call = { method: string; params: [{ fromBlock?: string; toBlock?: string; topics?: unknown }] }
const callsIn = (init: RequestInit | undefined) => JSON.parse(String(init?.body)) as Call[]
/** Events of a range that includes the block in which `hot` is busy, for `hot` among others. */
const isOfHot = (init: RequestInit | undefined): boolean =>
  callsIn(init).some(({ method, params: [filter] }) => {
    if (method !== 'eth_getLogs' || filter.fromBlock === undefined) return false
    return (
      JSON.stringify(filter.topics).includes(hot.slice(2)) &&
      Number(filter.fromBlock) <= 42 &&
      Number(filter.toBlock) >= 42
    )
  })

describe('an account whose past no node tells', () => {
  test.each<[string, (init: RequestInit | undefined) => Promise<Response>]>([
    ['refuses it with 413', async () => new Response('too wide', { status: 413 })],
    [
      'does not answer in time',
      (init) => new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))),
    ],
    ['breaks off', async () => new Response('[{"id":0,')],
  ])('keeps neither the past of others nor new blocks waiting, where the node %s', async (_, answer) => {
    const { chainId, chain, good, rowsFor, accounts } = await start()
    const fetch: typeof globalThis.fetch = (url, init) => (isOfHot(init) ? answer(init) : good(url, init))
    const indexer = createTestIndexer({ database, chainId, fetch, walk: 0, timeoutMs: 50 })
    for (let round = 0; round < 60; round++) await indexer.round().catch(() => undefined)
    expect(await rowsFor(me)).toHaveLength(1)
    expect(await accounts.isUpToDate(me, [chainId])).toBe(true)
    // Readable old blocks are read; the unreadable ones keep its account's history open.
    expect(await accounts.isWhole(me, [chainId])).toBe(true)
    expect([await accounts.isUpToDate(hot, [chainId]), await accounts.isWhole(hot, [chainId])]).toEqual([true, false])
    chain.mine([[{ from: other, to: me, value: 1n }]])
    await indexer.round()
    expect(await rowsFor(me)).toHaveLength(2)

    // Once nodes return it again, it is read.
    await createTestIndexer({ database, chainId, fetch: good, walk: 0 }).settle()
    const plan = await createIndexStore({ database, holder: crypto.randomUUID(), leaseMs: 0 }).planFill(chainId, {
      first: 0,
      walk: 25,
      events: 25,
      most: 100,
    })
    expect(plan).toBeNull()
  })
})

test('an account too busy to be read keeps what is known of it, and others go on', async () => {
  const busy = Array.from({ length: 501 }, (_, nonce) => ({
    from: other,
    to: token,
    nonce,
    logs: [transferLog(token, hot, other, 1n)],
  }))
  const { chainId, good, rowsFor, accounts } = await start(busy)
  let receipts = 0
  const fetch: typeof globalThis.fetch = (url, init) => {
    receipts += callsIn(init).filter(({ method }) => method === 'eth_getTransactionReceipt').length
    return good(url, init)
  }
  await createTestIndexer({ database, chainId, fetch, walk: 0 }).settle()
  expect([(await rowsFor(me)).length, (await rowsFor(hot)).length, receipts]).toEqual([1, 0, 1])
  // Nothing more is expected for it.
  expect(await accounts.isUpToDate(hot, [chainId])).toBe(true)
  expect(await accounts.isWhole(hot, [chainId])).toBe(true)
})

test('many events of one transaction make nobody busy', async () => {
  const logs = Array.from({ length: 2_000 }, () => transferLog(token, other, hot, 1n))
  const { chainId, good, rowsFor } = await start([{ from: other, to: token, logs }])
  await createTestIndexer({ database, chainId, fetch: good, walk: 0 }).settle()
  expect(await rowsFor(hot)).toHaveLength(1)
})

test('of one block fifty transactions of an account are kept, its own before those of strangers', async () => {
  const { chainId, good, rowsFor } = await start([
    ...Array.from({ length: 60 }, (_, nonce) => ({ from: other, to: hot, value: 1n, nonce })),
    { from: hot, to: other, value: 1n },
  ])
  await createTestIndexer({ database, chainId, fetch: good }).settle()
  const rows = await rowsFor(hot)
  expect(rows).toHaveLength(50)
  expect(rows.filter(({ sent_from }) => sent_from === hot)).toHaveLength(1)
})

test('a long step holds on to the chain, and stops when it has lost it', async () => {
  const { chainId } = await start()
  const [first, second] = [1, 2].map(() => createIndexStore({ database, holder: crypto.randomUUID(), leaseMs: 2_000 }))
  expect(await first?.hold(chainId)).not.toBeNull()
  // Longer than a lease.
  for (let step = 0; step < 5; step++) {
    await new Promise((resolve) => setTimeout(resolve, 500))
    await first?.renew(chainId)
  }
  expect(await second?.hold(chainId)).toBeNull()
  await first?.release(chainId)
  expect(await second?.hold(chainId)).not.toBeNull()
  await expect
    .poll(() => first?.renew(chainId).catch((error: unknown) => error), { timeout: 10_000 })
    .toBeInstanceOf(NotHeld)
})

test('beyond the most accounts those are forgotten that nobody has asked for the longest', async () => {
  const { chainId, accounts, good, rowsFor } = await start()
  await createTestIndexer({ database, chainId, fetch: good, walk: 0 }).settle()
  expect(await rowsFor(me)).toHaveLength(1)
  const store = createIndexStore({ database, holder: crypto.randomUUID(), leaseMs: 0, maxAccounts: 3 })
  await store.hold(chainId)
  expect(await store.forget(chainId)).toBe(false)
  expect(await rowsFor(me)).toHaveLength(1)
  for (let each = 0; each < 3; each++) await accounts.track(`0x${'e'.repeat(39)}${each}`, chainId)
  await store.forget(chainId)
  const left = await database.statement(
    'api',
    (sql) => sql<{ address: string }>`
      SELECT address FROM tracked_accounts WHERE chain_id = ${chainId} ORDER BY address`,
  )
  expect(left.map(({ address }) => address.slice(-2))).toEqual(['e0', 'e1', 'e2'])
  expect(await rowsFor(me)).toHaveLength(0)
})

test('a flood of new accounts pushes out none that people ask for day by day', async () => {
  const { chainId, accounts } = await start()
  const store = createIndexStore({ database, holder: crypto.randomUUID(), leaseMs: 0, maxAccounts: 5 })
  await store.hold(chainId)
  const address = (kind: string, each: number) => `0x${kind.repeat(39)}${each}`
  for (let each = 0; each < 3; each++) await accounts.track(address('f', each), chainId)
  // They were requested yesterday; a newly started process records a new request.
  await database.statement(
    'api',
    (sql) => sql`UPDATE tracked_accounts SET asked_at = now() - interval '1 day' WHERE chain_id = ${chainId}`,
  )
  const today = createAccountIndex({ database, index: { [chainId]: { from: 0 } } })
  for (let each = 0; each < 3; each++) await today.track(address('f', each), chainId)
  for (let each = 0; each < 9; each++) await today.track(address('e', each), chainId)
  await store.forget(chainId)
  const left = await database.statement(
    'api',
    (sql) => sql<{ address: string }>`
      SELECT address FROM tracked_accounts WHERE chain_id = ${chainId} AND address LIKE '0xfff%' ORDER BY address`,
  )
  expect(left.map((row) => row.address.slice(-2))).toEqual(['f0', 'f1', 'f2'])
})
