import { AppError } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import type { Connector, ConnectorListener, WalletSession } from '../connectors/Connector.ts'
import type { RequestArguments } from '../connectors/Eip1193Provider.ts'
import { toWalletError } from '../connectors/toWalletError.ts'
import type { NetworkId } from '../Modal.ts'
import { createTestModal, settle } from '../modal.fixture.ts'
import { takeSessionsAtom } from '../state/connections.ts'
import { balanceChangesAtom } from '../state/invalidateBalances.ts'
import { closeAtom } from '../state/modal.ts'
import { isOpenAtom } from '../state/route.ts'

const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const [first, second] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`] as const

const createWallet = (change: Partial<Connector> = {}) => {
  const asked: RequestArguments[] = []
  const moved: NetworkId[] = []
  const listeners = new Set<ConnectorListener>()
  const connector: Connector = {
    id: 'announced:io.wallet',
    type: 'announced',
    name: 'Wallet',
    icon: null,
    rdns: 'io.wallet',
    namespaces: ['eip155'],
    connect: async () => [],
    restore: async () => [],
    switchNetwork: async (network) => void moved.push(network),
    async request(_, args) {
      asked.push(args)
      return 'of the wallet'
    },
    disconnect: async () => undefined,
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    ...change,
  }
  return {
    connector,
    asked,
    moved,
    tell(session: WalletSession) {
      for (const each of listeners) each.onSession(session)
    },
  }
}
const session = (change: Partial<WalletSession> = {}): WalletSession => ({
  namespace: 'eip155',
  accounts: [{ address: first }, { address: second }],
  network: 'eip155:1',
  ...change,
})

const connected = (change: Partial<Connector> = {}) => {
  const wallet = createWallet(change)
  const read: unknown[] = []
  const modal = createTestModal({
    settings: { networks: ['eip155:1', 'eip155:137', solana] },
    services: {
      askNode: async (network, call) => {
        read.push([network, call.method])
        return 'of a node'
      },
    },
  })
  modal.store.set(takeSessionsAtom, wallet.connector, [session()], 'eip155')
  return { ...modal, ...wallet, read }
}

test('what a wallet has sent makes balances a thing of the past; what it has signed does not', async () => {
  const { request, store } = connected()
  await request({ method: 'personal_sign', params: ['0x', first] })
  expect(store.get(balanceChangesAtom)).toBe(0)
  await request({ method: 'eth_sendTransaction', params: [{ from: first, to: second, value: '0x1' }] })
  expect(store.get(balanceChangesAtom)).toBe(1)
})

test('the accounts are those of the wallet, the one in use first, and nothing opens', async () => {
  const { request, store, asked } = connected()
  await expect(request({ method: 'eth_accounts' })).resolves.toEqual([first, second])
  await expect(request({ method: 'eth_requestAccounts' })).resolves.toEqual([first, second])
  await expect(request({ method: 'eth_chainId' })).resolves.toBe('0x1')
  expect(store.get(isOpenAtom)).toBe(false)
  expect(asked).toEqual([])
})

test.each([
  ['personal_sign', ['0x00', first]],
  ['eth_sendTransaction', [{ from: first }]],
  ['wallet_watchAsset', { type: 'ERC20' }],
  ['eth_sign', [first, '0x00']],
])('%s goes to the wallet as it is, without a view of ours', async (method, params) => {
  const { request, asked, store } = connected()
  await expect(request({ method, params })).resolves.toBe('of the wallet')
  expect(asked).toEqual([{ method, params }])
  expect(store.get(isOpenAtom)).toBe(false)
})

test.each([
  ['announced', 'of the wallet'],
  ['injected', 'of the wallet'],
  ['walletConnect', 'of a node'],
  ['external', 'of a node'],
] as const)('a read with a wallet that is %s is %s', async (type, expected) => {
  const { request, read } = connected({ type })
  await expect(request({ method: 'eth_getBalance', params: [first, 'latest'] })).resolves.toBe(expected)
  expect(read).toEqual(expected === 'of a node' ? [['eip155:1', 'eth_getBalance']] : [])
})

test('with nobody connected a node is asked, and a wallet is not', async () => {
  const modal = createTestModal({ services: { askNode: async () => '0x5' } })
  await expect(modal.request({ method: 'eth_blockNumber' })).resolves.toBe('0x5')
  await expect(modal.request({ method: 'wallet_watchAsset' })).rejects.toMatchObject({ code: 4100 })
})

test('a switch moves the wallet, and the events say so once', async () => {
  const { request, hub, moved, tell } = connected()
  const heard: unknown[] = []
  hub.provider.on('chainChanged', (chain) => heard.push(chain))
  hub.provider.on('accountsChanged', (accounts) => heard.push(accounts))
  await request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x89' }] })
  expect(moved).toEqual(['eip155:137'])
  tell(session({ network: 'eip155:137' }))
  tell(session({ network: 'eip155:137', accounts: [{ address: second }] }))
  expect(heard).toEqual(['0x89', [second]])
})

test('a switch in eip155 leaves the namespace in front where it is', async () => {
  const { request, store, hub } = connected()
  const onSolana = createWallet({ id: 'Sol', namespaces: ['solana'] })
  store.set(
    takeSessionsAtom,
    onSolana.connector,
    [session({ namespace: 'solana', network: solana, accounts: [{ address: 'S' }] })],
    'solana',
  )
  await request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x89' }] })
  expect(hub.network.get().caipNetworkId).toBe(solana)
  await expect(request({ method: 'eth_chainId' })).resolves.toBe('0x89')
})

test('another account in the middle of a call changes what is shown, and the call has its own answer', async () => {
  const answer = Promise.withResolvers<string>()
  const { request, hub, tell } = connected({ request: () => answer.promise })
  const signed = request({ method: 'personal_sign', params: ['0x00', first] })
  await settle()
  tell(session({ accounts: [{ address: second }] }))
  answer.resolve('signed by the first')
  await expect(signed).resolves.toBe('signed by the first')
  expect(hub.account.get().address).toBe(second)
})

test.each([
  ['USER_REJECTED', 4001],
  ['WALLET_LOCKED', 4100],
  ['WALLET_BUSY', -32002],
  ['WALLET_UNAVAILABLE', 4200],
  ['DISCONNECTED', 4900],
  ['CHAIN_NOT_SUPPORTED', 4902],
] as const)('%s of a wallet is %i for the dapp', async (name, code) => {
  const { request } = connected({ request: () => Promise.reject(new AppError(name)) })
  await expect(request({ method: 'personal_sign' })).rejects.toMatchObject({ code, data: { name } })
})

test('a wallet that knows sending by its other name gets an app’s transaction by that', async () => {
  const asked: string[] = []
  const { request } = connected({
    request: (_namespace, { method }) => {
      asked.push(method)
      return method === 'wallet_sendTransaction'
        ? Promise.resolve('0xhash')
        : Promise.reject(new AppError('WALLET_UNAVAILABLE', { details: { walletCode: -32601 } }))
    },
  })
  await expect(request({ method: 'eth_sendTransaction', params: [{ from: first }] })).resolves.toBe('0xhash')
  expect(asked).toEqual(['eth_sendTransaction', 'wallet_sendTransaction'])
})

test.each([
  [-32700, 'The message is not valid JSON'],
  [-32603, 'Something went wrong'],
  [-32601, 'The method does not exist or is not available'],
  [-32000, 'Missing or invalid parameters'],
  [-32001, 'Requested resource not found'],
  [-32004, 'The method is not supported'],
  [-32006, 'This version of JSON-RPC is not supported'],
  [5700, 'This account cannot do what the request demands'],
])('%i of a wallet stays what it is, with these words: viem has another way on some', async (code, message) => {
  const { request } = connected({
    request: () => Promise.reject(toWalletError({ code, message: 'its own words' })),
  })
  await expect(request({ method: 'wallet_sendCalls' })).rejects.toMatchObject({ code, message })
})

test('a code under which a wallet tells more is not what the dapp gets', async () => {
  const { request } = connected({
    request: () => Promise.reject(toWalletError({ code: -32000, message: 'nonce too low' })),
  })
  await expect(request({ method: 'eth_sendTransaction' })).rejects.toMatchObject({ code: -32003 })
})

test('calls of another namespace go to its wallet; where there is none the developer is told', async () => {
  const { request, store, logged } = connected()
  await expect(request({ method: 'solana_signMessage' }, 'solana')).rejects.toMatchObject({ code: 4100 })
  expect(logged.join()).toContain('APKTW001')
  const onSolana = createWallet({ id: 'Sol', namespaces: ['solana'] })
  store.set(
    takeSessionsAtom,
    onSolana.connector,
    [session({ namespace: 'solana', network: solana, accounts: [{ address: 'S' }] })],
    'solana',
  )
  await expect(request({ method: 'solana_signMessage' }, 'solana')).resolves.toBe('of the wallet')
})

test('connecting a namespace opens the modal for it, and closing rejects', async () => {
  const { connect, store, hub } = connected()
  await expect(connect('eip155')).resolves.toEqual([first, second])
  const asked = connect('solana')
  await settle()
  expect(hub.network.get().caipNetworkId).toBe(solana)
  expect(store.get(isOpenAtom)).toBe(true)
  store.set(closeAtom)
  await expect(asked).rejects.toMatchObject({ code: 4001, message: 'Modal closed' })
})
