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
  storage.write('email-login-used', true)
  expect(storage.read('active-networks')).toEqual(['eip155:1337'])
  expect(storage.read('email-login-used')).toBe(true)
  expect([...kept.keys()]).toEqual(['latchkey:demo:active-networks', 'latchkey:demo:email-login-used'])
  expect(createStorage('other', () => areaOver(kept)).read('active-networks')).toBeUndefined()
  storage.remove('email-login-used')
  expect(storage.read('email-login-used')).toBeUndefined()
})

test.each([
  ['active-networks', 'eip155:'],
  ['active-networks', 'eip155:01'],
  ['active-networks', 'eip155:1; drop'],
  ['active-networks', 'eip155:1,eip155:10'],
  ['active-networks', 'eip155:1,'],
  ['active-networks', 'tron:1'],
  ['active-networks', '<img>'],
  ['email-login-used', 'false'],
  ['email-login-used', '1'],
  ['email-login-used', ''],
] as const)('reads %s = %j as nothing', (key, text) => {
  expect(createStorage('p', () => areaOver(new Map([[`latchkey:p:${key}`, text]]))).read(key)).toBeUndefined()
})

test('forgets instead of failing when the browser blocks storage', () => {
  const storage = createStorage('p', () => {
    throw new DOMException('denied', 'SecurityError')
  })
  storage.write('email-login-used', true)
  storage.remove('email-login-used')
  expect(storage.read('email-login-used')).toBeUndefined()
})
