import { AppError, rpcMethods } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { orderPersonalSign } from '../connectors/orderPersonalSign.ts'
import { createTestModal, settle, testAddress } from '../modal.fixture.ts'
import { leaveAccountAtom } from '../state/connections.ts'
import { submitEmailAtom } from '../state/emailLogin.ts'
import { closeAtom } from '../state/modal.ts'
import { drawFailureAtom } from '../state/pending.ts'
import { restoreAtom } from '../state/restoring.ts'
import { isOpenAtom, routeAtom } from '../state/route.ts'
import { toastAtom } from '../state/toast.ts'

type Options = Parameters<typeof createTestModal>[0]
const connected = async (options: Options = {}) => {
  const modal = createTestModal({ remembered: true, ...options })
  await modal.store.set(restoreAtom)
  return modal
}
const refusing = (error: AppError): Options => ({
  handlers: {
    RPC_REQUEST: async () => {
      throw error
    },
  },
})

test('accounts are empty until there is one', async () => {
  await expect(createTestModal().request({ method: 'eth_accounts' })).resolves.toEqual([])
  await expect((await connected()).request({ method: 'eth_accounts' })).resolves.toEqual([testAddress])
})

test('while an earlier login is being taken up, accounts wait for it', async () => {
  const { request, store } = createTestModal({ remembered: true })
  const accounts = request({ method: 'eth_accounts' })
  await store.set(restoreAtom)
  await expect(accounts).resolves.toEqual([testAddress])
})

test.each([
  ['a call to a wallet', { method: 'personal_sign', params: ['0x00', testAddress] }],
  ['a change of network', { method: 'wallet_switchEthereumChain', params: [{ chainId: '0x7a69' }] }],
])('%s waits 20 s for an earlier login, and then fails', async (_, call) => {
  const { request, store, clock } = createTestModal({
    remembered: true,
    handlers: { IS_CONNECTED: () => new Promise(() => undefined) },
  })
  void store.set(restoreAtom)
  const outcome = request(call).catch((thrown: unknown) => thrown)
  await clock.advance(20_000)
  expect(await outcome).toMatchObject({ code: 4900, message: 'The wallet is unavailable while it reconnects' })
})

test.each(['wallet_switchEthereumChain', 'wallet_addEthereumChain'])(
  '%s to a network that has shut down names its successor',
  async (method) => {
    const { request } = await connected()
    await expect(request({ method, params: [{ chainId: '0x5' }] })).rejects.toMatchObject({
      code: 4902,
      message: 'Chain is not supported: Goerli has shut down. Use Sepolia (eip155:11155111)',
      data: { details: { successor: 'eip155:11155111' } },
    })
    await expect(request({ method, params: [{ chainId: '0xabcdef' }] })).rejects.toMatchObject({ code: 4902 })
  },
)

test('a wallet that refuses a network of the site that has shut down: its successor is named', async () => {
  const { request } = await connected({
    settings: { networks: ['eip155:31337', 'eip155:5'] },
    handlers: { SWITCH_NETWORK: () => Promise.reject(new AppError('CHAIN_NOT_SUPPORTED')) },
  })
  await expect(request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x5' }] })).rejects.toMatchObject({
    code: 4902,
    message: 'Chain is not supported: Goerli has shut down. Use Sepolia (eip155:11155111)',
  })
})

test('eth_requestAccounts opens the modal and resolves with the login', async () => {
  const { request, store } = createTestModal()
  const accounts = request({ method: 'eth_requestAccounts' })
  await settle()
  expect(store.get(isOpenAtom)).toBe(true)
  await store.set(submitEmailAtom, 'ada@example.com')
  await expect(accounts).resolves.toEqual([testAddress])
})

test('eth_requestAccounts of a connected user opens nothing', async () => {
  const { request, store } = await connected()
  await expect(request({ method: 'eth_requestAccounts' })).resolves.toEqual([testAddress])
  expect(store.get(isOpenAtom)).toBe(false)
})

test('a login that could not be taken up before is, and the modal leaves', async () => {
  const { request, store, setHandlers } = createTestModal({
    remembered: true,
    handlers: {
      IS_CONNECTED: async () => {
        throw new AppError('SERVICE_UNREACHABLE')
      },
    },
  })
  await store.set(restoreAtom)
  setHandlers({})
  await expect(request({ method: 'eth_requestAccounts' })).resolves.toEqual([testAddress])
  expect(store.get(isOpenAtom)).toBe(false)
})

test('closing the modal rejects eth_requestAccounts with 4001', async () => {
  const { request, store } = createTestModal()
  const accounts = request({ method: 'eth_requestAccounts' })
  await settle()
  store.set(closeAtom)
  await expect(accounts).rejects.toMatchObject({
    code: 4001,
    message: 'Modal closed',
    data: { name: 'USER_REJECTED' },
  })
})

test('eth_requestAccounts of a modal that could not be drawn does not blame the user', async () => {
  const { request, store } = createTestModal()
  const accounts = request({ method: 'eth_requestAccounts' })
  await settle()
  store.set(drawFailureAtom, new AppError('SERVICE_UNREACHABLE'))
  store.set(closeAtom)
  await expect(accounts).rejects.toMatchObject({ code: 4900, data: { name: 'SERVICE_UNREACHABLE' } })
})

test('reads go to the wallet with the network in use', async () => {
  const { request, calls } = await connected()
  await expect(request({ method: 'eth_blockNumber' })).resolves.toBe('0x10')
  expect(calls.at(-1)?.payload).toEqual({
    method: 'eth_blockNumber',
    params: [],
    chainId: 'eip155:31337',
    chainNamespace: 'eip155',
  })
})

test.each(Object.entries(rpcMethods).filter(([, row]) => row.safety === 'approve'))(
  '%s without an account is 4100, and nothing opens',
  async (method) => {
    const { request, store } = createTestModal()
    await expect(request({ method, params: [] })).rejects.toMatchObject({ code: 4100 })
    expect(store.get(isOpenAtom)).toBe(false)
  },
)

test.each([
  ['eth_sign', [testAddress, '0x00']],
  ['wallet_watchAsset', {}],
  ['eth_signTransaction', [{}]],
  ['toString', []],
  ['__proto__', []],
  ['', []],
])('%j is refused: the modal opens, says so after 300 ms, and the call is rejected', async (method, params) => {
  const { request, store, clock, names } = await connected()
  await expect(request({ method, params })).rejects.toMatchObject({
    code: 4200,
    message: 'Requested RPC call is not allowed',
  })
  expect(store.get(isOpenAtom)).toBe(true)
  expect(store.get(routeAtom).view).toBe('Account')
  await clock.advance(299)
  expect(store.get(toastAtom)).toBeNull()
  await clock.advance(1)
  expect(store.get(toastAtom)).toMatchObject({ variant: 'error', message: 'Action not allowed' })
  expect(names()).not.toContain('RPC_REQUEST')
})

test.each(['eth_fillTransaction', 'eth_mining', 'net_listening'])(
  '%s, which asks nothing of the user, is refused without the modal',
  async (method) => {
    const { request, store, clock, names } = await connected()
    await expect(request({ method, params: [{}] })).rejects.toMatchObject({ code: 4200 })
    await clock.advance(300)
    expect([store.get(isOpenAtom), store.get(toastAtom)]).toEqual([false, null])
    expect(names()).not.toContain('RPC_REQUEST')
  },
)

test('switching to a network of the site, known in hex', async () => {
  const { request } = await connected()
  const params = [{ chainId: '0x539' }]
  await expect(request({ method: 'wallet_addEthereumChain', params })).resolves.toBeNull()
  await expect(request({ method: 'eth_chainId' })).resolves.toBe('0x7a69')
  await expect(request({ method: 'wallet_switchEthereumChain', params })).resolves.toBeNull()
  await expect(request({ method: 'eth_chainId' })).resolves.toBe('0x539')
})

test.each([
  ['wallet_switchEthereumChain', [{ chainId: '0xa' }], 4902],
  ['wallet_addEthereumChain', [{ chainId: '0xa', rpcUrls: ['https://evil.example'] }], 4902],
  ['wallet_switchEthereumChain', [{ chainId: '1' }], -32602],
  ['wallet_switchEthereumChain', [{ chainId: 1337 }], -32602],
  ['wallet_switchEthereumChain', [{ chainId: '0x01' }], -32602],
  ['wallet_switchEthereumChain', [null], -32602],
  ['wallet_switchEthereumChain', undefined, -32602],
])('%s of %j is %i, and nothing changes', async (method, params, code) => {
  const { request, names } = await connected()
  await expect(request({ method, params })).rejects.toMatchObject({ code })
  await expect(request({ method: 'eth_chainId' })).resolves.toBe('0x7a69')
  expect(names()).not.toContain('SWITCH_NETWORK')
})

test.each([
  ['USER_REJECTED', 4001],
  ['UNAUTHORIZED', 4100],
  ['SESSION_EXPIRED', 4100],
  ['METHOD_NOT_ALLOWED', 4200],
  ['SERVICE_UNREACHABLE', 4900],
  ['CHAIN_UNREACHABLE', 4901],
  ['CHAIN_NOT_SUPPORTED', 4902],
  ['INVALID_PARAMS', -32602],
  ['TIP_ABOVE_FEE_CAP', -32602],
] as const)('%s of the wallet is %i for the dapp', async (name, code) => {
  const { request } = await connected(refusing(new AppError(name)))
  const error: unknown = await request({ method: 'eth_blockNumber' }).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(Error)
  expect(error).toMatchObject({ name: 'ProviderRpcError', code, data: { name } })
})

test('a session that is over disconnects', async () => {
  const { request, hub, logged } = await connected(refusing(new AppError('SESSION_EXPIRED')))
  await expect(request({ method: 'eth_blockNumber' })).rejects.toMatchObject({ code: 4100 })
  expect(hub.account.get().status).toBe('disconnected')
  expect(logged.join()).toContain('APKT006')
})

test.each([[null], [undefined], ['eth_accounts'], [{}], [{ method: 1 }]])('%j is not a request', async (args) => {
  await expect(createTestModal().request(args as never)).rejects.toMatchObject({ code: -32600 })
})

const message = '0x68690a'
test.each([
  ['the standard order', [message, testAddress], [message, testAddress]],
  ['the other order', [testAddress, message], [message, testAddress]],
  ['text', ['hi', testAddress], ['0x6869', testAddress]],
  ['text in the other order', [testAddress, 'hi'], ['0x6869', testAddress]],
  ['text that is not ASCII', ['é', testAddress], ['0xc3a9', testAddress]],
  ['hex of half a byte, which is text', ['0x123', testAddress], ['0x3078313233', testAddress]],
  ['two addresses', [testAddress, testAddress], [testAddress, testAddress]],
  ['a third parameter', [message, testAddress, 'pw'], [message, testAddress, 'pw']],
  ['no array', { message }, { message }],
])('personal_sign takes %s', (_, given, expected) => {
  expect(orderPersonalSign(given)).toEqual(expected)
})

test('events follow account and network, and the error of a disconnect is 4900', async () => {
  const { store, hub, request } = createTestModal()
  const heard: unknown[] = []
  hub.provider.on('connect', (value) => heard.push(['connect', value]))
  hub.provider.on('accountsChanged', (value) => heard.push(['accountsChanged', value]))
  hub.provider.on('chainChanged', (value) => heard.push(['chainChanged', value]))
  hub.provider.on('disconnect', (error) => heard.push(['disconnect', error instanceof Error, error.code]))
  await store.set(submitEmailAtom, 'ada@example.com')
  await request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x539' }] })
  await store.set(leaveAccountAtom)
  expect(heard).toEqual([
    ['connect', { chainId: '0x7a69' }],
    ['accountsChanged', [testAddress]],
    ['chainChanged', '0x539'],
    ['accountsChanged', []],
    ['disconnect', true, 4900],
    ['chainChanged', '0x7a69'],
  ])
})
