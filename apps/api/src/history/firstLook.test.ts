import { expect, test } from 'vitest'
import { createFirstLook } from './firstLook.ts'

test('all chains are looked at in one question, and those who are too many do not wait', async () => {
  const asked: (readonly string[])[] = []
  let isUpToDate = false
  const firstLook = createFirstLook({
    accounts: {
      track: async (_, chainId) => chainId !== 'known',
      isUpToDate: async (_, chainIds) => {
        asked.push(chainIds)
        return isUpToDate
      },
    },
    timeoutMs: 60_000,
    everyMs: 1,
    most: 1,
  })
  const waits = firstLook('a', ['one', 'two', 'known'])
  await expect.poll(() => asked[0]).toEqual(['one', 'two'])
  await firstLook('b', ['three'])
  expect(asked.flat()).not.toContain('three')
  isUpToDate = true
  await waits
  await firstLook('c', ['three'])
  expect(asked.at(-1)).toEqual(['three'])
  await firstLook('c', ['known'])
  expect(asked.at(-1)).toEqual(['three'])
})
