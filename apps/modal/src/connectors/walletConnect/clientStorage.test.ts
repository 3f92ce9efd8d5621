import { expect, test } from 'vitest'
import { createClientStorage } from './clientStorage.ts'
import { createArea } from './wallet.fixture.ts'

const key = (instance: string, store = 'session'): string => `wc@2:client:0.3:${instance}//${store}`
const open = (area = createArea(), instance: string = crypto.randomUUID()) => {
  const storage = createClientStorage('demo', instance, () => area)
  return {
    area,
    get: (store?: string) => storage.getItem(key(instance, store)),
    set: (value: unknown, store?: string) => storage.setItem(key(instance, store), value),
    storage,
  }
}

test('keys stand under the project, without the name of the instance', async () => {
  const one = open()
  await one.set([{ topic: 'a' }])
  expect([...one.area.values.keys()]).toEqual(['latchkey:demo:walletconnect:wc@2:client:0.3//session'])
  expect(await one.storage.getKeys()).toEqual(['wc@2:client:0.3//session'])
  expect(await open(one.area).get()).toEqual([{ topic: 'a' }])
})

test('two clients keep each other’s sessions, and delete only their own', async () => {
  const one = open()
  const two = open(one.area)
  await Promise.all([one.get(), two.get()])
  await one.set([{ topic: 'a', expiry: 1 }])
  await two.set([{ topic: 'b', expiry: 1 }])
  expect(await open(one.area).get()).toEqual([
    { topic: 'a', expiry: 1 },
    { topic: 'b', expiry: 1 },
  ])
  await one.set([{ topic: 'a', expiry: 2 }])
  await two.set([])
  expect(await open(one.area).get()).toEqual([{ topic: 'a', expiry: 2 }])
})

test('what one has deleted, another does not bring back by writing what it remembers', async () => {
  const one = open()
  await one.set([{ topic: 'a' }])
  const two = open(one.area)
  await two.get()
  await one.set([])
  await two.set([{ topic: 'a' }, { topic: 'b' }])
  expect(await open(one.area).get()).toEqual([{ topic: 'b' }])
})

test('keys by name are merged too; single values are the last one', async () => {
  const one = open()
  const two = open(one.area)
  await one.set({ seed: '1', x: '1' }, 'keychain')
  await two.set({ y: '2' }, 'keychain')
  expect(await open(one.area).get('keychain')).toEqual({ seed: '1', x: '1', y: '2' })
  await one.set('first', 'id')
  await two.set('second', 'id')
  expect(await open(one.area).get('id')).toBe('second')
})

test('a browser that blocks storage, or has rubbish in it, makes the client forget, not fail', async () => {
  const blocked = createClientStorage('demo', 'x', () => {
    throw new Error('blocked')
  })
  await blocked.setItem('a', [1])
  expect(await blocked.getItem('a')).toEqual([1])
  expect(await blocked.getKeys()).toEqual([])
  const one = open()
  one.area.setItem('latchkey:demo:walletconnect:wc@2:client:0.3//session', '{')
  expect(await one.get()).toBeUndefined()
})
