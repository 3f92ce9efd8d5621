import { expect, test } from 'vitest'
import type { WalletSession } from '../connectors/Connector.ts'
import { keptAddress, orderedSession } from './connectedSessions.ts'

const session = (first: string, ...others: string[]): WalletSession => ({
  namespace: 'eip155',
  accounts: [{ address: first }, ...others.map((address) => ({ address }))],
  network: 'eip155:1',
})

test.each([
  ['nothing has changed', session('a', 'b'), 'a', session('a', 'b'), 'a'],
  ['the user chose another here, and the wallet has not', session('a', 'b'), 'b', session('a', 'b', 'c'), 'b'],
  ['the one chosen here is no longer given', session('a', 'b'), 'b', session('a', 'c'), 'a'],
  ['the user has chosen another in the wallet since', session('a', 'b'), 'b', session('c', 'a', 'b'), 'c'],
  ['the wallet has moved to the one chosen here', session('a', 'b'), 'b', session('b', 'a'), 'b'],
])('when %s, the account in use is right', (_, before, address, now, expected) => {
  expect(keptAddress({ ...before, address }, now)).toBe(expected)
})

test('the account in use comes first, the others stay in order', () => {
  expect(orderedSession({ session: session('a', 'b', 'c'), address: 'c' })).toEqual(session('c', 'a', 'b'))
  expect(orderedSession({ session: session('a', 'b'), address: 'a' })).toEqual(session('a', 'b'))
})
