import { expect, test } from 'vitest'
import { createTestModal, settle } from '../modal.fixture.ts'
import { closeAtom, openAtom } from './modal.ts'
import { restoreAtom } from './restoring.ts'
import { backAtom, isOpenAtom, routeAtom } from './route.ts'
import { chooseNetworkAtom, confirmActiveChainAtom, switchingAtom } from './switching.ts'

/** A user in SwitchNetwork, whose wallet answers when the test lets it. */
const switching = async () => {
  const { promise, resolve } = Promise.withResolvers<{ chainId: number }>()
  const modal = createTestModal({ remembered: true, handlers: { SWITCH_NETWORK: () => promise } })
  const { store } = modal
  await store.set(restoreAtom)
  store.set(openAtom, { view: 'Networks' })
  store.set(chooseNetworkAtom, 'eip155:1337')
  await settle()
  expect(store.get(routeAtom)).toEqual({ view: 'SwitchNetwork', network: 'eip155:1337' })
  const succeed = async () => {
    resolve({ chainId: 1337 })
    await settle()
    expect(store.get(switchingAtom).status).toBe('idle')
    expect(modal.hub.network.get().caipNetworkId).toBe('eip155:1337')
  }
  return { store, succeed }
}

test('a switch that succeeds leaves the choice of networks', async () => {
  const { store, succeed } = await switching()
  await succeed()
  expect(store.get(isOpenAtom)).toBe(false)
})

test('a switch that succeeds late does not close what the user has opened again', async () => {
  const { store, succeed } = await switching()
  store.set(closeAtom)
  store.set(openAtom, { view: 'Networks' })
  await succeed()
  expect(store.get(isOpenAtom)).toBe(true)
  expect(store.get(routeAtom).view).toBe('Networks')
})

test('a switch that succeeds after the user went back leaves them there', async () => {
  const { store, succeed } = await switching()
  store.set(backAtom)
  await succeed()
  expect(store.get(routeAtom).view).toBe('Networks')
  expect(store.get(isOpenAtom)).toBe(true)
})

test('without a wallet to wait for, SwitchNetwork shows and ends at once', async () => {
  const { store, hub } = createTestModal()
  const seen: string[] = []
  store.sub(routeAtom, () => seen.push(store.get(routeAtom).view))
  store.set(openAtom, { view: 'Networks' })
  store.set(chooseNetworkAtom, 'eip155:1337')
  await settle()
  expect(seen.slice(0, 2)).toEqual(['Networks', 'SwitchNetwork'])
  expect(store.get(isOpenAtom)).toBe(false)
  expect(store.get(switchingAtom).status).toBe('idle')
  expect(hub.network.get().caipNetworkId).toBe('eip155:1337')
})

test('a switch of namespace stays flagged while the modal asks for a wallet there', async () => {
  const bitcoin = 'bip122:000000000019d6689c085ae165831e93'
  const { store, hub } = createTestModal({ remembered: true, settings: { networks: ['eip155:31337', bitcoin] } })
  await store.set(restoreAtom)
  store.set(openAtom, { view: 'Networks' })
  store.set(chooseNetworkAtom, bitcoin)
  expect(hub.state.get()).toMatchObject({ view: 'SwitchActiveChain', isSwitchingNamespace: false })
  store.set(confirmActiveChainAtom)
  expect(hub.state.get()).toMatchObject({ view: 'Connect', isSwitchingNamespace: true })
  store.set(closeAtom)
  expect(hub.state.get().isSwitchingNamespace).toBe(false)
})
