import { describe, expect, test } from 'vitest'
import { rememberBriefly } from './rememberBriefly.ts'

const counted = () => {
  const calls: string[] = []
  let fails = false
  let nowMs = 0
  const read = rememberBriefly(
    async (key) => {
      calls.push(key)
      if (fails) throw new Error('down')
      return `${key} ${calls.length}`
    },
    { lifeMs: 100, maxEntries: 2, now: () => nowMs },
  )
  return {
    calls,
    read,
    fail: (value: boolean) => {
      fails = value
    },
    pass: (ms: number) => {
      nowMs += ms
    },
  }
}

describe('rememberBriefly', () => {
  test('asks once for many who come together, and again when the answer is old', async () => {
    const { read, calls, pass } = counted()
    await Promise.all([read('a'), read('a')])
    pass(99)
    expect(await read('a')).toBe('a 1')
    pass(1)
    expect(await read('a')).toBe('a 2')
    expect(calls).toEqual(['a', 'a'])
  })

  test('forgets a failure at once, and serves nothing old in its place', async () => {
    const { read, fail, pass } = counted()
    await read('a')
    pass(100)
    fail(true)
    await expect(read('a')).rejects.toThrow('down')
    fail(false)
    expect(await read('a')).toBe('a 3')
  })

  test('keeps no more than it may, whatever strangers ask for', async () => {
    const { read, calls } = counted()
    for (const key of ['a', 'b', 'c']) await read(key)
    await read('c')
    await read('a')
    expect(calls).toEqual(['a', 'b', 'c', 'a'])
  })
})
