import { expect, test } from 'vitest'
import { createMemoryStore } from './memoryStore.ts'

test('forgets what was used least recently, and stays within its bytes', async () => {
  const store = createMemoryStore({ maxBytes: 8 * (2 * (1 + 10) + 128) })
  for (let number = 0; number < 8; number++) await store.put(`${number}`, 'ten digits', 1_000)
  expect(await store.get('0')).toBe('ten digits')
  await store.put('8', 'ten digits', 1_000)
  expect(await store.get('1')).toBeUndefined()
  expect(await store.get('0')).toBe('ten digits')
})

test('counts what takes the place of something once', async () => {
  const store = createMemoryStore({ maxBytes: 2 * (2 * (1 + 10) + 128) })
  await store.put('a', 'ten digits', 1_000)
  for (let again = 0; again < 100; again++) await store.put('b', 'ten digits', 1_000)
  expect(await store.get('a')).toBe('ten digits')
})

test('gives nothing at the end of its life', async () => {
  let nowMs = 0
  const store = createMemoryStore({ now: () => nowMs })
  await store.put('a', 'text', 1_000)
  nowMs = 999
  expect(await store.get('a')).toBe('text')
  nowMs = 1_000
  expect(await store.get('a')).toBeUndefined()
})
