import { expect, test } from 'vitest'
import { createIdleLook } from './createIdleLook.ts'

const setUp = () => {
  let nowMs = 0
  let looks = 0
  let state: 'there' | 'gone' | 'frozen' = 'there'
  const isThere = createIdleLook({
    look: () => {
      looks++
      if (state === 'frozen') return new Promise(() => {})
      return state === 'there' ? Promise.resolve() : Promise.reject(new Error('connection refused'))
    },
    lookMs: 20,
    burst: 3,
    everyMs: 1_000,
    now: () => nowMs,
  })
  return {
    isThere,
    looks: () => looks,
    become: (next: typeof state) => (state = next),
    pass: (ms: number) => (nowMs += ms),
  }
}

test.each(['gone', 'frozen'] as const)(
  'a server that is %s shows at the next look, and when it is back',
  async (how) => {
    const { isThere, become } = setUp()
    expect(await isThere()).toBe(true)
    become(how)
    expect(await isThere()).toBe(false)
    become('there')
    expect(await isThere()).toBe(true)
  },
)

test('callers who come together share a look', async () => {
  const { isThere, looks } = setUp()
  await Promise.all([isThere(), isThere(), isThere()])
  expect(looks()).toBe(1)
})

test('strangers who ask on end cause a look now and then, and hear of the last one between', async () => {
  const { isThere, looks, become, pass } = setUp()
  for (let index = 0; index < 10; index++) await isThere()
  expect(looks()).toBe(3)
  become('gone')
  pass(999)
  expect([await isThere(), looks()]).toEqual([true, 3])
  pass(1)
  expect([await isThere(), looks()]).toEqual([false, 4])
  // However long it was unused, no more probes than `burst` are in reserve.
  pass(1_000_000)
  for (let index = 0; index < 10; index++) await isThere()
  expect(looks()).toBe(7)
})
