import { AppError } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { createScriptedWallet } from '../../fuzz/scriptedWallet.ts'
import type { Connector } from '../connectors/Connector.ts'
import type { ModalEvent } from '../Modal.ts'
import { createTestModal, settle, type TestOptions, testAddress } from '../modal.fixture.ts'
import { addConnectorAtom } from '../state/connectors.ts'
import { closeAtom } from '../state/modal.ts'
import { isOpenAtom, viewAtom } from '../state/route.ts'
import { offeredWallets } from './readData.ts'
import { signInActions } from './signIn.ts'

const connectorOf = (change: Partial<Connector> = {}): Connector => ({
  ...createScriptedWallet(
    'one',
    'eip155',
    { accounts: [testAddress], network: 'eip155:31337' },
    { revokes: true },
  ).connector(),
  ...change,
})

const start = (options: TestOptions = {}) => {
  const modal = createTestModal(options)
  const events: ModalEvent[] = []
  modal.hub.events.listen((event) => events.push(event))
  const funnel = () => events.filter(({ type }) => type.startsWith('SIGN'))
  return { ...modal, ...signInActions(modal.store), funnel }
}

test('a wallet of this browser is connected without the modal', async () => {
  const { store, connectWallet, funnel } = start()
  const connector = connectorOf()
  store.set(addConnectorAtom, connector)
  const id = offeredWallets(store.get).find(({ connectors }) => connectors.includes(connector))?.key ?? ''
  expect(await connectWallet(id)).toMatchObject({ status: 'connected', address: testAddress })
  expect(store.get(isOpenAtom)).toBe(false)
  expect(funnel()).toMatchObject([
    { type: 'SIGN_IN_STARTED', method: 'wallet' },
    { type: 'SIGNED_IN', method: 'wallet' },
  ])
})

test('a wallet that declines says so, to the page and in the funnel', async () => {
  const { store, connectWallet, funnel } = start()
  const connector = connectorOf({
    connect: async () => {
      throw new AppError('USER_REJECTED')
    },
  })
  store.set(addConnectorAtom, connector)
  const id = offeredWallets(store.get).find(({ connectors }) => connectors.includes(connector))?.key ?? ''
  await expect(connectWallet(id)).rejects.toMatchObject({ name: 'USER_REJECTED' })
  expect(funnel().at(-1)).toEqual({
    type: 'SIGN_IN_FAILED',
    method: 'wallet',
    step: 'wallet',
    error: 'USER_REJECTED',
  })
})

test('a wallet that nobody offers cannot be connected', async () => {
  await expect(start().connectWallet('nope')).rejects.toMatchObject({ name: 'WALLET_NOT_INSTALLED' })
})

test('a login by email shows the wallet’s own document, and resolves with the account', async () => {
  const { promise: proved, resolve: prove } = Promise.withResolvers<undefined>()
  const { store, signInWithEmail, funnel } = start({ handlers: { CONNECT_OTP: () => proved } })
  const account = signInWithEmail('ada@example.com')
  await settle()
  await settle()
  expect(store.get(viewAtom)).toBe('EmailLogin')
  prove(undefined)
  expect(await account).toMatchObject({ status: 'connected', email: 'ada@example.com' })
  expect(funnel()).toEqual([
    { type: 'SIGN_IN_STARTED', method: 'email', wallet: null },
    { type: 'SIGNED_IN', method: 'email', wallet: null },
  ])
})

test('who closes the modal has declined', async () => {
  const { store, signInWithEmail } = start({ handlers: { CONNECT_OTP: () => new Promise(() => undefined) } })
  const account = signInWithEmail('ada@example.com')
  await settle()
  store.set(closeAtom)
  await expect(account).rejects.toMatchObject({ name: 'USER_REJECTED' })
})

test('what is no email address is sent nowhere', async () => {
  const { signInWithEmail, names, store, logged } = start()
  await expect(signInWithEmail('ada')).rejects.toMatchObject({ name: 'EMAIL_INVALID' })
  await expect.poll(() => logged.join()).toContain('APKTW002')
  expect(names()).toEqual([])
  expect(store.get(isOpenAtom)).toBe(false)
})

test('a step that fails is in the funnel, by its name', async () => {
  const { signInWithEmail, funnel, store } = start({
    handlers: {
      CONNECT_EMAIL: async () => {
        throw new AppError('RATE_LIMITED')
      },
    },
  })
  const account = signInWithEmail('ada@example.com')
  await settle()
  expect(funnel().at(-1)).toEqual({ type: 'SIGN_IN_FAILED', method: 'email', step: 'email', error: 'RATE_LIMITED' })
  store.set(closeAtom)
  await expect(account).rejects.toBeInstanceOf(AppError)
})
