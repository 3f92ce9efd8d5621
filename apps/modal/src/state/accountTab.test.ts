import { expect, test } from 'vitest'
import { createTestModal } from '../modal.fixture.ts'
import { accountTabAtom } from './accountTab.ts'
import { closeAtom, openAtom } from './modal.ts'
import { setActiveNetworkAtom } from './networks.ts'

const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

test('the tab of Account is remembered for each namespace, also while the modal is closed', () => {
  const { store } = createTestModal({ settings: { networks: ['eip155:31337', solana] } })
  store.set(accountTabAtom, 'activity')
  store.set(openAtom)
  store.set(closeAtom)
  expect(store.get(accountTabAtom)).toBe('activity')
  store.set(setActiveNetworkAtom, solana)
  expect(store.get(accountTabAtom)).toBe('tokens')
  store.set(setActiveNetworkAtom, 'eip155:31337')
  expect(store.get(accountTabAtom)).toBe('activity')
})
