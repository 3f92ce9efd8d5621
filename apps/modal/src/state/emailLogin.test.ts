import { AppError } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { createTestModal, settle, type TestModal, testAddress } from '../modal.fixture.ts'
import { connectionAtom } from './accounts.ts'
import { changeEmailAtom, emailLoginAtom, retryLoginAtom, submitEmailAtom } from './emailLogin.ts'
import { frameShownAtom, takeKeyAtom } from './frame.ts'
import { closeAtom, isCloseGuardedAtom, openAtom } from './modal.ts'
import { routeAtom, routerAtom } from './route.ts'

type Options = NonNullable<Parameters<typeof createTestModal>[0]>

const login = ({ store }: TestModal) => store.get(emailLoginAtom)
const view = ({ store }: TestModal) => (store.get(routerAtom).open ? store.get(routeAtom).view : 'closed')
const submit = ({ store }: TestModal, email = ' ada@example.com ') => store.set(submitEmailAtom, email)

const opened = (options: Options = {}) => {
  const modal = createTestModal(options)
  modal.store.set(openAtom)
  return modal
}
/** A user in the wallet, who finishes there when the test lets them. */
const inWallet = async (handlers: Options['handlers'] = {}) => {
  const answers: ((error?: AppError) => void)[] = []
  const modal = opened({
    handlers: {
      CONNECT_OTP: () =>
        new Promise((resolve, reject) => {
          answers.push((error) => (error === undefined ? resolve(undefined) : reject(error)))
        }),
      ...handlers,
    },
  })
  const done = submit(modal)
  await settle()
  await settle()
  return { modal, done, answer: (error?: AppError) => answers.at(-1)?.(error) }
}
const times = (modal: TestModal, name: string) => modal.names().filter((each) => each === name).length

test('an email, the proof in the wallet, and the user is connected and back on the site', async () => {
  const modal = opened()
  await submit(modal)
  expect(modal.hub.account.get()).toEqual({
    namespace: 'eip155',
    status: 'connected',
    addresses: [testAddress],
    wallet: { id: 'auth', name: 'Email', icon: null, type: 'auth' },
    address: testAddress,
    caipAddress: `eip155:31337:${testAddress}`,
    email: 'ada@example.com',
    userName: null,
    type: 'eoa',
    isSmartAccountDeployed: null,
  })
  expect(view(modal)).toBe('closed')
  expect(modal.calls.slice(-4)).toEqual([
    { name: 'CONNECT_EMAIL', payload: { email: 'ada@example.com' } },
    { name: 'SYNC_THEME', payload: { themeMode: 'dark', themeVariables: {} } },
    { name: 'CONNECT_OTP', payload: undefined },
    { name: 'GET_USER', payload: { chainId: 'eip155:31337', preferredAccountType: 'eoa' } },
  ])
  expect(modal.storage.read('connections')).toMatchObject([{ connectorId: 'auth', address: testAddress }])
})

test('the wallet is shown once it has the theme, and until it has answered', async () => {
  let themed: () => void = () => undefined
  const { modal, done, answer } = await inWallet({
    SYNC_THEME: () => new Promise((resolve) => (themed = () => resolve(undefined))),
  })
  expect(view(modal)).toBe('EmailLogin')
  expect(modal.store.get(frameShownAtom)).toBeNull()
  expect(modal.names()).not.toContain('CONNECT_OTP')
  themed()
  await settle()
  expect(modal.store.get(frameShownAtom)).toBe('login')
  expect(modal.store.get(isCloseGuardedAtom)).toBe(false)
  answer()
  await done
  expect(modal.store.get(frameShownAtom)).toBeNull()
  expect(view(modal)).toBe('closed')
})

test.each(['', ' ', 'ada', 'ada@', 'ada@example', '@example.com', 'a b@example.com', `${'a'.repeat(250)}@example.com`])(
  '%j is not an address: APKTW002, and nothing is sent',
  async (typed) => {
    const modal = opened()
    await settle()
    await submit(modal, typed)
    expect(login(modal).error?.name).toBe('EMAIL_INVALID')
    await settle()
    expect(modal.logged[0]).toContain('APKTW002')
    expect(modal.names()).not.toContain('CONNECT_EMAIL')
    expect(view(modal)).toBe('Connect')
  },
)

test('a wallet where this site’s user is signed in under that email has nothing to ask', async () => {
  const modal = opened({ handlers: { CONNECT_EMAIL: async () => ({ action: 'CONNECT' }) } })
  await submit(modal)
  expect(modal.hub.account.get().status).toBe('connected')
  expect(modal.names()).not.toContain('CONNECT_OTP')
  expect(view(modal)).toBe('closed')
})

test('a wallet that tells the site of a device link is not believed', async () => {
  const modal = opened({ handlers: { CONNECT_EMAIL: async () => ({ action: 'VERIFY_DEVICE' }) } })
  await submit(modal)
  expect(login(modal).error?.name).toBe('WALLET_INVALID_RESPONSE')
  expect(view(modal)).toBe('Connect')
})

test('a service that says how long to wait is believed', async () => {
  const throttled = new AppError('RATE_LIMITED', { details: { seconds: 17 } })
  const modal = opened({
    handlers: {
      CONNECT_EMAIL: async () => {
        throw throttled
      },
    },
  })
  await submit(modal)
  expect(login(modal)).toMatchObject({ step: 'email', error: { name: 'RATE_LIMITED' } })
  expect(login(modal).retryAtMs - modal.clock.now()).toBe(17_000)
})

test('"Use another email" and "Not now" in the wallet lead back to the field, with what was typed', async () => {
  const { modal, done, answer } = await inWallet()
  answer(new AppError('USER_REJECTED'))
  await done
  expect(view(modal)).toBe('Connect')
  expect(login(modal)).toMatchObject({ step: 'email', email: 'ada@example.com', error: null })
  expect(modal.hub.account.get().status).toBe('disconnected')
})

test.each([
  ['the back button', ({ store }: TestModal) => store.set(changeEmailAtom), 'Connect'],
  ['the close button', ({ store }: TestModal) => store.set(closeAtom), 'closed'],
  ['Escape in the wallet', ({ store }: TestModal) => store.set(takeKeyAtom, { event: 'ESCAPE' }), 'closed'],
])('%s ends the login, and the wallet is told', async (_, leave, next) => {
  const { modal, done } = await inWallet()
  leave(modal)
  await done
  await settle()
  expect(view(modal)).toBe(next)
  expect(modal.names().at(-1)).toBe('RPC_ABORT')
  expect(modal.hub.account.get().status).toBe('disconnected')
  expect(modal.names()).not.toContain('GET_USER')
})

test('Escape of a wallet that is not shown is nobody’s', async () => {
  const modal = opened()
  modal.store.set(takeKeyAtom, { event: 'ESCAPE' })
  expect(view(modal)).toBe('Connect')
})

test('a wallet that dies is told, and the login goes on with a new one', async () => {
  const { modal, done, answer } = await inWallet()
  modal.wallet.end()
  await done
  expect(view(modal)).toBe('EmailLogin')
  expect(modal.store.get(frameShownAtom)).toBeNull()
  expect(login(modal).error?.name).toBe('DISCONNECTED')
  const again = modal.store.set(retryLoginAtom)
  await settle()
  await settle()
  expect(modal.store.get(frameShownAtom)).toBe('login')
  answer()
  await again
  expect(modal.hub.account.get().status).toBe('connected')
})

test('what was proved is not asked for again when the account does not come', async () => {
  let users = 0
  const modal = opened({
    handlers: {
      GET_USER: async () => {
        if (users++ === 0) throw new AppError('SERVICE_UNREACHABLE')
        return { address: testAddress, chainId: 31337 }
      },
    },
  })
  await submit(modal)
  expect(login(modal)).toMatchObject({ step: 'opening', error: { name: 'SERVICE_UNREACHABLE' } })
  await modal.store.set(retryLoginAtom)
  expect(modal.hub.account.get()).toMatchObject({ status: 'connected', email: null })
  expect(times(modal, 'CONNECT_OTP')).toBe(1)
})

test('while the account is fetched it is connecting, and a slip of the finger ends nothing', async () => {
  let answer: () => void = () => undefined
  const modal = opened({
    handlers: {
      GET_USER: () =>
        new Promise((resolve) => {
          answer = () => resolve({ address: testAddress, chainId: 31337 })
        }),
    },
  })
  const submitted = submit(modal)
  await settle()
  await settle()
  expect(modal.hub.account.get().status).toBe('connecting')
  expect(modal.store.get(isCloseGuardedAtom)).toBe(true)
  answer()
  await submitted
  expect(modal.hub.account.get().status).toBe('connected')
})

test('an answer that comes after the user has left changes nothing', async () => {
  const { modal, done, answer } = await inWallet()
  modal.store.set(closeAtom)
  answer()
  await done
  expect(modal.store.get(connectionAtom).status).toBe('disconnected')
  expect(modal.names()).not.toContain('GET_USER')
})

test('a wallet on a network that the site does not serve leads to where it can be changed', async () => {
  const modal = opened({ handlers: { GET_USER: async () => ({ address: testAddress, chainId: 10 }) } })
  await submit(modal)
  expect(view(modal)).toBe('UnsupportedChain')
  expect(modal.hub.network.get()).toEqual({ caipNetworkId: 'eip155:10', chainId: 10, isSupported: false })
})

test.each([
  ['no address', { address: 'nobody', chainId: 31337 }],
  ['another kind of chain', { address: testAddress, chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }],
] as const)('an account with %s is not taken', async (_, user) => {
  const modal = opened({ handlers: { GET_USER: async () => user } })
  await submit(modal)
  expect(modal.hub.account.get().status).not.toBe('connected')
  expect(login(modal).error?.name).toBe('WALLET_INVALID_RESPONSE')
})
