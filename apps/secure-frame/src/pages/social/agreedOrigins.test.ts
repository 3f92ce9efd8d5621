import { expect, test } from 'vitest'
import { agreedOrigins, forgetAgreedOrigins } from './agreedOrigins.ts'

const browser = (items = new Map<string, string>()) => {
  const localStorage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  } as Storage
  return { self: { localStorage }, items }
}
const origin = (index: number): string => `https://dapp-${index}.example`

test('exactly the origins that were agreed to are known, also the next time, until they are forgotten', () => {
  const { self } = browser()
  agreedOrigins(self).add('https://dapp.example')
  const later = agreedOrigins(self)
  expect(later.has('https://dapp.example')).toBe(true)
  for (const other of ['http://dapp.example', 'https://dapp.example:8443', 'https://a.dapp.example', ''])
    expect(later.has(other)).toBe(false)
  forgetAgreedOrigins(self)
  expect(later.has('https://dapp.example')).toBe(false)
})

test('the list is bounded: what was agreed to last stays', () => {
  const { self, items } = browser()
  const agreed = agreedOrigins(self)
  for (let index = 0; index < 100; index++) agreed.add(origin(index))
  agreed.add(origin(0))
  agreed.add(origin(100))
  expect([agreed.has(origin(0)), agreed.has(origin(1)), agreed.has(origin(2))]).toEqual([true, false, true])
  expect(JSON.parse([...items.values()].join(''))).toHaveLength(100)
})

test.each(['not json', '{"0":"https://dapp.example"}', '[["https://dapp.example"]]', 'null', '"https://dapp.example"'])(
  'what somebody else has put there agrees to nothing: %s',
  (value) => {
    const { self, items } = browser()
    agreedOrigins(self).add(origin(0))
    for (const key of items.keys()) items.set(key, value)
    const agreed = agreedOrigins(self)
    expect([agreed.has('https://dapp.example'), agreed.has(origin(0))]).toEqual([false, false])
    agreed.add(origin(1))
    expect(agreed.has(origin(1))).toBe(true)
  },
)

test('blocked storage agrees to nothing, and nothing fails', () => {
  const self = {
    get localStorage(): Storage {
      throw new Error('blocked')
    },
  }
  const agreed = agreedOrigins(self)
  agreed.add(origin(0))
  forgetAgreedOrigins(self)
  expect(agreed.has(origin(0))).toBe(false)
})
