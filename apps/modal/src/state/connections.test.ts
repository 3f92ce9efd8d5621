import { expect, test } from 'vitest'
import { createScriptedWallet } from '../../fuzz/scriptedWallet.ts'
import type { ModalEvent, ModalOptions } from '../Modal.ts'
import { createTestModal } from '../modal.fixture.ts'
import { readPurchases, writePurchases } from '../storedPurchases.ts'
import { addressLabelsAtom, labelAddressAtom } from './addressLabels.ts'
import { connectedSessionsAtom } from './connectedSessions.ts'
import { switchNetworkAtom } from './connection.ts'
import {
  activeConnectionAtom,
  connectionsAtom,
  disconnectAllAtom,
  disconnectConnectionAtom,
  leaveAccountAtom,
  takeSessionsAtom,
  useAccountAtom,
  useConnectionAtom,
} from './connections.ts'
import { removeNetworkAtom } from './removeNetwork.ts'

const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const evm = (digit: string): string => `0x${digit.repeat(40)}`

const visit = async (features: ModalOptions['features'] = { multiWallet: true }) => {
  const modal = createTestModal({ settings: { networks: ['eip155:1', 'eip155:137', solana], features } })
  const events: ModalEvent[] = []
  modal.hub.events.listen((event) => events.push(event))
  const wallets = {
    one: createScriptedWallet(
      'one',
      'eip155',
      { accounts: [evm('1'), evm('2')], network: 'eip155:1' },
      { revokes: true },
    ),
    two: createScriptedWallet('two', 'eip155', { accounts: [evm('3')], network: 'eip155:137' }, { revokes: true }),
    sol: createScriptedWallet('sol', 'solana', { accounts: ['A'.repeat(44)], network: solana }, { revokes: true }),
  }
  const connect = async (name: keyof typeof wallets) => {
    const wallet = wallets[name]
    const connector = wallet.connector()
    const { signal } = new AbortController()
    const sessions = await connector.connect({ namespace: wallet.namespace, network: 'eip155:1', networks: [], signal })
    modal.store.set(takeSessionsAtom, connector, sessions, wallet.namespace)
  }
  const all = () => modal.store.get(connectionsAtom)
  return {
    ...modal,
    wallets,
    connect,
    events,
    all,
    ids: () => all().map(({ connector: { id } }) => id),
    at: (index: number) => all()[index] as ReturnType<typeof all>[number],
    stored: () => modal.storage.read('connections')?.map(({ connectorId }) => connectorId) ?? [],
  }
}

test('the last that was connected is in use, in its own namespace', async () => {
  const { connect, ids, hub, store, stored } = await visit()
  await connect('one')
  await connect('two')
  await connect('sol')
  expect(ids()).toEqual(['sol', 'two', 'one'])
  expect(stored()).toEqual(['sol', 'two', 'one'])
  expect(hub.account.get()).toMatchObject({ namespace: 'solana', address: 'A'.repeat(44) })
  expect(hub.namespaces.get('eip155')?.account.get()).toMatchObject({
    address: evm('3'),
    caipAddress: `eip155:137:${evm('3')}`,
  })
  expect(store.get(activeConnectionAtom)?.connector).toEqual({ id: 'sol', name: 'sol', icon: null, type: 'announced' })
})

test('without several wallets, a second one takes the place of the first in its namespace, which ends', async () => {
  const { connect, ids, stored, wallets } = await visit({})
  await connect('one')
  await connect('sol')
  await connect('two')
  expect(ids()).toEqual(['two', 'sol'])
  expect(stored()).toEqual(['two', 'sol'])
  expect(wallets.one.now()).toBeNull()
})

test('another wallet, and another of its accounts, is used as the user likes, and is so at the next visit', async () => {
  const { connect, at, store, hub, storage } = await visit()
  await connect('one')
  await connect('two')
  store.set(useConnectionAtom, at(1))
  expect(hub.account.get()).toMatchObject({ address: evm('1'), caipAddress: `eip155:1:${evm('1')}` })
  store.set(useAccountAtom, at(0), evm('2'))
  expect(hub.account.get()).toMatchObject({ address: evm('2'), addresses: [evm('2'), evm('1')] })
  expect(storage.read('connections')).toMatchObject([{ connectorId: 'one', address: evm('2') }, { connectorId: 'two' }])
  store.set(useAccountAtom, at(0), evm('9'))
  expect(hub.account.get().address).toBe(evm('2'))
})

test('an end in the wallet leaves the first that remains; after the last one there is nobody', async () => {
  const { connect, wallets, hub, events, stored } = await visit()
  await connect('one')
  await connect('two')
  wallets.two.chooseAccounts([])
  expect(hub.account.get().address).toBe(evm('1'))
  wallets.one.end()
  expect(hub.account.get().status).toBe('disconnected')
  expect(stored()).toEqual([])
  expect(events.filter(({ type }) => type !== 'NETWORK_SWITCHED')).toEqual([
    { type: 'CONNECTED', namespace: 'eip155', address: evm('1') },
    { type: 'ACCOUNT_CHANGED', namespace: 'eip155', address: evm('3') },
    { type: 'ACCOUNT_CHANGED', namespace: 'eip155', address: evm('1') },
    { type: 'DISCONNECTED', namespace: 'eip155' },
  ])
})

test('a move of the wallet is the network of its namespace, here and in what is stored, also one that the site has not', async () => {
  const { connect, wallets, hub, storage } = await visit()
  await connect('one')
  wallets.one.moveTo('eip155:10')
  expect(hub.network.get()).toEqual({ caipNetworkId: 'eip155:10', chainId: 10, isSupported: false })
  expect(storage.read('connections')).toMatchObject([{ network: 'eip155:10' }])
})

test('a switch that the connection does not outlive is refused', async () => {
  const { connect, wallets, store, hub } = await visit()
  await connect('one')
  wallets.one.answersBy('late')
  const switched = store.set(switchNetworkAtom, 'eip155:137')
  wallets.one.end()
  wallets.one.answerLate()
  await expect(switched).rejects.toMatchObject({ name: 'UNAUTHORIZED' })
  expect(hub.network.get().caipNetworkId).toBe('eip155:1')
})

test('a wallet that was moved is known to be there, also when another one has come into use meanwhile', async () => {
  const { connect, wallets, store, at } = await visit()
  await connect('two')
  await connect('one')
  wallets.one.answersBy('late')
  const switched = store.set(switchNetworkAtom, 'eip155:137')
  store.set(useConnectionAtom, at(1))
  wallets.one.answerLate()
  await expect(switched).rejects.toMatchObject({ name: 'UNAUTHORIZED' })
  expect(at(1)).toMatchObject({ connector: { id: 'one' }, session: { network: 'eip155:137' } })
})

test('disconnecting a namespace leaves the others, and brings one of them to the front', async () => {
  const { connect, ids, store, hub, wallets } = await visit()
  await connect('sol')
  await connect('one')
  await connect('two')
  await store.set(leaveAccountAtom)
  expect(ids()).toEqual(['sol'])
  expect([wallets.one.now(), wallets.two.now()]).toEqual([null, null])
  expect(hub.account.get()).toMatchObject({ namespace: 'solana', status: 'connected' })
})

test('one connection can be ended by itself, and all at once', async () => {
  const { connect, ids, at, store, stored } = await visit()
  await connect('sol')
  await connect('one')
  await connect('two')
  await store.set(disconnectConnectionAtom, at(1))
  expect(ids()).toEqual(['two', 'sol'])
  await store.set(disconnectAllAtom)
  expect(ids()).toEqual([])
  expect(stored()).toEqual([])
})

test('a stored purchase stays as long as its account is connected', async () => {
  const { connect, at, store, storage } = await visit()
  const purchases = ['1', '3', '9'].map((digit) => ({ address: evm(digit) }))
  writePurchases(storage, purchases)
  await connect('one')
  await connect('two')
  await connect('sol')
  await store.set(disconnectConnectionAtom, at(0))
  expect(readPurchases(storage)).toEqual(purchases)
  await store.set(disconnectConnectionAtom, at(1))
  expect(readPurchases(storage)).toEqual(purchases.slice(1))
})

test('a stored purchase of an account that is not connected ends with the last connection', async () => {
  const { connect, at, store, storage } = await visit()
  writePurchases(storage, [{ address: evm('9') }])
  await connect('one')
  await connect('two')
  await store.set(disconnectConnectionAtom, at(0))
  expect(storage.read('purchases')).toBeDefined()
  await store.set(disconnectAllAtom)
  expect(storage.read('purchases')).toBeUndefined()
})

test('a wallet that cannot disconnect is only a warning: its connection is over here', async () => {
  const { connect, ids, store, stored, logged, wallets } = await visit()
  await connect('one')
  await connect('sol')
  const broken = store.get(connectedSessionsAtom).find(({ connector }) => connector.id === 'one')?.connector
  if (broken === undefined) throw new Error('It is connected')
  broken.disconnect = () => Promise.reject(new Error('no'))
  await store.set(disconnectAllAtom)
  expect([ids(), stored()]).toEqual([[], []])
  expect(wallets.sol.now()).toBeNull()
  expect(logged).toEqual(['Failed to disconnect chains'])
})

test('a wallet that never answers a disconnect is not waited for longer than 3 s', async () => {
  const { store, clock, ids } = await visit()
  const wallet = createScriptedWallet(
    'mute',
    'eip155',
    { accounts: [evm('7')], network: 'eip155:1' },
    { revokes: false },
  )
  const connector = { ...wallet.connector(), disconnect: () => new Promise<void>(() => undefined) }
  const session = { namespace: 'eip155', accounts: [{ address: evm('7') }], network: 'eip155:1' } as const
  store.set(takeSessionsAtom, connector, [session], 'eip155')
  let isDone = false
  const done = store.set(leaveAccountAtom).then(() => {
    isDone = true
  })
  expect(ids()).toEqual([])
  await clock.advance(2999)
  expect(isDone).toBe(false)
  await clock.advance(1)
  await done
})

test('a network that the site gives up is left for the first that remains, by the wallet too', async () => {
  const { connect, wallets, store, hub } = await visit()
  await connect('one')
  await store.set(removeNetworkAtom, 'eip155:1')
  expect(wallets.one.now()?.network).toBe('eip155:137')
  expect(hub.network.get()).toEqual({ caipNetworkId: 'eip155:137', chainId: 137, isSupported: true })
})

test('with the last network of a namespace its wallets end, and another namespace comes to the front', async () => {
  const { connect, ids, store, hub, storage } = await visit()
  await connect('one')
  await connect('sol')
  await store.set(removeNetworkAtom, solana)
  expect(ids()).toEqual(['one'])
  expect(hub.account.get()).toMatchObject({ namespace: 'eip155', status: 'connected' })
  expect(hub.namespaces.get('solana')?.account.get().status).toBe('disconnected')
  expect(storage.read('active-networks')).toEqual(['eip155:1'])
  await store.set(removeNetworkAtom, 'eip155:137')
  await expect(store.set(removeNetworkAtom, 'eip155:1')).rejects.toMatchObject({ name: 'CHAIN_NOT_SUPPORTED' })
})

test('removing the active namespace ends its connections and moves to the first network of another', async () => {
  const { connect, ids, store, hub } = await visit()
  await connect('sol')
  await connect('one')
  expect(hub.account.get().namespace).toBe('eip155')
  await store.set(removeNetworkAtom, 'eip155')
  expect(ids()).toEqual(['sol'])
  expect(hub.account.get()).toMatchObject({ namespace: 'solana', status: 'connected' })
  expect(hub.network.get().caipNetworkId).toBe(solana)
  await expect(store.set(removeNetworkAtom, 'solana')).rejects.toMatchObject({ name: 'CHAIN_NOT_SUPPORTED' })
  expect(ids()).toEqual(['sol'])
})

test('addresses have the names that the user gives them, in one line and not too long', async () => {
  const { store, storage } = await visit()
  store.set(labelAddressAtom, evm('1'), '  Savings\naccount ')
  store.set(labelAddressAtom, evm('2'), 'x'.repeat(50))
  expect([...store.get(addressLabelsAtom).values()]).toEqual(['Savings account', 'x'.repeat(32)])
  store.set(labelAddressAtom, evm('2'), `${'x'.repeat(31)}🦊🦊`)
  expect(storage.read('address-labels')?.at(-1)).toEqual([evm('2'), `${'x'.repeat(31)}🦊`])
  store.set(labelAddressAtom, evm('1'), ' ')
  store.set(labelAddressAtom, evm('2'), '')
  expect(store.get(addressLabelsAtom).size).toBe(0)
  expect(storage.read('address-labels')).toBeUndefined()
})
