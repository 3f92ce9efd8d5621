import { expect, test } from 'vitest'
import { createStorage } from './storage.ts'
import { readPurchases, type StoredPurchase } from './storedPurchases.ts'
import { storePurchases } from './storePurchases.ts'

const createMemory = () => {
  const items = new Map<string, string>()
  return createStorage('demo', () => ({
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  }))
}
const many = (make: (index: number) => object): readonly StoredPurchase[] =>
  Array.from({ length: 12 }, (_, index) => ({ address: `a${index}`, ...make(index) }))

test('each kind has its own limit', () => {
  const storage = createMemory()
  const rest = [{ address: 'a' }, { address: 'a', exchangeId: 'e' }, { address: 'a', saleId: 's', sent: null }]
  storePurchases(storage, [...rest, ...many((index) => ({ sourceHash: String(index) }))])
  const stored = readPurchases(storage)
  expect(stored.slice(0, 3)).toEqual(rest)
  expect(stored.slice(3).map(({ address }) => address)).toEqual(
    many(() => ({}))
      .slice(2)
      .map(({ address }) => address),
  )
})

test('a sale that may have been sent is never left out', () => {
  const storage = createMemory()
  const sent = [
    { address: 'a', saleId: 's', sent: { id: null } },
    { address: 'b', saleId: 't' },
  ]
  storePurchases(storage, [...sent, ...many((index) => ({ saleId: String(index), sent: null }))])
  const stored = readPurchases(storage)
  expect(stored).toHaveLength(12)
  expect(stored.slice(0, 2)).toEqual(sent)
})
