import { AppError } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { createTestModal, settle, type TestModal, testAddress } from '../modal.fixture.ts'
import { connectionAtom } from './accounts.ts'
import {
  cancelLoginAtom,
  changeEmailAtom,
  emailLoginAtom,
  resendCodeAtom,
  retryOpeningAtom,
  submitCodeAtom,
  submitEmailAtom,
} from './emailLogin.ts'
import { openAtom } from './modal.ts'
import { routeAtom, routerAtom } from './route.ts'
import { toastAtom } from './toast.ts'

const login = ({ store }: TestModal) => store.get(emailLoginAtom)
const view = ({ store }: TestModal) => (store.get(routerAtom).open ? store.get(routeAtom).view : 'closed')

const atCode = async (options: Parameters<typeof createTestModal>[0] = {}) => {
  const modal = createTestModal(options)
  modal.store.set(openAtom)
  await modal.store.set(submitEmailAtom, ' ada@example.com ')
  return modal
}

test('an email, the code, and the visitor is connected and back on the site', async () => {
  const modal = await atCode()
  expect(view(modal)).toBe('EmailLogin')
  expect(login(modal)).toMatchObject({ step: 'code', email: 'ada@example.com', error: null })
  await modal.store.set(submitCodeAtom, '123456')
  expect(modal.hub.account.get()).toEqual({
    status: 'connected',
    address: testAddress,
    caipAddress: `eip155:31337:${testAddress}`,
    email: 'ada@example.com',
  })
  expect(view(modal)).toBe('closed')
  expect(modal.calls.slice(-3)).toEqual([
    { name: 'CONNECT_EMAIL', payload: { email: 'ada@example.com' } },
    { name: 'CONNECT_OTP', payload: { otp: '123456' } },
    { name: 'GET_USER', payload: { chainId: 'eip155:31337', preferredAccountType: 'eoa' } },
  ])
  expect(modal.storage.read('email-login-used')).toBe(true)
})

test.each(['', ' ', 'ada', 'ada@', 'ada@example', '@example.com', 'a b@example.com', `${'a'.repeat(250)}@example.com`])(
  '%j is not an address: APKTW002, and nothing is sent',
  async (typed) => {
    const modal = createTestModal()
    modal.store.set(openAtom)
    await settle()
    await modal.store.set(submitEmailAtom, typed)
    expect(login(modal).error?.name).toBe('EMAIL_INVALID')
    expect(modal.logged[0]).toContain('APKTW002')
    expect(modal.names()).not.toContain('CONNECT_EMAIL')
    expect(view(modal)).toBe('Connect')
  },
)

test('a wallet whose session is still open for that email asks for no code', async () => {
  const modal = await atCode({ handlers: { CONNECT_EMAIL: async () => ({ action: 'CONNECT' }) } })
  expect(modal.hub.account.get().status).toBe('connected')
  expect(modal.names()).not.toContain('CONNECT_OTP')
  expect(view(modal)).toBe('closed')
})

test('a wallet that wants a device link gets none from this client', async () => {
  const modal = await atCode({ handlers: { CONNECT_EMAIL: async () => ({ action: 'VERIFY_DEVICE' }) } })
  expect(login(modal).error?.name).toBe('NOT_ENABLED')
  expect(view(modal)).toBe('Connect')
})

test.each([
  ['OTP_INVALID', { triesLeft: 2 }],
  ['OTP_EXPIRED', {}],
  ['OTP_USED', {}],
  ['OTP_EXHAUSTED', {}],
] as const)('%s is told, and the next code is taken', async (name, details) => {
  let tries = 0
  const modal = await atCode({
    handlers: {
      CONNECT_OTP: async () => {
        if (tries++ === 0) throw new AppError(name, { details })
      },
    },
  })
  await modal.store.set(submitCodeAtom, '000000')
  expect(login(modal)).toMatchObject({ step: 'code', error: { name, details } })
  expect(modal.hub.account.get().status).toBe('disconnected')
  await modal.store.set(submitCodeAtom, '123456')
  expect(modal.hub.account.get().status).toBe('connected')
})

test('a code that was right is not asked for again when the account does not come', async () => {
  let users = 0
  const modal = await atCode({
    handlers: {
      GET_USER: async () => {
        if (users++ === 0) throw new AppError('SERVICE_UNREACHABLE')
        return { address: testAddress, chainId: 31337 }
      },
    },
  })
  await modal.store.set(submitCodeAtom, '123456')
  expect(login(modal)).toMatchObject({ step: 'opening', error: { name: 'SERVICE_UNREACHABLE' } })
  await modal.store.set(retryOpeningAtom)
  expect(modal.hub.account.get()).toMatchObject({ status: 'connected', email: null })
  expect(modal.names().filter((name) => name === 'CONNECT_OTP')).toHaveLength(1)
})

test('while the code is checked the account is connecting', async () => {
  let answer: () => void = () => undefined
  const modal = await atCode({
    handlers: { CONNECT_OTP: () => new Promise((resolve) => (answer = () => resolve(undefined))) },
  })
  const submitted = modal.store.set(submitCodeAtom, '123456')
  await settle()
  expect(modal.hub.account.get().status).toBe('connecting')
  answer()
  await submitted
  expect(modal.hub.account.get().status).toBe('connected')
})

test('an answer that comes after the visitor has left changes nothing', async () => {
  let answer: () => void = () => undefined
  const modal = await atCode({
    handlers: { CONNECT_OTP: () => new Promise((resolve) => (answer = () => resolve(undefined))) },
  })
  const submitted = modal.store.set(submitCodeAtom, '123456')
  await settle()
  modal.store.set(cancelLoginAtom)
  answer()
  await submitted
  expect(modal.store.get(connectionAtom).status).toBe('disconnected')
  expect(modal.names()).not.toContain('GET_USER')
})

test('another code may be asked for after 30 seconds', async () => {
  const modal = await atCode()
  expect(login(modal).resendAtMs - modal.clock.now()).toBe(30_000)
  await modal.clock.advance(30_000)
  await modal.store.set(resendCodeAtom)
  expect(modal.store.get(toastAtom)).toMatchObject({ variant: 'success' })
  expect(login(modal).resendAtMs - modal.clock.now()).toBe(30_000)
})

test('a server that says how long to wait is believed', async () => {
  let mails = 0
  const modal = await atCode({
    handlers: {
      CONNECT_EMAIL: async () => {
        if (mails++ > 0) throw new AppError('RATE_LIMITED', { details: { seconds: 17 } })
        return { action: 'VERIFY_OTP' }
      },
    },
  })
  await modal.store.set(resendCodeAtom)
  expect(login(modal)).toMatchObject({ step: 'code', error: { name: 'RATE_LIMITED' } })
  expect(login(modal).resendAtMs - modal.clock.now()).toBe(17_000)
})

test('back and on again with the same email does not mail another code', async () => {
  const modal = await atCode()
  modal.store.set(changeEmailAtom)
  expect(view(modal)).toBe('Connect')
  await modal.store.set(submitEmailAtom, 'ada@example.com')
  expect(view(modal)).toBe('EmailLogin')
  expect(modal.names().filter((name) => name === 'CONNECT_EMAIL')).toHaveLength(1)
  modal.store.set(changeEmailAtom)
  await modal.store.set(submitEmailAtom, 'bob@example.com')
  expect(modal.names().filter((name) => name === 'CONNECT_EMAIL')).toHaveLength(2)
})

test('a wallet on a network that the site does not serve leads to where it can be changed', async () => {
  const modal = await atCode({ handlers: { GET_USER: async () => ({ address: testAddress, chainId: 10 }) } })
  await modal.store.set(submitCodeAtom, '123456')
  expect(view(modal)).toBe('UnsupportedChain')
  expect(modal.hub.network.get()).toEqual({ caipNetworkId: 'eip155:10', chainId: 10, isSupported: false })
})

test.each([
  ['no address', { address: 'nobody', chainId: 31337 }],
  ['another kind of chain', { address: testAddress, chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }],
] as const)('an account with %s is not taken', async (_, user) => {
  const modal = await atCode({ handlers: { GET_USER: async () => user } })
  await modal.store.set(submitCodeAtom, '123456')
  expect(modal.hub.account.get().status).not.toBe('connected')
  expect(login(modal).error?.name).toBe('INTERNAL')
})
