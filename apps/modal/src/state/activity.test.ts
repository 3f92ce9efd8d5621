import { AppError } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import type { AccountApi } from '../account/AccountApi.ts'
import { testAccountApi } from '../account/testAccountApi.fixture.ts'
import { testTransaction } from '../account/testHistory.fixture.ts'
import { createTestModal, settle, type TestOptions } from '../modal.fixture.ts'
import { activityAtom, loadMoreActivityAtom, refreshActivityAtom } from './activity.ts'
import { invalidateBalancesAtom } from './invalidateBalances.ts'
import { restoreAtom } from './restoring.ts'

const list = (...ids: string[]) => ids.map((id) => testTransaction({ id }))

/** Two pages: c b, then a. */
const pages: AccountApi['history'] = async (_, __, cursor) =>
  cursor === undefined ? { data: list('c', 'b'), next: 'two' } : { data: list('a'), next: null }

const connected = async (history: AccountApi['history'] = pages, options: TestOptions = {}) => {
  const api = testAccountApi({ history })
  const modal = createTestModal({ remembered: true, services: { loadAccountApi: async () => api }, ...options })
  await modal.store.set(restoreAtom)
  const ids = () =>
    modal.store
      .get(activityAtom)
      .items.map(({ id }) => id)
      .join(' ')
  return { ...modal, asked: api.asked, ids }
}

test('is loading until it is known, and good for 15 seconds', async () => {
  const { store, ids, asked, clock } = await connected()
  expect(store.get(activityAtom)).toMatchObject({ status: 'loading', atMs: 0 })
  await store.set(refreshActivityAtom)
  expect(store.get(activityAtom)).toMatchObject({ status: 'ready', next: 'two', error: null })
  expect(ids()).toBe('c b')
  await store.set(refreshActivityAtom)
  expect(asked).toHaveLength(1)
  await clock.advance(15_000)
  await store.set(refreshActivityAtom)
  expect(asked).toHaveLength(2)
})

test('a transaction asks at once', async () => {
  const { store, asked } = await connected()
  await store.set(refreshActivityAtom)
  store.set(invalidateBalancesAtom)
  await store.set(refreshActivityAtom)
  expect(asked).toHaveLength(2)
})

test('who tries again while an answer is late asks anew, and what comes of the first question is dropped', async () => {
  const answers: { ok: (...ids: string[]) => void; fail: () => void }[] = []
  const { store, ids } = await connected(
    () =>
      new Promise((resolve, reject) =>
        answers.push({
          ok: (...found) => resolve({ data: list(...found), next: null }),
          fail: () => reject(new AppError('CHAIN_UNREACHABLE')),
        }),
      ),
  )
  const late = store.set(refreshActivityAtom)
  await settle()
  const again = store.set(refreshActivityAtom, true)
  await settle()
  answers[0]?.fail()
  await late
  expect(store.get(activityAtom)).toMatchObject({ status: 'loading', error: null })
  answers[1]?.ok('d')
  await again
  expect(store.get(activityAtom)).toMatchObject({ status: 'ready', error: null })
  expect(ids()).toBe('d')
})

test('pages follow each other to the end, one at a time', async () => {
  const { store, ids, asked } = await connected()
  await store.set(refreshActivityAtom)
  await Promise.all([store.set(loadMoreActivityAtom), store.set(loadMoreActivityAtom)])
  expect(ids()).toBe('c b a')
  await store.set(loadMoreActivityAtom)
  expect(asked).toEqual(['history eip155:31337', 'history eip155:31337 two'])
})

test('an empty page that is not the last says that the past is still being read, until there is more of it', async () => {
  let rest: Awaited<ReturnType<AccountApi['history']>> = { data: [], next: 'two' }
  const { store, ids } = await connected(async (_, __, cursor) =>
    cursor === undefined ? { data: list('c', 'b'), next: 'two' } : rest,
  )
  await store.set(refreshActivityAtom)
  expect(store.get(activityAtom).isReading).toBe(false)
  await store.set(loadMoreActivityAtom)
  expect(store.get(activityAtom)).toMatchObject({ isReading: true, next: 'two', isLoadingMore: false })
  // A new first page doesn't imply where the list ends.
  await store.set(refreshActivityAtom, true)
  expect(store.get(activityAtom)).toMatchObject({ isReading: true, next: 'two' })
  rest = { data: list('a'), next: null }
  await store.set(loadMoreActivityAtom)
  expect(store.get(activityAtom)).toMatchObject({ isReading: false, next: null })
  expect(ids()).toBe('c b a')
})

test('an account of which nothing is known yet is not one that has done nothing', async () => {
  let page: Awaited<ReturnType<AccountApi['history']>> = { data: [], next: 'all' }
  const { store, ids } = await connected(async () => page)
  await store.set(refreshActivityAtom)
  expect(store.get(activityAtom)).toMatchObject({ isReading: true, next: 'all' })
  page = { data: list('a'), next: null }
  await store.set(refreshActivityAtom, true)
  expect(store.get(activityAtom)).toMatchObject({ isReading: false, next: null })
  expect(ids()).toBe('a')
})

test('new ones come before what was read, which stays', async () => {
  let first = list('c', 'b')
  const { store, ids } = await connected(async (_, __, cursor) =>
    cursor === undefined ? { data: first, next: 'two' } : { data: list('a'), next: null },
  )
  await store.set(refreshActivityAtom)
  await store.set(loadMoreActivityAtom)
  first = list('d', 'c')
  await store.set(refreshActivityAtom, true)
  expect(ids()).toBe('d c b a')
})

test('what the backend has read of the past since its end was reached comes without a reload', async () => {
  let past = { data: list('b'), next: null as string | null }
  const { store, ids } = await connected(async (_, __, cursor) =>
    cursor === undefined ? past : { data: list('a'), next: null },
  )
  await store.set(refreshActivityAtom)
  expect(store.get(activityAtom)).toMatchObject({ next: null })
  past = { data: list('b'), next: 'two' }
  await store.set(refreshActivityAtom, true)
  await store.set(loadMoreActivityAtom)
  expect(ids()).toBe('b a')
})

test('a page that is on its way when the beginning comes anew elsewhere is not put behind it', async () => {
  let first = list('c', 'b')
  let next = 'two'
  let answer = (): void => undefined
  const { store, ids } = await connected(async (_, __, cursor) => {
    if (cursor === undefined) return { data: first, next }
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    return { data: list('a'), next: null }
  })
  await store.set(refreshActivityAtom)
  const more = store.set(loadMoreActivityAtom)
  await settle()
  first = list('g', 'f')
  next = 'other'
  await store.set(refreshActivityAtom, true)
  answer()
  await more
  expect(ids()).toBe('g f')
  expect(store.get(activityAtom)).toMatchObject({ next: 'other', isLoadingMore: false })
})

test('a failure keeps what was known, and can be retried', async () => {
  let isDown = false
  const { store, ids } = await connected(async (...asked) => {
    if (isDown) throw new AppError('HISTORY_UNAVAILABLE')
    return pages(...asked)
  })
  await store.set(refreshActivityAtom)
  isDown = true
  await store.set(refreshActivityAtom, true)
  await store.set(loadMoreActivityAtom)
  expect(store.get(activityAtom)).toMatchObject({
    status: 'error',
    error: { name: 'HISTORY_UNAVAILABLE' },
    moreError: { name: 'HISTORY_UNAVAILABLE' },
  })
  expect(ids()).toBe('c b')
  isDown = false
  await store.set(refreshActivityAtom, true)
  await store.set(loadMoreActivityAtom)
  expect(store.get(activityAtom)).toMatchObject({ status: 'ready', error: null, moreError: null })
  expect(ids()).toBe('c b a')
})

test('a cursor that the backend no longer knows leads back to the beginning', async () => {
  let isLost = true
  const { store, ids } = await connected(async (address, network, cursor) => {
    if (cursor !== undefined && isLost) throw new AppError('CURSOR_INVALID')
    return pages(address, network, cursor)
  })
  await store.set(refreshActivityAtom)
  await store.set(loadMoreActivityAtom)
  expect(ids()).toBe('c b')
  isLost = false
  await store.set(loadMoreActivityAtom)
  expect(ids()).toBe('c b a')
})

test.each(['CHAIN_NOT_SUPPORTED', 'NOT_ENABLED'] as const)(
  '%s: nobody keeps a history, so it is empty',
  async (name) => {
    const { store } = await connected(async () => {
      throw new AppError(name)
    })
    await store.set(refreshActivityAtom)
    expect(store.get(activityAtom)).toMatchObject({ status: 'ready', items: [], error: null })
  },
)

test('the next visit begins with what was known', async () => {
  const kept = new Map<string, string>()
  const first = await connected(pages, { kept })
  await first.store.set(refreshActivityAtom)
  first.leave()
  const second = await connected(async () => ({ data: list('d', 'c'), next: null }), { kept })
  expect(second.ids()).toBe('c b')
  expect(second.store.get(activityAtom).status).toBe('loading')
  await second.store.set(refreshActivityAtom)
  expect(second.ids()).toBe('d c')
})
