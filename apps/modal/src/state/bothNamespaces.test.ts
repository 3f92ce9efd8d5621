/** One sign-in to the embedded wallet, with accounts on EVM chains and on Solana. */
import { AppError, type Handlers } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { solanaAddress, solanaDevnet, solanaHandlers, solanaLocal } from '../connectors/auth/solanaLogin.fixture.ts'
import { createTestModal, settle, type TestModal, testAddress } from '../modal.fixture.ts'
import { connectionAtom } from './accounts.ts'
import { switchNetworkAtom } from './connection.ts'
import { connectionsAtom, disconnectAtom, leaveAccountAtom } from './connections.ts'
import { submitEmailAtom } from './emailLogin.ts'
import { openAtom } from './modal.ts'
import { activeNamespaceAtom } from './networks.ts'
import { restoreAtom } from './restoring.ts'
import { routeAtom } from './route.ts'
import { chooseNetworkAtom } from './switching.ts'

const networks = ['eip155:31337', 'eip155:1337', solanaLocal, solanaDevnet] as const

const open = (handlers: Partial<Handlers<undefined>> = {}, more: object = {}) =>
  createTestModal({ handlers: { ...solanaHandlers, ...handlers }, settings: { networks }, ...more })

const logIn = async (modal: TestModal): Promise<void> => {
  modal.store.set(openAtom)
  await modal.store.set(submitEmailAtom, 'ada@example.com')
  await settle()
}
const held = ({ store }: TestModal) =>
  store.get(connectionsAtom).map(({ session }) => `${session.network}:${session.accounts[0].address}`)

test('a login connects both, with the namespace in front first', async () => {
  const modal = open()
  await logIn(modal)
  expect(held(modal)).toEqual([`eip155:31337:${testAddress}`, `${solanaLocal}:${solanaAddress}`])
  expect(modal.store.get(activeNamespaceAtom)).toBe('eip155')
  expect(modal.hub.namespaces.get('solana')?.account.get().address).toBe(solanaAddress)
})

test('what the wallet does not serve keeps nobody from logging in', async () => {
  const modal = open({
    GET_USER: async (payload) => {
      if (String(payload?.chainId).startsWith('solana:')) throw new AppError('CHAIN_NOT_SUPPORTED')
      return { address: testAddress, chainId: 31337 }
    },
  })
  await logIn(modal)
  expect(held(modal)).toEqual([`eip155:31337:${testAddress}`])
})

test('an account that is none ends the login', async () => {
  const modal = open({
    GET_USER: async (payload) =>
      String(payload?.chainId).startsWith('solana:')
        ? { address: `${solanaAddress.slice(0, -1)}0`, chainId: solanaLocal }
        : { address: testAddress, chainId: 31337 },
  })
  await logIn(modal)
  expect(held(modal)).toEqual([])
})

test('switching goes to the other namespace and back without a question, and within it', async () => {
  const modal = open()
  await logIn(modal)
  const { store } = modal
  store.set(openAtom)
  for (const network of [solanaDevnet, 'eip155:1337', solanaLocal, 'eip155:31337'] as const) {
    store.set(chooseNetworkAtom, network)
    expect(store.get(routeAtom).view).toBe('SwitchNetwork')
    await settle()
    expect(modal.hub.network.get().caipNetworkId).toBe(network)
    store.set(openAtom)
  }
  expect(held(modal).toSorted()).toEqual([`eip155:31337:${testAddress}`, `${solanaLocal}:${solanaAddress}`])
})

test('a switch of namespace is flagged while it is told about, and a switch within one is not', async () => {
  const modal = open()
  await logIn(modal)
  const seen: (readonly [string, boolean])[] = []
  const note = () => seen.push([modal.hub.network.get().caipNetworkId, modal.hub.state.get().isSwitchingNamespace])
  modal.hub.network.listen(note)
  await modal.store.set(switchNetworkAtom, solanaLocal)
  expect(modal.hub.state.get().isSwitchingNamespace).toBe(false)
  await modal.store.set(switchNetworkAtom, solanaDevnet)
  expect(seen).toEqual([
    [solanaLocal, true],
    [solanaDevnet, false],
  ])
})

test('one namespace may be left alone, and comes back when the user goes there', async () => {
  const modal = open()
  await logIn(modal)
  const { store } = modal
  await store.set(disconnectAtom, 'solana')
  expect(held(modal)).toEqual([`eip155:31337:${testAddress}`])
  expect(modal.names()).not.toContain('SIGN_OUT')
  await store.set(switchNetworkAtom, solanaDevnet)
  expect(held(modal).toSorted()).toEqual([`eip155:31337:${testAddress}`, `${solanaDevnet}:${solanaAddress}`])
  expect(store.get(activeNamespaceAtom)).toBe('solana')
})

test('who leaves the account is logged out of both', async () => {
  const modal = open()
  await logIn(modal)
  await modal.store.set(leaveAccountAtom)
  expect(held(modal)).toEqual([])
  expect(modal.names().filter((name) => name === 'SIGN_OUT')).toHaveLength(1)
})

test('the last namespace to be left logs out', async () => {
  const modal = open()
  await logIn(modal)
  await modal.store.set(disconnectAtom, 'eip155')
  expect(modal.names()).not.toContain('SIGN_OUT')
  await modal.store.set(disconnectAtom, 'solana')
  expect(modal.names()).toContain('SIGN_OUT')
})

test('both are there again after a reload, and only what was there before', async () => {
  const modal = open()
  await logIn(modal)
  const again = open({}, { kept: modal.kept })
  await again.store.set(restoreAtom)
  expect(held(again).toSorted()).toEqual(held(modal).toSorted())
  await again.store.set(disconnectAtom, 'eip155')
  const later = open({}, { kept: modal.kept })
  await later.store.set(restoreAtom)
  expect(held(later)).toEqual([`${solanaLocal}:${solanaAddress}`])
})

test('the next person to log in has nothing of the last one’s', async () => {
  let isLater = false
  const modal = open({
    GET_USER: async (payload) => {
      if (isLater && String(payload?.chainId).startsWith('solana:')) throw new AppError('SERVICE_UNREACHABLE')
      return solanaHandlers.GET_USER(payload)
    },
  })
  await logIn(modal)
  isLater = true
  await logIn(modal)
  expect(held(modal)).toEqual([`eip155:31337:${testAddress}`])
})

test('where the wallet cannot be asked after a reload, each may still be there, and is when it is asked again', async () => {
  const modal = open()
  await logIn(modal)
  let isDown = true
  const away: Partial<Handlers<undefined>> = {
    GET_USER: async (payload) => {
      if (isDown) throw new AppError('SERVICE_UNREACHABLE')
      return solanaHandlers.GET_USER(payload)
    },
  }
  const { store, hub } = open(away, { kept: modal.kept })
  await store.set(restoreAtom)
  expect(store.get(connectionAtom).status).toBe('interrupted')
  store.set(openAtom, { namespace: 'solana' })
  expect([store.get(connectionAtom).status, store.get(routeAtom).view]).toEqual(['interrupted', 'Account'])
  isDown = false
  await store.set(restoreAtom)
  expect([...hub.namespaces.values()].map(({ account }) => account.get().status)).toEqual(['connected', 'connected'])
})
