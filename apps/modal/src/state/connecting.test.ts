import { AppError, type ErrorName } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { createScriptedWallet } from '../../fuzz/scriptedWallet.ts'
import type { Connector, ConnectRequest } from '../connectors/Connector.ts'
import { createTestModal, settle, testAddress } from '../modal.fixture.ts'
import { accountAtom } from './accounts.ts'
import {
  cancelConnectingAtom,
  connectingAtom,
  connectWalletAtom,
  pairingAtom,
  retryConnectingAtom,
  type WalletTarget,
} from './connecting.ts'
import { connectionsAtom, namespaceStatusAtom } from './connections.ts'
import { addConnectorAtom } from './connectors.ts'
import { closeAtom, openAtom } from './modal.ts'
import { recentWalletIdsAtom } from './recentWallets.ts'
import { backAtom, isOpenAtom, pushAtom, routeAtom } from './route.ts'
import { chooseNetworkAtom } from './switching.ts'

const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const networks = ['eip155:31337', solana] as const

const connectorOf = (change: Partial<Connector> = {}): Connector => ({
  ...createScriptedWallet(
    'one',
    'eip155',
    { accounts: [testAddress], network: 'eip155:31337' },
    { revokes: true },
  ).connector(),
  ...change,
})
const failing = (error: unknown): Partial<Connector> => ({
  connect: async () => {
    throw error
  },
})
const never: Partial<Connector> = { connect: () => new Promise(() => undefined) }

const target = (connectors: readonly Connector[], change: Partial<WalletTarget> = {}): WalletTarget => ({
  key: 'one',
  name: 'One',
  group: 'injected',
  isInstalled: true,
  wallet: null,
  connectors,
  ...change,
})

const opened = (options: Parameters<typeof createTestModal>[0] = {}) => {
  const modal = createTestModal({ settings: { networks }, ...options })
  modal.store.set(openAtom)
  return modal
}

test('a wallet that agrees is connected, stored and remembered, and the modal leaves', async () => {
  const { store, hub, storage } = opened()
  const wallet = { id: 'one', name: 'One', chains: ['eip155:1'] }
  await store.set(connectWalletAtom, target([connectorOf()], { wallet }))
  expect(hub.account.get()).toMatchObject({ status: 'connected', address: testAddress, wallet: { id: 'one' } })
  expect(storage.read('connections')).toMatchObject([{ connectorId: 'one', network: 'eip155:31337' }])
  expect(store.get(recentWalletIdsAtom)).toEqual(['one'])
  expect(store.get(isOpenAtom)).toBe(false)
  expect(store.get(connectingAtom)).toEqual({ status: 'idle' })
})

test('a wallet that pairs is shown by the name that it gives itself, with its picture or none', async () => {
  const wallet = { name: 'Rainbow', icon: null }
  const session = {
    namespace: 'eip155',
    accounts: [{ address: testAddress }],
    network: 'eip155:31337',
    wallet,
  } as const
  const pairing = {
    id: 'walletConnect',
    type: 'walletConnect',
    name: 'WalletConnect',
    icon: 'https://a.example/i.png',
  } as const
  const { store, hub } = opened()
  await store.set(connectWalletAtom, target([connectorOf({ ...pairing, connect: async () => [session] })]))
  const shown = { id: 'walletConnect', type: 'walletConnect', ...wallet }
  expect(hub.account.get().wallet).toEqual(shown)
  expect(hub.connections.get()).toMatchObject([{ wallet: shown }])
  expect(store.get(accountAtom)?.connector).toEqual(shown)
  expect(store.get(connectionsAtom)).toMatchObject([{ connector: shown }])
})

test('while it is asked, the view waits and the namespace is connecting', () => {
  const { store, hub } = opened()
  void store.set(connectWalletAtom, target([connectorOf(never)]))
  expect(store.get(routeAtom).view).toBe('ConnectingExternal')
  expect(store.get(connectingAtom)).toMatchObject({ status: 'waiting', target: { key: 'one' } })
  expect(store.get(namespaceStatusAtom)).toEqual({ eip155: 'connecting', solana: 'disconnected' })
  expect(hub.account.get().status).toBe('connecting')
})

test.each<[ErrorName, string]>([
  ['USER_REJECTED', 'rejected'],
  ['WALLET_LOCKED', 'locked'],
  ['WALLET_UNAVAILABLE', 'unavailable'],
  ['WALLET_NOT_INSTALLED', 'notInstalled'],
  ['WALLET_BUSY', 'failed'],
  ['PAIRING_EXPIRED', 'failed'],
  ['TIMEOUT', 'failed'],
])('%s is told as %s, in the same view, and no account is connected', async (name, failure) => {
  const { store, hub } = opened()
  await store.set(connectWalletAtom, target([connectorOf(failing(new AppError(name)))]))
  expect(store.get(connectingAtom)).toMatchObject({ status: 'failed', failure, error: { name } })
  expect(store.get(routeAtom).view).toBe('ConnectingExternal')
  expect(hub.account.get().status).toBe('disconnected')
})

test('a wallet that gives no account of the namespace has failed', async () => {
  const { store } = opened()
  await store.set(connectWalletAtom, target([connectorOf({ connect: async () => [] })]))
  expect(store.get(connectingAtom)).toMatchObject({ failure: 'failed', error: { name: 'NAMESPACE_NOT_GRANTED' } })
})

test('a wallet that this page has no way to is not installed', async () => {
  const { store } = opened()
  await store.set(connectWalletAtom, target([], { isInstalled: false }))
  expect(store.get(connectingAtom)).toMatchObject({ failure: 'notInstalled' })
})

test('trying again asks the same wallet anew', async () => {
  const { store, hub } = opened()
  let tries = 0
  const good = connectorOf()
  const connector = connectorOf({
    connect: (request) => (++tries === 1 ? Promise.reject(new AppError('USER_REJECTED')) : good.connect(request)),
  })
  await store.set(connectWalletAtom, target([connector]))
  await store.set(retryConnectingAtom)
  expect(hub.account.get().status).toBe('connected')
})

test.each([
  ['going back', ({ store }: ReturnType<typeof opened>) => store.set(backAtom)],
  ['closing', ({ store }: ReturnType<typeof opened>) => store.set(closeAtom)],
  ['giving up', ({ store }: ReturnType<typeof opened>) => store.set(cancelConnectingAtom)],
])('%s cancels, and a late answer connects no account', async (_, leave) => {
  const modal = opened()
  const late = Promise.withResolvers<void>()
  let signal: AbortSignal | undefined
  const good = connectorOf()
  const connect = async (request: ConnectRequest) => {
    signal = request.signal
    await late.promise
    return good.connect(request)
  }
  const done = modal.store.set(connectWalletAtom, target([connectorOf({ connect })]))
  leave(modal)
  expect(signal?.aborted).toBe(true)
  expect(modal.store.get(connectingAtom)).toEqual({ status: 'idle' })
  late.resolve()
  await done
  expect(modal.hub.account.get().status).toBe('disconnected')
  expect(modal.storage.read('connections')).toBeUndefined()
})

test('a view over the wait does not end it', () => {
  const { store } = opened()
  void store.set(connectWalletAtom, target([connectorOf(never)]))
  store.set(pushAtom, { view: 'GetAWallet' })
  expect(store.get(connectingAtom).status).toBe('waiting')
})

test('of a wallet of several namespaces the one in front is connected, with its network', async () => {
  const { store } = opened()
  const asked: ConnectRequest[] = []
  const connect = async (request: ConnectRequest) => {
    asked.push(request)
    throw new AppError('USER_REJECTED')
  }
  const both = [connectorOf({ connect, namespaces: ['solana'] }), connectorOf({ connect })]
  await store.set(connectWalletAtom, target(both))
  store.set(openAtom, { namespace: 'solana' })
  await store.set(connectWalletAtom, target(both))
  expect(asked.map(({ namespace, network }) => [namespace, network])).toEqual([
    ['eip155', 'eip155:31337'],
    ['solana', solana],
  ])
  expect(asked[0]?.networks).toEqual(networks)
})

test('a wallet without a way of its own is reached by pairing, whose address is shown until it ends', async () => {
  const { store } = opened()
  const ending = Promise.withResolvers<never>()
  const walletConnect = connectorOf({
    id: 'walletConnect',
    type: 'walletConnect',
    connect({ onPairing }) {
      onPairing?.({ uri: 'wc:1', expiresAtMs: 1 })
      return ending.promise
    },
  })
  store.set(addConnectorAtom, walletConnect)
  const done = store.set(connectWalletAtom, target([], { isInstalled: false }))
  expect(store.get(routeAtom).view).toBe('ConnectingWalletConnect')
  expect(store.get(pairingAtom)).toEqual({ uri: 'wc:1', expiresAtMs: 1 })
  ending.reject(new AppError('PAIRING_EXPIRED'))
  await done
  expect(store.get(pairingAtom)).toBeNull()
  expect(store.get(connectingAtom)).toMatchObject({ failure: 'failed', error: { name: 'PAIRING_EXPIRED' } })
})

test.each<[string, Parameters<typeof createTestModal>[0], string]>([
  ['the modal closes', {}, 'closed'],
  [
    'the next step after connecting follows',
    {
      settings: { networks, features: { emailCapture: 'required' }, privacyUrl: 'https://example.com/privacy' },
      services: { loadProjectConfig: async () => ({ features: null, emailCapture: { purpose: 'News' } }) },
    },
    'DataCapture',
  ],
])('UnsupportedChain after connecting: once a network of the site is chosen, %s', async (_, options, expected) => {
  const { store, hub } = opened(options)
  const elsewhere = createScriptedWallet(
    'far',
    'eip155',
    { accounts: [testAddress], network: 'eip155:10' },
    { revokes: true },
  )
  await store.set(connectWalletAtom, target([elsewhere.connector()]))
  await settle()
  expect(store.get(connectionsAtom)).toHaveLength(1)
  expect(store.get(routeAtom).view).toBe('UnsupportedChain')
  store.set(chooseNetworkAtom, 'eip155:31337')
  await settle()
  expect(hub.network.get()).toMatchObject({ caipNetworkId: 'eip155:31337', isSupported: true })
  expect(store.get(isOpenAtom) ? store.get(routeAtom).view : 'closed').toBe(expected)
})
