import { AppError } from '@latchkey/protocol/errors'
import { expect, test } from 'vitest'
import { cacheWithFailures } from './cacheWithFailures.ts'
import { createSharedCache } from './createSharedCache.ts'
import { createMemoryStore } from './memoryStore.ts'

function setUp() {
  let nowMs = 0
  let asked = 0
  const cache = createSharedCache(createMemoryStore({ now: () => nowMs }))
  return {
    ask: (failure?: Error) =>
      cacheWithFailures(cache, 'key', 30_000, Number, async () => {
        asked++
        if (failure !== undefined) throw failure
        return 7
      }),
    asked: () => asked,
    advance(ms: number) {
      nowMs += ms
    },
  }
}

test('what cannot be reached is asked again after 3 s, and not before', async () => {
  const { ask, asked, advance } = setUp()
  await expect(ask(new AppError('SERVICE_UNREACHABLE'))).rejects.toMatchObject({ name: 'SERVICE_UNREACHABLE' })
  advance(2999)
  await expect(ask()).rejects.toMatchObject({ name: 'SERVICE_UNREACHABLE' })
  expect(asked()).toBe(1)
  advance(1)
  expect(await ask()).toBe(7)
})

test('a fault of ours is not kept', async () => {
  const { ask } = setUp()
  await expect(ask(new RangeError('ours'))).rejects.toThrow(RangeError)
  expect(await ask()).toBe(7)
})
