import { expect, test } from 'vitest'
import { entryViews, type ModalRequest, type StepView } from './Modal.ts'
import { createTestModal, settle, type TestOptions } from './modal.fixture.ts'
import { openAtom } from './state/modal.ts'
import { restoreAtom } from './state/restoring.ts'
import { backAtom, isOpenAtom, viewAtom } from './state/route.ts'
import { chooseNetworkAtom } from './state/switching.ts'
import { findView } from './stepViews.ts'

type Scene = TestOptions & { isConnected?: boolean }

const scene = async ({ isConnected = false, ...options }: Scene) => {
  const modal = createTestModal({ remembered: isConnected, ...options })
  if (isConnected) await modal.store.set(restoreAtom)
  const open = async (view: ModalRequest['view']) => {
    const { goOn, ...found } = await findView(modal.store, { view })
    modal.store.set(openAtom, found)
    goOn?.()
    return modal.store.get(isOpenAtom) ? modal.store.get(viewAtom) : 'closed'
  }
  return { ...modal, open }
}

const here = { isConnected: true }
const onramp = { settings: { features: { onramp: true } } }
const relay = { settings: { walletConnect: { relayUrl: 'wss://relay.example' } } } as const
const noWallets = { settings: { features: { wallets: false } } }
const away: TestOptions = { settings: { networks: ['eip155:1'] } }

test.each<[StepView, string, Scene, string]>([
  ['ConnectingWalletConnectBasic', 'a relay', relay, 'ConnectingWalletConnectBasic'],
  ['ConnectingWalletConnectBasic', 'no relay', {}, 'ConnectWallets'],
  ['ConnectingWalletConnectBasic', 'no wallets', noWallets, 'Connect'],
  ['ConnectingWalletConnect', 'nothing', {}, 'AllWallets'],
  ['ConnectingWalletConnect', 'no wallets', noWallets, 'Connect'],
  ['ConnectingExternal', 'nothing', {}, 'ConnectWallets'],
  ['ConnectingExternal', 'no wallets', noWallets, 'Connect'],
  ['ConnectingFarcaster', 'nothing', {}, 'Connect'],
  ['EmailLogin', 'nothing', {}, 'Connect'],
  ['SwitchNetwork', 'nothing', {}, 'Networks'],
  ['SwitchActiveChain', 'an account', here, 'Networks'],
  ['UnsupportedChain', 'no account', {}, 'Networks'],
  ['UnsupportedChain', 'an account on one of the networks', here, 'Networks'],
  ['UnsupportedChain', 'an account on another network', { ...here, ...away }, 'UnsupportedChain'],
  ['ApproveTransaction', 'no account', {}, 'Connect'],
  ['ApproveTransaction', 'an account', here, 'Account'],
  ['DataCapture', 'no account', {}, 'Connect'],
  ['DataCapture', 'an account, and nothing to ask', here, 'Account'],
  ['OnRampTokenSelect', 'buying', { ...here, ...onramp }, 'OnRampTokenSelect'],
  ['OnRampFiatSelect', 'buying', { ...here, ...onramp }, 'OnRampFiatSelect'],
])('%s opens, with %s, as it should', async (wish, _, options, expected) => {
  const { open } = await scene(options)
  expect(await open(wish)).toBe(expected)
})

test('DataCapture opens where the project asks for an address', async () => {
  const loadProjectConfig = async () => ({ features: null, emailCapture: { purpose: 'News' } })
  const settings = { features: { emailCapture: 'optional' } } as const
  const { open } = await scene({ ...here, settings, services: { loadProjectConfig } })
  expect(await open('DataCapture')).toBe('DataCapture')
})

test.each([
  ['UnsupportedChain', 'UnsupportedChain'],
  ['ApproveTransaction', 'Account'],
  ['DataCapture', 'Account'],
] as const)('%s waits for an earlier connection', async (wish, expected) => {
  const { store } = createTestModal({ remembered: true, ...away })
  const found = findView(store, { view: wish })
  await store.set(restoreAtom)
  const { view, goOn } = await found
  store.set(openAtom, { view })
  goOn?.()
  expect(store.get(viewAtom)).toBe(expected)
})

test.each(['OnRampTokenSelect', 'OnRampFiatSelect', 'RegisterAccountNameSuccess'] as const)(
  '%s needs what the view before it needs',
  async (wish) => {
    await expect((await scene({})).open(wish)).rejects.toMatchObject({ name: 'UNAUTHORIZED' })
    await expect((await scene(here)).open(wish)).rejects.toMatchObject({ name: 'NOT_ENABLED' })
  },
)

test.each(entryViews.slice(0, 8))('%s is honored as it is', async (wish) => {
  expect(await (await scene(here)).open(wish)).toBe(wish)
})

test('a step that is in front stays as it is', async () => {
  const { open, store } = await scene({ ...here, handlers: { SWITCH_NETWORK: () => new Promise(() => undefined) } })
  store.set(openAtom, { view: 'Networks' })
  store.set(chooseNetworkAtom, 'eip155:1337')
  await settle()
  expect(await open('SwitchNetwork')).toBe('SwitchNetwork')
})

test('what no view is called is left for the report', async () => {
  const { store } = await scene({})
  await expect(findView(store, { view: 'Conect' as 'Connect' })).resolves.toEqual({ view: 'Conect' })
})

test('back from a step leads to where it began', async () => {
  const { open, store } = await scene({ ...here, ...onramp })
  await open('OnRampFiatSelect')
  store.set(backAtom)
  expect(store.get(viewAtom)).toBe('OnRampProviders')
})
