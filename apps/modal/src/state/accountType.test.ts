import { AppError, type FrameUser, type Handlers } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { createSmartLogin, smartAddress, smartChains } from '../connectors/auth/smartLogin.fixture.ts'
import type { ModalEvent } from '../Modal.ts'
import { createTestModal, settle, type TestOptions, testAddress } from '../modal.fixture.ts'
import { accountKindsAtom, chooseAccountTypeAtom, setAccountTypeAtom } from './accountType.ts'
import { approveAtom } from './approve.ts'
import { switchNetworkAtom } from './connection.ts'
import { leaveAccountAtom } from './connections.ts'
import { restoreAtom } from './restoring.ts'
import { toastAtom } from './toast.ts'

const failing = (name: ConstructorParameters<typeof AppError>[0]) => async () => {
  throw new AppError(name)
}

const connected = async ({ handlers, ...options }: TestOptions = {}) => {
  const login = createSmartLogin()
  const modal = createTestModal({
    remembered: true,
    smartAccountNetworks: smartChains,
    handlers: { ...login.handlers, ...handlers },
    ...options,
  })
  await modal.store.set(restoreAtom)
  return { ...modal, login }
}

const stranger = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const user = (changes: Partial<FrameUser>): FrameUser => ({
  address: smartAddress,
  chainId: 31337,
  preferredAccountType: 'smartAccount',
  accounts: [
    { type: 'eoa', address: testAddress },
    { type: 'smartAccount', address: smartAddress },
  ],
  ...changes,
})

const smartOfStranger = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const accountsOf = (owner: string) => [
  { type: 'eoa' as const, address: owner },
  { type: 'smartAccount' as const, address: smartOfStranger },
]

const lastAsked = ({ calls }: Awaited<ReturnType<typeof connected>>) =>
  calls.findLast(({ name }) => name === 'GET_USER')?.payload

test('a user begins with the standard account', async () => {
  const modal = await connected()
  expect(modal.hub.account.get()).toMatchObject({ address: testAddress, type: 'eoa', isSmartAccountDeployed: false })
  expect(lastAsked(modal)).toMatchObject({ preferredAccountType: 'eoa' })
})

test('a site may have them begin with the smart account', async () => {
  const modal = await connected({ settings: { defaultAccountTypes: { eip155: 'smartAccount' } } })
  expect(modal.hub.account.get()).toMatchObject({ address: smartAddress, type: 'smartAccount' })
})

test('the choice of the user is stronger than the site’s, and is there at the next visit', async () => {
  const settings = { defaultAccountTypes: { eip155: 'smartAccount' } } as const
  const modal = await connected({ settings })
  await expect(modal.store.set(setAccountTypeAtom, 'eoa')).resolves.toBe('eoa')
  const next = await connected({ settings, kept: modal.kept })
  expect(next.hub.account.get()).toMatchObject({ address: testAddress, type: 'eoa' })
})

test('the choice is the user’s, not the browser’s: the next user starts with their own', async () => {
  const modal = await connected()
  await modal.store.set(setAccountTypeAtom, 'smartAccount')
  const other = user({ preferredAccountType: 'eoa', address: stranger, accounts: accountsOf(stranger) })
  const smart = user({ address: smartOfStranger, accounts: accountsOf(stranger) })
  const GET_USER: Handlers<undefined>['GET_USER'] = async (payload) =>
    payload?.preferredAccountType === 'smartAccount' ? smart : other
  const next = await connected({ kept: modal.kept, handlers: { GET_USER } })
  expect(next.hub.account.get()).toMatchObject({ address: stranger, type: 'eoa' })
  const back = await connected({ kept: next.kept })
  expect(back.hub.account.get()).toMatchObject({ address: smartAddress, type: 'smartAccount' })
})

test('changing the type asks the wallet, then tells the page of its other address', async () => {
  const modal = await connected()
  const heard: unknown[] = []
  const events: ModalEvent[] = []
  modal.hub.provider.on('accountsChanged', (accounts) => heard.push(accounts))
  modal.hub.provider.on('chainChanged', (chain) => heard.push(chain))
  modal.hub.events.listen((event) => events.push(event))
  await expect(modal.store.set(setAccountTypeAtom, 'smartAccount')).resolves.toBe('smartAccount')
  expect(modal.calls.slice(-2)).toEqual([
    { name: 'SET_PREFERRED_ACCOUNT', payload: { type: 'smartAccount' } },
    { name: 'GET_USER', payload: { chainId: 'eip155:31337', preferredAccountType: 'smartAccount' } },
  ])
  expect(heard).toEqual([[smartAddress]])
  expect(events).toEqual([{ type: 'ACCOUNT_CHANGED', namespace: 'eip155', address: smartAddress }])
  expect(modal.hub.account.get()).toMatchObject({ address: smartAddress, type: 'smartAccount' })
  await expect(modal.request({ method: 'eth_accounts' })).resolves.toEqual([smartAddress])
  expect(modal.storage.read('connections')).toMatchObject([{ address: smartAddress }])
})

test('where both have one address, the type changes and no account does', async () => {
  const modal = await connected()
  await modal.store.set(switchNetworkAtom, 'eip155:1337')
  const heard: unknown[] = []
  modal.hub.provider.on('accountsChanged', (accounts) => heard.push(accounts))
  await modal.store.set(setAccountTypeAtom, 'smartAccount')
  expect(modal.hub.account.get()).toMatchObject({ address: testAddress, type: 'smartAccount' })
  expect(heard).toEqual([])
})

test('on a network without smart accounts the standard account is in use, and the smart one again on the way back', async () => {
  const modal = await connected()
  await modal.store.set(setAccountTypeAtom, 'smartAccount')
  const heard: unknown[] = []
  modal.hub.provider.on('chainChanged', (chain) => heard.push(chain))
  modal.hub.provider.on('accountsChanged', (accounts) => heard.push(accounts))
  await modal.store.set(switchNetworkAtom, 'eip155:1')
  expect(modal.hub.account.get()).toMatchObject({ address: testAddress, type: 'eoa', isSmartAccountDeployed: null })
  expect(modal.store.get(accountKindsAtom)).toBeNull()
  await modal.store.set(switchNetworkAtom, 'eip155:31337')
  expect(modal.hub.account.get()).toMatchObject({ address: smartAddress, type: 'smartAccount' })
  expect(heard).toEqual(['0x1', [testAddress], '0x7a69', [smartAddress]])
})

test.each(['NOT_ENABLED', 'TIMEOUT', 'INTERNAL'] as const)(
  'a wallet that answers %s is on the standard account, and nothing is remembered',
  async (name) => {
    const modal = await connected({ handlers: { SET_PREFERRED_ACCOUNT: failing(name) } })
    await expect(modal.store.set(setAccountTypeAtom, 'smartAccount')).resolves.toBe('eoa')
    expect(lastAsked(modal)).toMatchObject({ preferredAccountType: 'eoa' })
    expect(modal.hub.account.get()).toMatchObject({ address: testAddress, type: 'eoa' })
    expect(modal.storage.read('account-types')).toBeUndefined()
  },
)

test('a user whose choice failed is told so', async () => {
  const modal = await connected({ handlers: { SET_PREFERRED_ACCOUNT: failing('SERVICE_UNREACHABLE') } })
  await expect(modal.store.set(chooseAccountTypeAtom, 'smartAccount')).resolves.toBe(false)
  expect(modal.store.get(toastAtom)).toMatchObject({ variant: 'error' })
})

test('another page of the site follows, on a network with smart accounts and on its way to one', async () => {
  const kept = new Map<string, string>()
  const heard = new Set<() => void>()
  const shared = {
    tell() {
      for (const listener of [...heard]) listener()
    },
    listen(listener: () => void) {
      heard.add(listener)
      return () => heard.delete(listener)
    },
    close: () => undefined,
  }
  const [here, there, elsewhere] = [
    await connected({ kept, services: { shared } }),
    await connected({ kept, services: { shared } }),
    await connected({ kept, services: { shared } }),
  ]
  await elsewhere.store.set(switchNetworkAtom, 'eip155:1')
  await here.store.set(setAccountTypeAtom, 'smartAccount')
  await expect.poll(() => there.hub.account.get().type).toBe('smartAccount')
  expect(elsewhere.hub.account.get().type).toBe('eoa')
  await elsewhere.store.set(switchNetworkAtom, 'eip155:31337')
  expect(elsewhere.hub.account.get()).toMatchObject({ address: smartAddress, type: 'smartAccount' })
})

test('of two choices at once the first counts', async () => {
  const modal = await connected()
  const first = modal.store.set(chooseAccountTypeAtom, 'smartAccount')
  await expect(modal.store.set(chooseAccountTypeAtom, 'eoa')).resolves.toBe(false)
  await expect(first).resolves.toBe(true)
})

test('the smart account is refused where the network has none', async () => {
  const modal = await connected()
  await modal.store.set(switchNetworkAtom, 'eip155:1')
  await expect(modal.store.set(setAccountTypeAtom, 'smartAccount')).rejects.toMatchObject({ name: 'NOT_ENABLED' })
  expect(modal.names()).not.toContain('SET_PREFERRED_ACCOUNT')
})

test('while an approval waits its account stays', async () => {
  const modal = await connected({ handlers: { RPC_REQUEST: () => new Promise(() => undefined) } })
  void modal.store.set(approveAtom, 'eip155:31337', 'personal_sign', ['0x00', testAddress]).catch(() => undefined)
  await settle()
  await expect(modal.store.set(setAccountTypeAtom, 'smartAccount')).rejects.toMatchObject({ name: 'WALLET_BUSY' })
})

test('without the embedded wallet there is nothing to choose', async () => {
  const modal = await connected()
  await modal.store.set(leaveAccountAtom)
  expect(modal.store.get(accountKindsAtom)).toBeNull()
  expect(modal.hub.account.get()).toMatchObject({ type: null, isSmartAccountDeployed: null })
  await expect(modal.store.set(setAccountTypeAtom, 'smartAccount')).rejects.toMatchObject({ name: 'UNAUTHORIZED' })
})

test.each<[string, Partial<FrameUser>]>([
  ['an address of the other type', { address: testAddress }],
  ['a type that its accounts do not have', { accounts: [{ type: 'eoa', address: smartAddress }] }],
  ['an account that is not among its accounts', { address: stranger }],
  ['two accounts of a type', { accounts: [user({}).accounts?.[1], user({}).accounts?.[1]] as never }],
  ['an account that is no address', { accounts: [...(user({}).accounts ?? []), { type: 'eoa', address: '0x1' }] }],
  ['another user’s account', { accounts: [{ type: 'eoa', address: stranger }, user({}).accounts?.[1]] as never }],
  ['another network', { chainId: 1337 }],
])('a wallet that answers with %s is not believed, and the account stays', async (_, changes) => {
  const modal = await connected()
  const GET_USER: Handlers<undefined>['GET_USER'] = async () => user(changes)
  modal.setHandlers({ ...modal.login.handlers, GET_USER })
  await expect(modal.store.set(setAccountTypeAtom, 'smartAccount')).rejects.toMatchObject({
    name: 'WALLET_INVALID_RESPONSE',
  })
  expect(modal.hub.account.get()).toMatchObject({ address: testAddress, type: 'eoa' })
})

test('a wallet that lists no accounts has the one', async () => {
  const modal = await connected({ handlers: { GET_USER: async () => ({ address: testAddress, chainId: 31337 }) } })
  expect(modal.hub.account.get()).toMatchObject({ address: testAddress, type: 'eoa', isSmartAccountDeployed: null })
})
