/** EIP-5792, ERC-7715 and ERC-4337 at the provider, with the clients that dapps use. */
import { AppError } from '@latchkey/protocol'
import { createWalletClient, custom, parseEther } from 'viem'
import { foundry } from 'viem/chains'
import { erc7715Actions } from 'viem/experimental'
import { expect, test } from 'vitest'
import { createConfig } from 'wagmi'
import { connect, getCallsStatus, getCapabilities, sendCalls, waitForCallsStatus } from 'wagmi/actions'
import { smartAddress } from '../connectors/auth/smartLogin.fixture.ts'
import type { Modal } from '../Modal.ts'
import { setAccountTypeAtom } from '../state/accountType.ts'
import { isApprovingAtom } from '../state/approvals.ts'
import { balanceChangesAtom } from '../state/invalidateBalances.ts'
import { latchkeyConnector } from '../wagmi.ts'
import { createSmartDapp, granted, hash, callsId as id, pendingCalls, to } from './smartDapp.fixture.ts'

const setup = async (replace: Record<string, (params: never) => unknown> = {}) => {
  const { modal, provider, sent } = await createSmartDapp(replace)
  const moves = () => modal.store.get(balanceChangesAtom)
  const transport = custom(provider)
  const wallet = createWalletClient({ account: smartAddress, chain: foundry, transport }).extend(erc7715Actions())
  return { modal, provider, wallet, sent, moves }
}

const calls = [
  { to, value: parseEther('0.1') },
  { to, data: '0x1234' },
] as const

test('viem learns what the account can, sends calls, and waits for them', async () => {
  const { wallet, sent } = await setup()
  await expect(wallet.getCapabilities({ chainId: foundry.id })).resolves.toMatchObject({
    atomic: { status: 'supported' },
    paymasterService: { supported: true },
  })
  const answer = await wallet.sendCalls({ calls, forceAtomic: true })
  expect(answer.id).toBe(id)
  expect(sent('wallet_sendCalls')).toMatchObject([
    [{ version: '2.0.0', chainId: '0x7a69', from: smartAddress, atomicRequired: true, calls: [{ to }, { to }] }],
  ])
  const status = await wallet.waitForCallsStatus({ id: answer.id, pollingInterval: 5 })
  expect(status).toMatchObject({ status: 'success', statusCode: 200, atomic: true })
  expect(status.receipts?.[0]).toMatchObject({ status: 'success', transactionHash: hash })
})

test('wagmi does the same through its connector', async () => {
  const { provider, modal } = await setup()
  const scripted = {
    getProvider: (() => provider) as unknown as Modal['getProvider'],
    disconnect: async () => undefined,
  }
  const config = createConfig({
    chains: [foundry],
    connectors: [latchkeyConnector(scripted)],
    transports: { [foundry.id]: custom(provider) },
    multiInjectedProviderDiscovery: false,
  })
  const [connector] = config.connectors
  if (connector === undefined) throw new Error('no connector')
  const { accounts } = await connect(config, { connector })
  expect(accounts).toEqual([smartAddress])
  await expect(getCapabilities(config, { chainId: foundry.id })).resolves.toMatchObject({
    atomic: { status: 'supported' },
  })
  const answer = await sendCalls(config, { calls })
  expect(answer.id).toBe(id)
  await expect(getCallsStatus(config, { id })).resolves.toMatchObject({ status: 'pending', statusCode: 100 })
  await expect(waitForCallsStatus(config, { id, pollingInterval: 5 })).resolves.toMatchObject({ status: 'success' })
  await modal.store.set(setAccountTypeAtom, 'eoa')
  expect(config.state.connections.get(config.state.current ?? '')?.accounts).not.toEqual([smartAddress])
})

test('an older client gets the id as it is', async () => {
  const { modal } = await setup({ wallet_sendCalls: () => id })
  const params = [{ version: '1.0', chainId: '0x7a69', from: smartAddress, calls: [{ to, data: '0x' }] }]
  await expect(modal.request({ method: 'wallet_sendCalls', params })).resolves.toBe(id)
})

test('viem asks for a permission, and gets it as the wallet grants it', async () => {
  const { wallet, sent } = await setup()
  const permission = { type: 'native-token-transfer', data: { ticker: 'ETH' }, policies: [] } as const
  const { permissionsContext } = await wallet.grantPermissions({
    expiry: granted.expiry,
    signer: { type: 'account', data: { id: to } },
    permissions: [permission],
  })
  expect(permissionsContext).toBe(granted.context)
  expect(sent('wallet_grantPermissions')).toMatchObject([[{ expiry: granted.expiry, permissions: [permission] }]])
})

test.each([
  ['wallet_sendCalls', [{ version: '2.0.0', chainId: '0x7a69', from: smartAddress, calls: [{ to, data: '0x12' }] }]],
  [
    'wallet_grantPermissions',
    [{ chainId: '0x7a69', signer: { type: 'account' }, permissions: [{ type: 'x', data: {} }] }],
  ],
  ['wallet_revokePermissions', [{ permissionContext: '0x1234' }]],
  ['eth_sendUserOperation', [{ sender: smartAddress, callData: '0x' }]],
])('%s is approved in the wallet, over the modal', async (method, params) => {
  const answer = Promise.withResolvers<unknown>()
  const { modal } = await setup({ [method]: () => answer.promise })
  const asked = modal.request({ method, params })
  await expect.poll(() => modal.store.get(isApprovingAtom)).toBe(true)
  await expect.poll(() => modal.calls.at(-1)).toMatchObject({ name: 'RPC_REQUEST', payload: { method, params } })
  answer.reject(new AppError('USER_REJECTED'))
  await expect(asked).rejects.toMatchObject({ code: 4001 })
  expect(modal.store.get(isApprovingAtom)).toBe(false)
})

test.each([
  ['wallet_getCapabilities', [smartAddress, ['0x7a69']]],
  ['wallet_getCallsStatus', [id]],
  ['eth_getUserOperationReceipt', [hash]],
  ['eth_supportedEntryPoints', []],
])('%s is answered without the user', async (method, params) => {
  const { modal, sent } = await setup()
  await modal.request({ method, params })
  expect(sent(method)).toEqual([params])
  expect(modal.hub.state.get().open).toBe(false)
})

test.each([
  ['wallet_sendCalls', [{ calls: [{ to }] }], 5],
  ['wallet_sendCalls', [{ calls: [{ to }] }], { id: '' }],
  ['wallet_getCallsStatus', [id], { status: null }],
  ['wallet_getCapabilities', [smartAddress], { mainnet: {} }],
  [
    'wallet_grantPermissions',
    [{ chainId: '0x1', signer: { type: 'account' }, permissions: [{ type: 'x', data: {} }] }],
    {},
  ],
  ['eth_sendUserOperation', [{ sender: smartAddress, callData: '0x' }], '0x12'],
  ['eth_supportedEntryPoints', [], ['here']],
])(
  'what the wallet answers to %s is held against its row: %j with %j is not passed on',
  async (method, params, answer) => {
    const { modal } = await setup({ [method]: () => answer })
    await expect(modal.request({ method, params })).rejects.toMatchObject({ code: expect.any(Number) })
  },
)

test.each([
  ['ATOMICITY_UNSUPPORTED', 5760],
  ['CALLS_UNKNOWN', 5730],
  ['CALLS_ID_TAKEN', 5720],
  ['CALLS_CHAIN_UNSUPPORTED', 5710],
  ['CAPABILITY_UNSUPPORTED', 5700],
  ['CALLS_TOO_MANY', 5740],
] as const)('%s of the wallet is %i for the page', async (name, code) => {
  const { modal } = await setup({
    wallet_sendCalls: () => {
      throw new AppError(name)
    },
  })
  const params = [{ calls: [{ to }] }]
  await expect(modal.request({ method: 'wallet_sendCalls', params })).rejects.toMatchObject({ code, data: { name } })
})

test('balances are read again when calls are sent, and once more when they are confirmed', async () => {
  const { modal, moves, sent } = await setup()
  await modal.request({ method: 'wallet_sendCalls', params: [{ calls: [{ to }] }] })
  expect(moves()).toBe(1)
  await modal.clock.advance(8000)
  expect(moves()).toBe(1)
  await modal.clock.advance(4000)
  expect(moves()).toBe(2)
  await modal.clock.advance(60_000)
  expect(sent('wallet_getCallsStatus')).toHaveLength(3)
})

test('so they are after a user operation, by its receipt', async () => {
  const { modal, moves } = await setup()
  await modal.request({ method: 'eth_sendUserOperation', params: [{ sender: smartAddress, callData: '0x' }] })
  await modal.clock.advance(8000)
  expect(moves()).toBe(2)
})

test('calls that never settle are not watched for ever', async () => {
  const { modal, moves, sent } = await setup({ wallet_getCallsStatus: () => pendingCalls })
  await modal.request({ method: 'wallet_sendCalls', params: [{ calls: [{ to }] }] })
  await modal.clock.advance(400_000)
  expect(sent('wallet_getCallsStatus')).toHaveLength(75)
  expect(moves()).toBe(1)
})
