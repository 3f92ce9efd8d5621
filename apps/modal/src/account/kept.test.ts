import { accountHistory, identity } from '@latchkey/api-client'
import { expect, test } from 'vitest'
import { createStorage } from '../storage.ts'
import { keep, readKept } from './kept.ts'

const storageWith = (kept = new Map<string, string>()) => ({
  kept,
  storage: createStorage('demo', () => ({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  })),
})
const ada = { name: 'ada.eth', avatar: null }
const read = (storage: ReturnType<typeof storageWith>['storage'], key: string) =>
  readKept(storage, key, identity.response)

test('what was kept is there with its time, parsed', () => {
  const { storage } = storageWith()
  keep(storage, 'a', 7, ada)
  expect(read(storage, 'a')).toEqual({ atMs: 7, value: ada })
  expect(readKept(storage, 'a', accountHistory.response)).toBeUndefined()
  expect(read(storage, 'b')).toBeUndefined()
})

test('the last eight are kept, in 100,000 characters', () => {
  const { storage, kept } = storageWith()
  for (let index = 0; index < 9; index++) keep(storage, `k${index}`, index, ada)
  expect(read(storage, 'k0')).toBeUndefined()
  expect(read(storage, 'k1')?.atMs).toBe(1)
  keep(storage, 'long', 10, { name: 'x'.repeat(99_900), avatar: null })
  expect(read(storage, 'long')?.atMs).toBe(10)
  expect(read(storage, 'k8')).toBeUndefined()
  keep(storage, 'longer', 11, { name: 'x'.repeat(100_000), avatar: null })
  expect(read(storage, 'longer')).toBeUndefined()
  expect([...kept.values()].every((text) => text.length <= 100_000)).toBe(true)
})

test.each([
  ['nothing', ''],
  ['broken', '[{'],
  ['no list', '{"key":"a"}'],
  ['a list of other things', '[1,null,{"key":"a"},{"key":"a","atMs":"now","value":1}]'],
])('a store that holds %s is empty, and can be written', (_, text) => {
  const { storage } = storageWith(new Map([['latchkey:demo:account-cache', text]]))
  expect(read(storage, 'a')).toBeUndefined()
  keep(storage, 'a', 1, ada)
  expect(read(storage, 'a')?.atMs).toBe(1)
})
