import { describe, expect, onTestFinished, test } from 'vitest'
import { indexedDbSessionStore } from './indexedDbSessionStore.ts'
import { memorySessionStore } from './memorySessionStore.ts'
import type { SessionStore } from './sessionStore.ts'
import { afterEnding, noItems, type StoredItems } from './storedItems.ts'

const login = { provider: 'google', userName: 'Ada' } as const
const session = { sessionId: 's', userId: 'u', email: 'ada@example.org', login, deviceId: 'd', refreshToken: 'r' }
const items: StoredItems = {
  session,
  consents: [{ origin: 'https://dapp.example', projectId: 'demo', userId: 'u', chainId: 'eip155:1' }],
  pendingEnds: [{ refreshToken: 'old', userId: 'u', deviceId: 'former' }],
  revocations: [{ userId: 'u', deviceId: 'lost' }],
  holder: { userId: 'u', email: 'ada@example.org', providers: ['google'] },
  emailChange: { sessionId: 's', changeId: 'c' },
}

const databaseName = () => {
  const name = `session-${crypto.randomUUID()}`
  onTestFinished(() => void indexedDB.deleteDatabase(name))
  return name
}
const stores: Record<string, () => [SessionStore, SessionStore]> = {
  memory: () => {
    const store = memorySessionStore()
    return [store, store]
  },
  IndexedDB: () => {
    const name = databaseName()
    return [indexedDbSessionStore(name), indexedDbSessionStore(name)]
  },
}

describe.each(Object.entries(stores))('a session store in %s', (_, open) => {
  test('is empty at first, and keeps what was stored, also for another tab', async () => {
    const [store, otherTab] = open()
    expect(await store.read()).toEqual(noItems)
    expect(await store.update(() => items)).toEqual(items)
    expect(await otherTab.read()).toEqual(items)
  })

  test('loses no step of two tabs that write at once', async () => {
    const tabs = open()
    const steps = Array.from({ length: 20 }, (_, index) =>
      tabs[index % 2]?.update((latest) => ({
        ...latest,
        pendingEnds: [...latest.pendingEnds, { refreshToken: String(index), userId: 'u', deviceId: 'd' }],
      })),
    )
    await Promise.all(steps)
    expect((await tabs[0].read()).pendingEnds).toHaveLength(20)
  })

  test('keeps everything when a step fails', async () => {
    const [store] = open()
    await store.update(() => items)
    const failing = store.update(() => {
      throw new Error('never mind')
    })
    await expect(failing).rejects.toThrow()
    expect(await store.read()).toEqual(items)
  })
})

test('items of the release before are kept', async () => {
  const { holder: _, emailChange: __, ...former } = items
  const store = indexedDbSessionStore(databaseName())
  await store.update(() => former)
  expect(await store.read()).toEqual(former)
})

test('what is not ours, or of another version, counts as nothing', async () => {
  const name = databaseName()
  const store = indexedDbSessionStore(name)
  await store.update(() => ({ session: 'yes', consents: 7 }) as never)
  expect(await store.read()).toEqual(noItems)
})

test('each item goes when what clears it happens, and not before', () => {
  expect(afterEnding(items, 'signOut')).toEqual({ ...noItems, pendingEnds: items.pendingEnds })
  expect(afterEnding(items, 'expiry')).toEqual({ ...items, session: null, emailChange: null })
  expect(afterEnding(items, 'delivery')).toEqual({ ...items, pendingEnds: [] })
})
