import { AppError } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import type { Connector, WalletSession } from '../connectors/Connector.ts'
import { createTestModal, settle } from '../modal.fixture.ts'
import type { StoredConnection } from '../storedConnections.ts'
import { connectionsAtom, disconnectAllAtom, disconnectAtom, namespaceStatusAtom } from './connections.ts'
import { addConnectorAtom } from './connectors.ts'
import { openAtom } from './modal.ts'
import { takeUpAllAtom } from './reconnect.ts'
import { routeAtom } from './route.ts'

const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const networks = ['eip155:1', 'eip155:137', solana] as const
type Restore = Connector['restore']

const row = (connectorId: string, change: Partial<StoredConnection> = {}): StoredConnection => ({
  connectorId,
  accounts: [{ address: `${connectorId}A` }, { address: `${connectorId}B` }],
  address: `${connectorId}A`,
  network: 'eip155:1',
  lastUsedMs: 1,
  ...change,
})
const session = (id: string, change: Partial<WalletSession> = {}): WalletSession => ({
  namespace: 'eip155',
  accounts: [{ address: `${id}A` }, { address: `${id}B` }],
  network: 'eip155:1',
  ...change,
})
const connector = (
  id: string,
  restore: Restore = async () => [session(id)],
  change: Partial<Connector> = {},
): Connector => ({
  id,
  type: 'announced',
  name: id,
  icon: null,
  rdns: null,
  namespaces: ['eip155'],
  connect: async () => [],
  restore,
  switchNetwork: async () => undefined,
  request: async () => undefined,
  disconnect: async () => undefined,
  listen: () => () => undefined,
  ...change,
})

type Options = {
  rows: StoredConnection[]
  connectors?: Connector[]
  multiWallet?: boolean
  services?: NonNullable<Parameters<typeof createTestModal>[0]>['services']
}
const visit = ({ rows, connectors = [], multiWallet = true, services = {} }: Options) => {
  const kept = new Map([['latchkey:demo:connections', JSON.stringify(rows)]])
  const modal = createTestModal({ kept, services, settings: { networks, features: { multiWallet } } })
  for (const each of connectors) modal.store.set(addConnectorAtom, each)
  return modal
}
const idsOf = ({ store }: ReturnType<typeof visit>) => store.get(connectionsAtom).map(({ connector: { id } }) => id)
const never = (): Promise<never> => new Promise(() => undefined)

test('what was connected is connected again: wallets, their order, the account in use, the network', async () => {
  const rows = [row('b', { address: 'bB', network: 'eip155:137' }), row('a')]
  const elsewhere = session('b', { network: 'eip155:137' })
  const modal = visit({ rows, connectors: [connector('a'), connector('b', async () => [elsewhere])] })
  expect(modal.hub.account.get().status).toBe('reconnecting')
  await modal.store.set(takeUpAllAtom)
  expect(idsOf(modal)).toEqual(['b', 'a'])
  expect(modal.hub.account.get()).toMatchObject({ status: 'connected', address: 'bB', caipAddress: 'eip155:137:bB' })
})

test('the most recently used is asked first, and has a second before the others are', async () => {
  const asked: string[] = []
  const silent = (id: string) =>
    connector(id, () => {
      asked.push(id)
      return never()
    })
  const modal = visit({ rows: [row('a'), row('b'), row('c')], connectors: [silent('c'), silent('b'), silent('a')] })
  void modal.store.set(takeUpAllAtom)
  await settle()
  expect(asked).toEqual(['a'])
  await modal.clock.advance(1000)
  expect(asked).toEqual(['a', 'b', 'c'])
})

test('a wallet that is silent blocks nobody, and its namespace is disconnected after 10 s', async () => {
  const rows = [row('a'), row('s', { network: solana })]
  const onSolana = connector('s', async () => [session('s', { namespace: 'solana', network: solana })], {
    namespaces: ['solana'],
  })
  const modal = visit({ rows, connectors: [connector('a', never), onSolana] })
  void modal.store.set(takeUpAllAtom)
  await modal.clock.advance(1000)
  expect(modal.store.get(namespaceStatusAtom)).toEqual({ eip155: 'reconnecting', solana: 'connected' })
  await modal.clock.advance(10_000)
  expect(modal.store.get(namespaceStatusAtom)).toEqual({ eip155: 'disconnected', solana: 'connected' })
  expect(modal.storage.read('connections')).toMatchObject([{ connectorId: 'a' }, { connectorId: 's' }])
})

test('an answer after the time is up connects no account', async () => {
  const late = Promise.withResolvers<WalletSession[]>()
  const modal = visit({ rows: [row('a')], connectors: [connector('a', () => late.promise)] })
  void modal.store.set(takeUpAllAtom)
  await modal.clock.advance(11_000)
  late.resolve([session('a')])
  await settle()
  expect(modal.hub.account.get().status).toBe('disconnected')
})

test('a wallet that is no longer in the page is waited for 3 s', async () => {
  const modal = visit({ rows: [row('a')] })
  void modal.store.set(takeUpAllAtom)
  await modal.clock.advance(2999)
  expect(modal.hub.account.get().status).toBe('reconnecting')
  await modal.clock.advance(1)
  expect(modal.hub.account.get().status).toBe('disconnected')
})

test('a wallet that announces itself late is taken up', async () => {
  const modal = visit({ rows: [row('a')] })
  void modal.store.set(takeUpAllAtom)
  await modal.clock.advance(2000)
  modal.store.set(addConnectorAtom, connector('a'))
  await settle()
  expect(modal.hub.account.get().status).toBe('connected')
})

test.each<[string, Restore, boolean]>([
  ['says that nothing is connected', async () => [], false],
  ['gives another namespace alone', async () => [session('a', { namespace: 'solana', network: solana })], false],
  ['is locked', () => Promise.reject(new AppError('WALLET_LOCKED')), true],
  ['cannot be reached', () => Promise.reject(new AppError('SERVICE_UNREACHABLE')), true],
])('a wallet that %s is disconnected', async (_, restore, isKept) => {
  const modal = visit({ rows: [row('a')], connectors: [connector('a', restore)] })
  await modal.store.set(takeUpAllAtom)
  expect(modal.hub.account.get().status).toBe('disconnected')
  expect(modal.storage.read('connections') !== undefined).toBe(isKept)
})

test('a namespace that the site no longer has is left alone', async () => {
  const modal = visit({ rows: [row('b', { network: 'bip122:000000000019d6689c085ae165831e93' })] })
  await modal.store.set(takeUpAllAtom)
  expect(modal.store.get(namespaceStatusAtom)).toEqual({ eip155: 'disconnected', solana: 'disconnected' })
})

test('disconnecting while a wallet is asked ends it: here, in the wallet, and at the next visit', async () => {
  const late = Promise.withResolvers<WalletSession[]>()
  const ended: unknown[] = []
  const slow = connector('a', () => late.promise, { disconnect: async (namespace) => void ended.push(namespace) })
  const modal = visit({ rows: [row('a')], connectors: [slow] })
  const done = modal.store.set(takeUpAllAtom)
  await settle()
  await modal.store.set(disconnectAtom, 'eip155')
  late.resolve([session('a')])
  await done
  expect(idsOf(modal)).toEqual([])
  expect(ended).toEqual(['eip155'])
  expect(modal.storage.read('connections')).toBeUndefined()
})

test('leaving the page while a wallet is asked tells it so, and asks no other', async () => {
  const signals: AbortSignal[] = []
  const slow: Restore = ({ signal }) => {
    signals.push(signal)
    return never()
  }
  const modal = visit({ rows: [row('a'), row('b')], connectors: [connector('a', slow), connector('b', slow)] })
  void modal.store.set(takeUpAllAtom)
  await settle()
  modal.leave()
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
  await modal.clock.advance(1000)
  void modal.store.set(takeUpAllAtom)
  await modal.clock.advance(1000)
  expect(signals).toHaveLength(1)
  expect(modal.storage.read('connections')).toHaveLength(2)
})

test('a modal that is opened meanwhile shows the way to connect when nothing is left of the connection', async () => {
  let answer: (sessions: WalletSession[]) => void = () => undefined
  const restore: Restore = () => new Promise((resolve) => (answer = resolve))
  const modal = visit({ rows: [row('one')], connectors: [connector('one', restore)] })
  const done = modal.store.set(takeUpAllAtom)
  await settle()
  modal.store.set(openAtom)
  expect(modal.store.get(routeAtom).view).toBe('Account')
  answer([])
  await done
  expect(modal.store.get(routeAtom).view).toBe('Connect')
})

test('disconnecting before a wallet was looked for finds and tells it', async () => {
  const ended: unknown[] = []
  const late = connector('a', undefined, { disconnect: async (namespace) => void ended.push(namespace) })
  const loadConnectors = async (onConnector: (connector: Connector) => void) => {
    onConnector(late)
    return () => undefined
  }
  const modal = visit({ rows: [row('a'), row('gone')], services: { loadConnectors } })
  await modal.store.set(disconnectAllAtom)
  expect(ended).toEqual(['eip155'])
  expect(modal.storage.read('connections')).toBeUndefined()
})

test('wallets that cannot be looked for are not waited for longer than 3 s', async () => {
  const modal = visit({ rows: [row('a')], services: { loadConnectors: never } })
  let isDone = false
  const done = modal.store.set(disconnectAllAtom).then(() => {
    isDone = true
  })
  await modal.clock.advance(2999)
  expect(isDone).toBe(false)
  await modal.clock.advance(1)
  await done
})

test('without several wallets at once, the first that answers is the one, and the others are over', async () => {
  const locked = connector('a', () => Promise.reject(new AppError('WALLET_LOCKED')))
  const rows = [row('a'), row('b'), row('c')]
  const modal = visit({ rows, connectors: [locked, connector('b'), connector('c')], multiWallet: false })
  await modal.store.set(takeUpAllAtom)
  expect(idsOf(modal)).toEqual(['b'])
  expect(modal.storage.read('connections')?.map(({ connectorId }) => connectorId)).toEqual(['a', 'b'])
})
