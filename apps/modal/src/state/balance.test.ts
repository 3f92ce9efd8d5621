import { AppError } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { createTestModal } from '../modal.fixture.ts'
import { balanceAtom, balanceTextAtom, invalidateBalancesAtom, refreshBalanceAtom } from './balance.ts'
import { switchNetworkAtom } from './connection.ts'
import { restoreAtom } from './restoring.ts'

const connected = async (answer: () => unknown = () => '0xde0b6b3a7640000') => {
  const modal = createTestModal({ remembered: true, handlers: { RPC_REQUEST: async () => answer() } })
  await modal.store.set(restoreAtom)
  const reads = () => modal.names().filter((name) => name === 'RPC_REQUEST').length
  return { ...modal, reads }
}

test('is loading until it is known', async () => {
  const { store } = await connected()
  expect(store.get(balanceAtom).status).toBe('loading')
  expect(store.get(balanceTextAtom)).toBeNull()
  await store.set(refreshBalanceAtom)
  expect(store.get(balanceAtom)).toMatchObject({ status: 'ready', units: 10n ** 18n })
  expect(store.get(balanceTextAtom)).toEqual({ value: '1', symbol: 'ETH' })
})

test('is read again after 30 seconds, or when it is no longer true', async () => {
  const { store, reads, clock } = await connected()
  await store.set(refreshBalanceAtom)
  await store.set(refreshBalanceAtom)
  expect(reads()).toBe(1)
  await clock.advance(30_000)
  await store.set(refreshBalanceAtom)
  expect(reads()).toBe(2)
  store.set(invalidateBalancesAtom)
  await store.set(refreshBalanceAtom)
  expect(reads()).toBe(3)
})

test('a failure keeps what was known, and is not repeated for 30 seconds unless asked', async () => {
  let isDown = false
  const { store, reads, clock } = await connected(() => {
    if (isDown) throw new AppError('CHAIN_UNREACHABLE')
    return '0x0'
  })
  await store.set(refreshBalanceAtom)
  isDown = true
  await clock.advance(30_000)
  await store.set(refreshBalanceAtom)
  expect(store.get(balanceAtom)).toMatchObject({ status: 'error', units: 0n, error: { name: 'CHAIN_UNREACHABLE' } })
  await store.set(refreshBalanceAtom)
  expect(reads()).toBe(2)
  isDown = false
  await store.set(refreshBalanceAtom, true)
  expect(store.get(balanceAtom)).toMatchObject({ status: 'ready', error: null })
})

test('each network has its own', async () => {
  const { store } = await connected()
  await store.set(refreshBalanceAtom)
  await store.set(switchNetworkAtom, 'eip155:1337')
  expect(store.get(balanceTextAtom)).toBeNull()
})
