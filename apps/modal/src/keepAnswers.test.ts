import { fungiblePrice, profileAccount } from '@latchkey/api-client'
import { afterEach, expect, test, vi } from 'vitest'
import { keepAnswers } from './keepAnswers.ts'
import { createStorage } from './storage.ts'

const name = 'https://api.example/v1/profile/account/ada.eth?apiVersion=2 '
const price = 'https://api.example/v1/fungible/price {"addresses":["eip155:1:0xeeee"]}'
const answer = { name: 'ada.eth', registered_at: null, updated_at: null, addresses: {}, attributes: null }
const priced = {
  fungibles: [{ address: 'eip155:1:0xeeee', name: '', symbol: '', iconUrl: null, price: 2, decimals: 18 }],
}

const scene = () => {
  const kept = new Map<string, string>()
  const storage = createStorage('demo', () => ({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }))
  let nowMs = 1_000_000
  /** A page load: the memory is empty. */
  const visit = () => keepAnswers(storage, [profileAccount, fungiblePrice], () => nowMs)
  /** Asks, as a client does, and keeps what comes. */
  const learn = (asked: string, outcome: unknown, forMs: number) => {
    const memory = visit()
    memory.recall(asked)
    memory.keep(asked, outcome, forMs)
  }
  return { kept, storage, visit, learn, pass: (ms: number) => (nowMs += ms) }
}

afterEach(() => {
  vi.restoreAllMocks()
})

test.each([
  ['a name', name, answer, profileAccount.cacheMs, 300_000],
  ['a price', price, priced, fungiblePrice.cacheMs, 15_000],
] as const)(
  '%s is there at the next visit, for as long as the specification says',
  (_, asked, outcome, cacheMs, ms) => {
    expect(cacheMs).toBe(ms)
    const { visit, learn, pass } = scene()
    learn(asked, outcome, cacheMs)
    pass(ms - 1)
    expect(visit().recall(asked)).toEqual({ outcome })
    pass(1)
    expect(visit().recall(asked)).toBeUndefined()
  },
)

test('an answer of another row is in memory only', () => {
  const { visit, kept } = scene()
  const asked = 'https://api.example/v1/identity/0xab '
  const memory = visit()
  memory.keep(asked, { name: null }, 300_000)
  expect(memory.recall(asked)).toMatchObject({ outcome: { name: null } })
  expect(kept.size).toBe(0)
})

test.each([
  ['no answer of its row', JSON.stringify([{ asked: name, until: 1_000_001, outcome: { name: 7 } }])],
  ['kept for longer than its row allows', JSON.stringify([{ asked: name, until: 9_000_000, outcome: answer }])],
  ['no entry', '[null,1,{"asked":1}]'],
  ['no list', '{}'],
  ['no JSON', 'x'],
])('what is %s is not recalled, and does no harm', (_, text) => {
  const { visit, learn, kept } = scene()
  kept.set('latchkey:demo:answer-cache', text)
  expect(visit().recall(name)).toBeUndefined()
  learn(price, priced, 15_000)
  expect(visit().recall(price)).toEqual({ outcome: priced })
})

test('an empty answer is not kept for the next visit', () => {
  const { visit, learn, kept } = scene()
  learn(name, [], 300_000)
  expect(visit().recall(name)).toBeUndefined()
  expect([...kept.values()]).toEqual(['[]'])
})

test('what was asked before disconnecting is not kept after it', () => {
  const { visit, storage, kept } = scene()
  const memory = visit()
  memory.recall(name)
  storage.remove('answer-cache')
  memory.keep(name, answer, 300_000)
  expect(kept.size).toBe(0)
})

test('a browser without URL.parse keeps answers too', () => {
  const { visit, learn } = scene()
  vi.spyOn(URL, 'parse').mockImplementation(() => {
    throw new TypeError('URL.parse is not a function')
  })
  learn(name, answer, 300_000)
  expect(visit().recall(name)).toEqual({ outcome: answer })
})

test('at most 32 answers and 32,000 characters are kept, the last ones', () => {
  const { visit, learn, kept } = scene()
  const asked = (index: number) => `https://api.example/v1/profile/account/${index}.eth `
  for (let index = 0; index < 40; index++) learn(asked(index), answer, 300_000)
  expect(visit().recall(asked(39))).toBeDefined()
  expect(visit().recall(asked(7))).toBeUndefined()
  learn(asked(40), { ...answer, attributes: { note: 'x'.repeat(32_000) } }, 300_000)
  expect([...kept.values()].every(({ length }) => length <= 32_000)).toBe(true)
})
