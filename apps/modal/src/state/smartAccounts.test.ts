import { expect, test } from 'vitest'
import { createTestModal } from '../modal.fixture.ts'
import { switchNetworkAtom } from './connection.ts'
import { accountTypeOfAtom, isSmartAccountOnAtom, smartAccountNetworksAtom } from './smartAccounts.ts'

test('what the wallet said last counts before it is asked again', () => {
  const { store, kept } = createTestModal()
  expect(store.get(isSmartAccountOnAtom)).toBe(false)
  store.set(smartAccountNetworksAtom, [31337, 1337])
  expect([...kept.values()]).toContain('31337,1337')
  expect(createTestModal({ kept }).store.get(isSmartAccountOnAtom)).toBe(true)
})

test('they are there on the networks of the list alone', async () => {
  const { store } = createTestModal()
  store.set(smartAccountNetworksAtom, [31337])
  await store.set(switchNetworkAtom, 'eip155:1337')
  expect(store.get(isSmartAccountOnAtom)).toBe(false)
})

test('a lookup that failed leaves none, and nothing stored', () => {
  const { store, kept } = createTestModal()
  store.set(smartAccountNetworksAtom, [31337])
  store.set(smartAccountNetworksAtom, [])
  expect(store.get(isSmartAccountOnAtom)).toBe(false)
  expect(kept.size).toBe(0)
})

test('of a list the chain ids are taken, each once', () => {
  const { store } = createTestModal()
  store.set(smartAccountNetworksAtom, [31337, 31337, -1, 0, 1.5, Number.NaN, Number.MAX_VALUE])
  expect(store.get(smartAccountNetworksAtom)).toEqual([31337])
})

test.each(['', 'x', '1,,2', '0', '-1', '31337,1e3', ' 31337', '1'.repeat(20), Array(65).fill('1').join()])(
  'stored, %j is no list',
  (text) => {
    const kept = new Map([['latchkey:demo:smart-account-networks', text]])
    expect(createTestModal({ kept }).store.get(smartAccountNetworksAtom)).toEqual([])
  },
)

const owner = `0x${'1'.repeat(40)}`

test.each([
  '',
  'smartAccount',
  'eip155:smartAccount',
  `${owner}:contract`,
  `${owner}:smartAccount:x`,
  Array(17).fill(`${owner}:smartAccount`).join(),
])('stored, %j is no choice of a type', (text) => {
  const kept = new Map([['latchkey:demo:account-types', text]])
  expect(createTestModal({ kept }).store.get(accountTypeOfAtom)(owner)).toBe('eoa')
})
