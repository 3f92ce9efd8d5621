import { expect, test } from 'vitest'
import { type Area, createStorage } from './storage.ts'

const areaOver = (kept: Map<string, string>): Area => ({
  getItem: (key) => kept.get(key) ?? null,
  setItem: (key, value) => void kept.set(key, value),
  removeItem: (key) => void kept.delete(key),
})

test('reads back what it wrote, under keys of its project', () => {
  const kept = new Map<string, string>()
  const storage = createStorage('demo', () => areaOver(kept))
  storage.write('active-networks', ['eip155:1337'])
  storage.write('recent-wallets', ['a', 'b'])
  expect(storage.read('active-networks')).toEqual(['eip155:1337'])
  expect(storage.read('recent-wallets')).toEqual(['a', 'b'])
  expect([...kept.keys()]).toEqual(['latchkey:demo:active-networks', 'latchkey:demo:recent-wallets'])
  expect(createStorage('other', () => areaOver(kept)).read('active-networks')).toBeUndefined()
  storage.remove('recent-wallets')
  expect(storage.read('recent-wallets')).toBeUndefined()
})

test.each([
  ['active-networks', 'eip155:'],
  ['active-networks', 'eip155:01'],
  ['active-networks', 'eip155:1; drop'],
  ['active-networks', 'eip155:1,eip155:10'],
  ['active-networks', 'eip155:1,'],
  ['active-networks', 'tron:1'],
  ['active-networks', '<img>'],
  ['recent-wallets', 'a,b,c'],
  ['recent-wallets', ''],
  ['recent-wallets', 'a b'],
  ['address-labels', '{}'],
  ['address-labels', '[["0xab",""]]'],
  ['address-labels', '[["0xab","a\\nb"]]'],
  ['connections', 'true'],
] as const)('reads %s = %j as nothing', (key, text) => {
  expect(createStorage('p', () => areaOver(new Map([[`latchkey:p:${key}`, text]]))).read(key)).toBeUndefined()
})

test('an id that cannot stand in a list of wallets is left out, and the others stay readable', () => {
  const kept = new Map<string, string>()
  const storage = createStorage('p', () => areaOver(kept))
  for (const id of ['My wallet', 'a,b', 'x'.repeat(129), '']) {
    storage.write('recent-wallets', [id, 'known'])
    expect(storage.read('recent-wallets')).toEqual(['known'])
  }
})

test('remembers for this visit alone when the browser blocks storage', () => {
  const storage = createStorage('p', () => {
    throw new DOMException('denied', 'SecurityError')
  })
  storage.write('recent-wallets', ['a'])
  expect(storage.read('recent-wallets')).toEqual(['a'])
  storage.remove('recent-wallets')
  expect(storage.read('recent-wallets')).toBeUndefined()
})
