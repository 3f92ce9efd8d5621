import { expect, test } from 'vitest'
import * as element from './element.ts'
import * as modal from './index.ts'
import { createModal } from './index.ts'
import { testSettings } from './modal.fixture.ts'
import * as react from './react.ts'

test('exports these names and no others', () => {
  expect(Object.keys(modal)).toEqual(['createModal'])
  expect(Object.keys(react)).toEqual([
    'useLatchkey',
    'useConnections',
    'useSession',
    'useData',
    'useAccount',
    'useNetwork',
    'useTokens',
    'useBalance',
    'useActivity',
    'useProfile',
    'useNetworks',
    'useWallets',
    'ConnectButton',
  ])
  expect(Object.keys(element).toSorted()).toEqual(['createModal', 'defineLatchkeyButton'])
})

test('on a server a modal is there, and nothing is connected', async () => {
  const { getAccount, getNetwork, getProvider, getState } = createModal(testSettings)
  expect(getAccount()).toEqual({
    namespace: 'eip155',
    status: 'disconnected',
    address: null,
    addresses: [],
    caipAddress: null,
    email: null,
    userName: null,
    wallet: null,
    type: null,
    isSmartAccountDeployed: null,
  })
  expect(getNetwork().caipNetworkId).toBe('eip155:31337')
  expect(getState()).toEqual({
    open: false,
    view: 'Connect',
    loading: false,
    isSwitchingNamespace: false,
    themeMode: 'dark',
  })
  await expect(getProvider('eip155').request({ method: 'eth_accounts' })).resolves.toEqual([])
  await expect(getProvider('eip155').request({ method: 'eth_chainId' })).resolves.toBe('0x7a69')
})

test('a modal that was destroyed rejects calls as EIP-1193 has it', async () => {
  const modal = createModal(testSettings)
  modal.destroy()
  const gone = { name: 'ProviderRpcError', code: 4900, data: { name: 'DISCONNECTED' } }
  await expect(modal.getProvider('eip155').request({ method: 'eth_blockNumber' })).rejects.toMatchObject(gone)
  await expect(modal.getProvider('solana').connect()).rejects.toMatchObject(gone)
  await expect(modal.removeNetwork('eip155:1')).rejects.toMatchObject(gone)
  await expect(modal.disconnect()).resolves.toBeUndefined()
})

test('opening a modal that was destroyed says so', async () => {
  const modal = createModal(testSettings)
  modal.destroy()
  await expect(modal.open()).rejects.toThrow('This modal was destroyed. Make a new one with createModal')
})

test.each([
  [undefined],
  [null],
  ['demo'],
  [{}],
  [{ ...testSettings, networks: undefined }],
  [{ ...testSettings, networks: [] }],
  [{ ...testSettings, networks: [1, { id: 1 }, null] }],
  [{ ...testSettings, networks: 'mainnet' }],
  [{ ...testSettings, metadata: undefined }],
  [{ ...testSettings, metadata: null }],
  [{ ...testSettings, themeMode: 'blue', embedded: 'body', defaultNetwork: 7, projectId: Symbol('x') }],
])('createModal(%j) throws nothing, and its modal can be read', (options) => {
  const modal = createModal(options as never)
  expect(modal.getAccount()).toMatchObject({ namespace: 'eip155', status: 'disconnected' })
  expect(modal.getNetwork().caipNetworkId).toMatch(/^eip155:/)
  expect(modal.getState().themeMode).toBe('dark')
  modal.setThemeMode('blue' as never)
  expect(modal.getState().themeMode).toBe('dark')
  modal.destroy()
})
