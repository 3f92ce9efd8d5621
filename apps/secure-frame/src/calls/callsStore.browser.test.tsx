import { beforeEach, describe, expect, test } from 'vitest'
import { type CallsStore, type KeptCalls, withCalls, withDropped, withSettled } from './CallsStore.ts'
import { indexedDbCallsStore } from './indexedDbCallsStore.ts'
import { memoryCallsStore } from './memoryCallsStore.fixture.ts'

const owner = { origin: 'https://dapp.example', projectId: 'demo', userId: 'user' }
const calls = (id: string): KeptCalls => ({
  id,
  chainId: 'eip155:31337',
  kind: 'operation',
  hash: `0x${'11'.repeat(32)}`,
  isLegacy: false,
  atomic: true,
  keptAtMs: 1,
  sinceBlock: 16n,
  isDropped: false,
})

beforeEach(async () => {
  await indexedDbCallsStore().forget()
})

describe.each<[string, () => CallsStore]>([
  ['IndexedDB', indexedDbCallsStore],
  ['memory', memoryCallsStore],
])('a calls store in %s', (_, open) => {
  test('keeps what became of calls, for one page and person', async () => {
    const store = open()
    await store.update(owner, (list) => withCalls(list, calls('a')))
    await store.update(owner, (list) => withCalls(list, calls('b')))
    const settled = { version: '2.0.0', id: 'b', status: 200, receipts: [{ status: '0x1' }] }
    await store.update(owner, (list) => withSettled(withDropped(list, 'a'), 'b', settled))
    expect(await store.find(owner, 'a')).toEqual({ ...calls('a'), isDropped: true })
    expect(await store.find(owner, 'b')).toEqual({ ...calls('b'), settled })
    expect(await store.find({ ...owner, origin: 'https://other.example' }, 'a')).toBeNull()
  })

  test('keeps nothing of a change that is refused', async () => {
    const store = open()
    await store.update(owner, (list) => withCalls(list, calls('a')))
    const other = { ...calls('a'), hash: `0x${'22'.repeat(32)}` }
    const refused = store.update(owner, (list) => withCalls(list, other))
    await expect(refused).rejects.toMatchObject({ name: 'CALLS_ID_TAKEN' })
    expect(await store.find(owner, 'a')).toEqual(calls('a'))
  })

  test('forgets all of everybody', async () => {
    const store = open()
    await store.update(owner, (list) => withCalls(list, calls('a')))
    await store.forget()
    expect(await store.find(owner, 'a')).toBeNull()
  })
})

test('a list that somebody has meddled with is no list', async () => {
  const store = indexedDbCallsStore()
  await store.update(owner, () => [{ ...calls('a'), hash: 'javascript:' }])
  expect(await store.find(owner, 'a')).toBeNull()
})
