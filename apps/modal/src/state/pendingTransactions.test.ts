import { AppError } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import type { AccountApi } from '../account/AccountApi.ts'
import { testAccountApi } from '../account/testAccountApi.fixture.ts'
import { testTransaction } from '../account/testHistory.fixture.ts'
import type { NetworkId } from '../Modal.ts'
import { createTestModal, settle, testAddress, testHash } from '../modal.fixture.ts'
import { activityAtom, refreshActivityAtom } from './activity.ts'
import { connectedSessionsAtom } from './connectedSessions.ts'
import { endHereAtom, leaveAccountAtom } from './connections.ts'
import { keepRequestedAtom } from './pendingTransactions.ts'
import { restoreAtom } from './restoring.ts'

const friend = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const payment = {
  method: 'eth_sendTransaction',
  params: [{ from: testAddress, to: friend, value: '0xde0b6b3a7640000' }],
}
const empty: AccountApi['history'] = async () => ({ data: [], next: null })
const hashOf = (index: number): string => `0x${index.toString(16).padStart(64, '0')}`

const visit = async (kept = new Map<string, string>(), history = empty, found: unknown = { blockNumber: null }) => {
  const modal = createTestModal({
    remembered: true,
    kept,
    services: { loadAccountApi: async () => testAccountApi({ history }), askNode: async () => found },
  })
  const { store } = modal
  await store.set(restoreAtom)
  const send = (hash: string) => {
    const [active] = store.get(connectedSessionsAtom)
    if (active !== undefined) store.set(keepRequestedAtom, active, payment, hash)
  }
  const hashes = () => store.get(activityAtom).items.map(({ metadata }) => metadata.hash)
  return { ...modal, kept, send, hashes }
}
const key = 'latchkey:demo:pending'

test('a transaction that a page sends is pending in the activity, also after a reload, until the history lists it', async () => {
  const { request, store, kept } = await visit()
  await request(payment)
  await expect
    .poll(() => store.get(activityAtom).items)
    .toMatchObject([
      {
        metadata: { operationType: 'send', hash: testHash, status: 'pending', sentFrom: testAddress, sentTo: friend },
        transfers: [{ fungible_info: { symbol: 'ETH' }, direction: 'out', quantity: { numeric: '1' } }],
      },
    ])
  const later = await visit(kept, async () => ({ data: [testTransaction({ hash: testHash })], next: null }))
  expect(later.store.get(activityAtom).items[0]?.metadata.status).toBe('pending')
  await later.store.set(refreshActivityAtom)
  await settle()
  expect(later.store.get(activityAtom).items.map(({ metadata }) => metadata.status)).toEqual(['confirmed'])
  expect(kept.has(key)).toBe(false)
})

test('at most 99 are kept, the last ones', async () => {
  const { send, kept } = await visit()
  send(testHash)
  const [row] = JSON.parse(kept.get(key) ?? '')
  const rowOf = (index: number) => {
    const hash = hashOf(index)
    const transaction = {
      ...row.transaction,
      id: `eip155:31337:${hash}`,
      metadata: { ...row.transaction.metadata, hash },
    }
    return { ...row, transaction }
  }
  kept.set(key, JSON.stringify(Array.from({ length: 99 }, (_, index) => rowOf(index))))
  send(testHash)
  const { hashes } = await visit(kept)
  expect(hashes()).toHaveLength(99)
  expect([hashes()[0], hashes()[98]]).toEqual([testHash, hashOf(97)])
})

test.each([
  ['is in a block', { blockNumber: '0x1' }, 0],
  ['was dropped', null, 0],
  ['waits in the pool', { blockNumber: null }, 1],
])('after a minute one that %s is found out from a node', async (_, found, count) => {
  const { store, send, hashes, clock } = await visit(new Map(), empty, found)
  send(testHash)
  await store.set(refreshActivityAtom, true)
  expect(hashes()).toEqual([testHash])
  await clock.advance(61_000)
  await store.set(refreshActivityAtom, true)
  await settle()
  expect(hashes()).toHaveLength(count)
})

test('they are the account’s on that network, and end with its connection', async () => {
  const { store, send, hashes, kept } = await visit()
  send(testHash)
  const [active] = store.get(connectedSessionsAtom)
  if (active === undefined) throw new Error('Not connected')
  const elsewhere = { ...active, session: { ...active.session, network: 'eip155:1337' as NetworkId } }
  store.set(keepRequestedAtom, elsewhere, payment, hashOf(1))
  // The page sends from another granted account than the active one.
  const accounts = [...active.session.accounts, { address: friend }] as const
  const both = { ...active, session: { ...active.session, accounts } } as typeof active
  store.set(connectedSessionsAtom, [both])
  const byFriend = { ...payment, params: [{ from: friend.toLowerCase(), to: testAddress, value: '0x1' }] }
  store.set(keepRequestedAtom, both, byFriend, hashOf(2))
  expect(hashes()).toEqual([testHash])
  store.set(connectedSessionsAtom, [{ ...both, address: friend }])
  expect(hashes()).toEqual([hashOf(2)])
  await store.set(leaveAccountAtom)
  expect([hashes(), kept.has(key)]).toEqual([[], false])
})

test('they stay when a sign-in ends no connection', async () => {
  const { store, send, hashes, kept } = await visit()
  send(testHash)
  store.set(endHereAtom, () => false)
  expect([hashes(), kept.has(key)]).toEqual([[testHash], true])
})

test('nothing is stored of a transaction whose hash arrives after the account was disconnected', async () => {
  const { store, kept } = await visit()
  const [active] = store.get(connectedSessionsAtom)
  if (active === undefined) throw new Error('Not connected')
  await store.set(leaveAccountAtom)
  store.set(keepRequestedAtom, active, payment, testHash)
  expect(kept.has(key)).toBe(false)
})

test('after a day they are removed from storage too', async () => {
  const { store, send, kept, clock } = await visit()
  send(testHash)
  await clock.advance(86_400_000)
  await store.set(refreshActivityAtom, true)
  await settle()
  expect(kept.has(key)).toBe(false)
})

test('a network without a history has no activity, and stored data that isn’t valid is ignored', async () => {
  const { store, send, hashes, kept } = await visit(new Map(), () =>
    Promise.reject(new AppError('CHAIN_NOT_SUPPORTED')),
  )
  send(testHash)
  await store.set(refreshActivityAtom)
  expect(hashes()).toEqual([])
  kept.set(key, '[null,1,{"account":"0x"},{"account":1,"transaction":{}}]')
  expect((await visit(kept)).hashes()).toEqual([])
})
