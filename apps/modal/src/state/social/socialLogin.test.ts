import { AppError, type ErrorName } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { solanaAddress, solanaDevnet, solanaHandlers } from '../../connectors/auth/solanaLogin.fixture.ts'
import type { SocialProvider } from '../../Modal.ts'
import {
  createTestModal,
  settle,
  type TestModal,
  testAddress,
  testFarcasterUri,
  testSocialUri,
} from '../../modal.fixture.ts'
import { announcementAtom } from '../announcement.ts'
import { submitEmailAtom } from '../emailLogin.ts'
import { frameShownAtom } from '../frame.ts'
import { isOpeningAtom, lastLoginAtom, loginTitleAtom } from '../login.ts'
import { closeAtom, isCloseGuardedAtom, openAtom } from '../modal.ts'
import { backAtom, routeAtom, routerAtom } from '../route.ts'
import { socialLoginAtom } from './socialLogin.ts'
import { retrySocialAtom, startSocialAtom } from './startSocial.ts'
import { focusWindowAtom, openBlockedAtom } from './windowLogin.ts'

type Options = NonNullable<Parameters<typeof createTestModal>[0]>

const walletOrigin = 'https://wallet.example'
const resultUri = `${walletOrigin}/social#attempt=a1&result=r1`
const never = () => new Promise<never>(() => undefined)
const failing = (error: AppError) => async () => {
  throw error
}
const view = ({ store }: TestModal) => (store.get(routerAtom).open ? store.get(routeAtom).view : 'closed')
const login = ({ store }: TestModal) => store.get(socialLoginAtom)
const failure = (modal: TestModal) => {
  const now = login(modal)
  return now.status === 'failed' ? now.error.name : now.status
}
const status = ({ hub }: TestModal) => hub.account.get().status
const answered = (modal: TestModal) =>
  modal.calls.filter(({ name }) => name === 'CONNECT_SOCIAL').map(({ payload }) => (payload as { uri: string }).uri)

const settleAll = async () => {
  await settle()
  await settle()
}
const opened = (options: Options = {}) => {
  const modal = createTestModal({
    ...options,
    settings: { features: { socials: ['google', 'github', 'x', 'farcaster'] }, ...options.settings },
  })
  modal.store.set(openAtom)
  return modal
}
/** A user who has clicked a provider. */
const started = async (options: Options = {}, provider: SocialProvider = 'google') => {
  const modal = opened(options)
  const done = modal.store.set(startSocialAtom, provider)
  await settleAll()
  return { modal, done }
}
const post = ({ page }: TestModal, data: unknown = { resultUri }) => page.post(data, { origin: walletOrigin })

describe('in a window', () => {
  test('a click, the provider, and the user is connected and back on the site', async () => {
    const { modal, done } = await started()
    const [shown] = modal.page.opened
    expect(shown?.visited).toEqual([`${walletOrigin}/loading`, testSocialUri])
    expect([view(modal), login(modal).status]).toEqual(['ConnectingSocial', 'waiting'])
    expect(modal.store.get(loginTitleAtom)).toBe('Google')
    post(modal)
    await done
    expect(modal.calls.slice(-3)).toEqual([
      { name: 'GET_SOCIAL_REDIRECT_URI', payload: { provider: 'google' } },
      {
        name: 'CONNECT_SOCIAL',
        payload: { uri: resultUri, chainId: 'eip155:31337', preferredAccountType: 'eoa' },
      },
      { name: 'GET_USER', payload: { chainId: 'eip155:31337', preferredAccountType: 'eoa' } },
    ])
    expect(modal.hub.account.get()).toMatchObject({ status: 'connected', address: testAddress })
    expect(view(modal)).toBe('closed')
    expect(shown?.closed).toBe(true)
    expect(modal.page.listeners()).toBe(0)
  })

  test.each([
    ['Solana', [solanaDevnet], { chainId: solanaDevnet }, { namespace: 'solana', address: solanaAddress }],
    [
      'Solana first, then EVM networks',
      [solanaDevnet, 'eip155:1'],
      { chainId: 'eip155:1', preferredAccountType: 'eoa' },
      { namespace: 'solana', address: solanaAddress },
    ],
  ] as const)('a site of %s gets its account', async (_, networks, asked, account) => {
    const { modal, done } = await started({ settings: { networks }, handlers: solanaHandlers })
    post(modal)
    await done
    expect(modal.calls.find(({ name }) => name === 'CONNECT_SOCIAL')?.payload).toEqual({ uri: resultUri, ...asked })
    expect(modal.hub.account.get()).toMatchObject({ status: 'connected', ...account })
    expect(view(modal)).toBe('closed')
  })

  test('a site whose networks the embedded wallet does not serve hears so, instead of waiting', async () => {
    const { modal, done } = await started({ settings: { networks: ['bip122:000000000019d6689c085ae165831e93'] } })
    post(modal)
    await done
    expect(failure(modal)).toBe('CHAIN_NOT_SUPPORTED')
  })

  describe('of whom the wallet wants to know something first', () => {
    const asking = async (answer: () => Promise<undefined>) =>
      started({
        handlers: { CONNECT_SOCIAL: failing(new AppError('CONTINUE_IN_WALLET')), CONNECT_OTP: () => answer() },
      })

    test('goes on in the wallet’s own document, and is connected then', async () => {
      const answered = Promise.withResolvers<undefined>()
      const { modal, done } = await asking(() => answered.promise)
      post(modal)
      await settleAll()
      expect([view(modal), modal.store.get(frameShownAtom)]).toEqual(['ConnectingSocial', 'login'])
      answered.resolve(undefined)
      await done
      expect(modal.hub.account.get()).toMatchObject({ status: 'connected', address: testAddress })
      expect([view(modal), modal.store.get(frameShownAtom)]).toEqual(['closed', null])
    })

    test('is back where they chose when they leave it', async () => {
      const { modal, done } = await asking(failing(new AppError('USER_REJECTED')))
      post(modal)
      await done
      expect([view(modal), modal.store.get(frameShownAtom)]).toEqual(['Connect', null])
      expect(status(modal)).toBe('disconnected')
    })

    test('and who closes the modal there is asked no more', async () => {
      const { modal, done } = await asking(never)
      post(modal)
      await settleAll()
      modal.store.set(closeAtom)
      await done
      expect(modal.store.get(frameShownAtom)).toBeNull()
      expect(modal.calls.at(-1)?.name).toBe('RPC_ABORT')
    })
  })

  test('a window is sent on only once it shows its first page', async () => {
    const address = Promise.withResolvers<{ uri: string }>()
    const { modal } = await started({ handlers: { GET_SOCIAL_REDIRECT_URI: () => address.promise } })
    const [shown] = modal.page.opened
    if (shown === undefined) throw new Error('No window was opened')
    shown.isBlank = true
    address.resolve({ uri: testSocialUri })
    await modal.clock.advance(200)
    expect(shown.visited).toHaveLength(1)
    shown.isBlank = false
    await modal.clock.advance(50)
    expect(shown.visited).toEqual([`${walletOrigin}/loading`, testSocialUri])
    expect(login(modal).status).toBe('waiting')
  })

  test('a window that shows nothing is not left behind: it closes, and a link leads to the provider', async () => {
    const address = Promise.withResolvers<{ uri: string }>()
    const { modal, done } = await started({ handlers: { GET_SOCIAL_REDIRECT_URI: () => address.promise } })
    const [first] = modal.page.opened
    Object.assign(first ?? {}, { isBlank: true })
    address.resolve({ uri: testSocialUri })
    await settleAll()
    await modal.clock.advance(4_999)
    expect([login(modal).status, first?.closed]).toEqual(['starting', false])
    await modal.clock.advance(100)
    expect(login(modal)).toMatchObject({ status: 'blocked', address: testSocialUri })
    expect(first).toMatchObject({ visited: [`${walletOrigin}/loading`], closed: true })
    expect(modal.store.set(openBlockedAtom)).toBe(true)
    expect(modal.page.opened[1]?.visited).toEqual([testSocialUri])
    post(modal)
    await done
    expect(status(modal)).toBe('connected')
  })

  test('who leaves before the window shows anything takes it along', async () => {
    const address = Promise.withResolvers<{ uri: string }>()
    const { modal, done } = await started({ handlers: { GET_SOCIAL_REDIRECT_URI: () => address.promise } })
    Object.assign(modal.page.opened[0] ?? {}, { isBlank: true })
    address.resolve({ uri: testSocialUri })
    await modal.clock.advance(100)
    modal.store.set(closeAtom)
    expect(modal.page.opened[0]?.closed).toBe(true)
    await modal.clock.advance(50)
    await done
    expect([login(modal).status, modal.page.listeners()]).toEqual(['idle', 0])
  })

  test('the window opens in the click itself, before anything is asked', () => {
    const modal = opened()
    void modal.store.set(startSocialAtom, 'github')
    expect(modal.page.opened).toHaveLength(1)
  })

  test('who has no email is known by name and provider', async () => {
    const user = { address: testAddress, chainId: 31337, userName: ' ada\u202e\n', provider: 'x' } as const
    const { modal, done } = await started({ handlers: { GET_USER: async () => user } }, 'x')
    post(modal)
    await done
    expect(modal.hub.account.get()).toMatchObject({
      email: null,
      userName: 'ada',
      wallet: { id: 'auth', name: 'X', icon: null, type: 'auth' },
    })
  })

  test('the provider is remembered for the next visit', async () => {
    const { modal, done } = await started({}, 'github')
    post(modal)
    await done
    expect(modal.store.get(lastLoginAtom)).toBe('github')
    expect(createTestModal({ kept: modal.kept }).store.get(lastLoginAtom)).toBe('github')
  })

  test('a login that failed is not remembered', async () => {
    const { modal, done } = await started({ handlers: { CONNECT_SOCIAL: failing(new AppError('SOCIAL_DENIED')) } })
    post(modal)
    await done
    expect(modal.store.get(lastLoginAtom)).toBeNull()
  })

  test.each([
    ['another origin', { resultUri }, { origin: 'https://evil.example' }],
    ['a subdomain of the wallet', { resultUri }, { origin: 'https://a.wallet.example' }],
    ['another window of the wallet', { resultUri }, { origin: walletOrigin, source: {} }],
    ['no window', { resultUri }, { origin: walletOrigin, source: null }],
  ])('a message from %s is nobody’s', async (_, data, from) => {
    const { modal } = await started()
    modal.page.post(data, from)
    await settle()
    expect(login(modal).status).toBe('waiting')
    expect(answered(modal)).toEqual([])
  })

  test.each([
    ['nothing', null],
    ['a text', resultUri],
    ['a number', { resultUri: 1 }],
    ['another page of the wallet', { resultUri: `${walletOrigin}/sdk#attempt=a1&result=r1` }],
    ['another origin', { resultUri: 'https://evil.example/social#attempt=a1&result=r1' }],
    ['an origin that begins like the wallet’s', { resultUri: `${walletOrigin}.evil.example/social#` }],
    ['script', { resultUri: 'javascript:alert(1)' }],
    ['too much', { resultUri: `${resultUri}${'a'.repeat(5000)}` }],
  ])('a message that holds %s is no result', async (_, data) => {
    const { modal } = await started()
    post(modal, data)
    await settle()
    expect(answered(modal)).toEqual([])
    post(modal)
    await settleAll()
    expect(status(modal)).toBe('connected')
  })

  test('a result that is posted several times is used once', async () => {
    const { modal, done } = await started()
    post(modal)
    post(modal)
    await done
    post(modal)
    await settle()
    expect(answered(modal)).toEqual([resultUri])
  })

  test.each(['javascript:alert(1)', 'data:text/html,hello', 'farcaster://connect', 'accounts.example/authorize', ''])(
    'the window is not led to %j',
    async (uri) => {
      const { modal, done } = await started({ handlers: { GET_SOCIAL_REDIRECT_URI: async () => ({ uri }) } })
      await done
      expect(failure(modal)).toBe('WALLET_INVALID_RESPONSE')
      expect(modal.page.opened[0]).toMatchObject({ visited: [`${walletOrigin}/loading`], closed: true })
    },
  )

  test('a window that the browser blocks is opened by the next click, and the login goes on', async () => {
    const modal = opened()
    modal.page.blocks = true
    const done = modal.store.set(startSocialAtom, 'google')
    await settleAll()
    expect(login(modal)).toEqual({ status: 'blocked', provider: 'google', address: testSocialUri })
    expect(modal.store.get(announcementAtom)).toBe('Google opens in a new window')
    modal.page.blocks = false
    expect(modal.store.set(openBlockedAtom)).toBe(true)
    expect(modal.page.opened.at(-1)?.visited).toEqual([testSocialUri])
    expect(login(modal).status).toBe('waiting')
    post(modal)
    await done
    expect(status(modal)).toBe('connected')
  })

  test('where the browser opens no window at all, a link leads there and the wallet waits by itself', async () => {
    const proof = Promise.withResolvers<{ address: string; chainId: number }>()
    const modal = opened({ handlers: { CONNECT_SOCIAL: () => proof.promise } })
    modal.page.blocks = true
    const done = modal.store.set(startSocialAtom, 'google')
    await settleAll()
    expect(modal.store.set(openBlockedAtom)).toBe(false)
    await settle()
    expect(login(modal)).toEqual({ status: 'apart', provider: 'google', number: '42' })
    expect(answered(modal)).toEqual([testSocialUri])
    proof.resolve({ address: testAddress, chainId: 31337 })
    await done
    expect(status(modal)).toBe('connected')
  })

  test('a window that is closed before its address is known can be opened again', async () => {
    const address = Promise.withResolvers<{ uri: string }>()
    const { modal } = await started({ handlers: { GET_SOCIAL_REDIRECT_URI: () => address.promise } })
    Object.assign(modal.page.opened[0] ?? {}, { closed: true })
    address.resolve({ uri: testSocialUri })
    await settleAll()
    expect(login(modal)).toMatchObject({ status: 'blocked', address: testSocialUri })
  })

  test('a window that is closed or kept apart: its number is shown, and the wallet waits by itself', async () => {
    const proof = Promise.withResolvers<{ address: string; chainId: number }>()
    const { modal, done } = await started({ handlers: { CONNECT_SOCIAL: () => proof.promise } })
    Object.assign(modal.page.opened[0] ?? {}, { closed: true })
    await modal.clock.advance(499)
    expect(login(modal).status).toBe('waiting')
    await modal.clock.advance(1000)
    expect(login(modal)).toEqual({ status: 'apart', provider: 'google', number: '42' })
    expect(answered(modal)).toEqual([testSocialUri])
    proof.resolve({ address: testAddress, chainId: 31337 })
    await done
    expect(status(modal)).toBe('connected')
  })

  test('a window that is closed by a user who is back here: it says so, and what still comes of it counts', async () => {
    const proof = Promise.withResolvers<{ address: string; chainId: number }>()
    const { modal, done } = await started({ handlers: { CONNECT_SOCIAL: () => proof.promise } })
    modal.page.hasFocus = true
    Object.assign(modal.page.opened[0] ?? {}, { closed: true })
    await modal.clock.advance(1499)
    expect(login(modal)).toEqual({ status: 'closed', provider: 'google', number: '42' })
    proof.resolve({ address: testAddress, chainId: 31337 })
    await done
    expect(status(modal)).toBe('connected')
  })

  test('what the window posted last counts, also when it was seen to be closed first', async () => {
    const first = Promise.withResolvers<{ address: string; chainId: number }>()
    let asked = 0
    const { modal, done } = await started({
      handlers: {
        CONNECT_SOCIAL: async () => (asked++ === 0 ? first.promise : { address: testAddress, chainId: 31337 }),
      },
    })
    Object.assign(modal.page.opened[0] ?? {}, { closed: true })
    await modal.clock.advance(1000)
    post(modal)
    // The wallet ends its previous request.
    first.reject(new AppError('ABORTED'))
    await done
    expect(answered(modal)).toEqual([testSocialUri, resultUri])
    expect(status(modal)).toBe('connected')
  })

  test('the window is brought to the front', async () => {
    const { modal } = await started()
    modal.store.set(focusWindowAtom)
    expect(modal.page.opened[0]?.focused).toBe(1)
  })

  test.each([
    ['the back button', ({ store }: TestModal) => store.set(backAtom), 'Connect'],
    ['the close button', ({ store }: TestModal) => store.set(closeAtom), 'closed'],
    ['another view', ({ store }: TestModal) => store.set(openAtom, { view: 'WhatIsAWallet' }), 'WhatIsAWallet'],
  ])('%s ends the login and closes the window', async (_, leave, next) => {
    const { modal, done } = await started()
    leave(modal)
    await done
    expect(view(modal)).toBe(next)
    expect(login(modal).status).toBe('idle')
    expect(modal.page.opened[0]?.closed).toBe(true)
    expect(modal.page.listeners()).toBe(0)
    await modal.clock.advance(5000)
    expect(answered(modal)).toEqual([])
    expect(status(modal)).toBe('disconnected')
  })

  test('who leaves while the wallet waits by itself lets it know', async () => {
    const { modal, done } = await started({ handlers: { CONNECT_SOCIAL: never } })
    Object.assign(modal.page.opened[0] ?? {}, { closed: true })
    await modal.clock.advance(1000)
    modal.store.set(closeAtom)
    await done
    await settle()
    expect(modal.names().at(-1)).toBe('RPC_ABORT')
  })

  test('another provider takes the place of the first, whose answer is of no interest', async () => {
    const { modal, done } = await started()
    const second = modal.store.set(startSocialAtom, 'github')
    await done
    await settleAll()
    expect(modal.page.opened.map(({ closed }) => closed)).toEqual([true, false])
    modal.page.post({ resultUri }, { origin: walletOrigin, source: modal.page.opened[0] })
    await settle()
    expect(login(modal)).toMatchObject({ status: 'waiting', provider: 'github' })
    post(modal)
    await second
    expect(modal.store.get(lastLoginAtom)).toBe('github')
  })

  test('a login by email ends one by a provider, and the other way round', async () => {
    const { modal, done } = await started({ handlers: { CONNECT_OTP: never } })
    const byEmail = modal.store.set(submitEmailAtom, 'ada@example.com')
    await done
    await settleAll()
    expect(login(modal).status).toBe('idle')
    expect(view(modal)).toBe('EmailLogin')
    void modal.store.set(startSocialAtom, 'google')
    await byEmail
    await settleAll()
    expect(login(modal).status).toBe('waiting')
  })

  const notProved: readonly ErrorName[] = ['SOCIAL_DENIED', 'SOCIAL_EXPIRED', 'SOCIAL_REFUSED', 'INVALID_PARAMS']
  test.each(notProved)('%s of the wallet is told, and another try begins anew', async (name) => {
    let asked = 0
    const { modal, done } = await started({
      handlers: {
        CONNECT_SOCIAL: async () => {
          if (asked++ === 0) throw new AppError(name)
          return { address: testAddress, chainId: 31337 }
        },
      },
    })
    post(modal)
    await done
    expect([view(modal), failure(modal), status(modal)]).toEqual(['ConnectingSocial', name, 'disconnected'])
    expect(modal.page.opened[0]?.closed).toBe(true)
    const again = modal.store.set(retrySocialAtom)
    expect(modal.page.opened).toHaveLength(2)
    await settleAll()
    post(modal)
    await again
    expect(status(modal)).toBe('connected')
  })

  test.each(['NOT_ENABLED', 'PROVIDER_UNAVAILABLE', 'SERVICE_UNREACHABLE', 'RATE_LIMITED'] as const)(
    '%s: the window does not stay behind',
    async (name) => {
      const error = new AppError(name, { details: { seconds: 9 } })
      const { modal, done } = await started({ handlers: { GET_SOCIAL_REDIRECT_URI: failing(error) } })
      await done
      expect(failure(modal)).toBe(name)
      expect(modal.page.opened[0]?.closed).toBe(true)
    },
  )

  test('a wallet that dies is told, and the login begins anew with another one', async () => {
    const { modal, done } = await started({ handlers: { CONNECT_SOCIAL: never } })
    post(modal)
    await settle()
    modal.wallet.end()
    await done
    expect(failure(modal)).toBe('DISCONNECTED')
    modal.setHandlers({})
    const again = modal.store.set(retrySocialAtom)
    await settleAll()
    post(modal)
    await again
    expect(status(modal)).toBe('connected')
  })

  test('what was proved is not asked for again when the account does not come', async () => {
    let users = 0
    const { modal, done } = await started({
      handlers: {
        GET_USER: async () => {
          if (users++ === 0) throw new AppError('SERVICE_UNREACHABLE')
          return { address: testAddress, chainId: 31337 }
        },
      },
    })
    post(modal)
    await done
    expect(failure(modal)).toBe('SERVICE_UNREACHABLE')
    expect(modal.store.get(isOpeningAtom)).toBe(false)
    await modal.store.set(retrySocialAtom)
    expect(status(modal)).toBe('connected')
    expect(answered(modal)).toEqual([resultUri])
    expect(modal.page.opened).toHaveLength(1)
  })

  test('while the account is fetched it is connecting, and a slip of the finger ends nothing', async () => {
    const user = Promise.withResolvers<{ address: string; chainId: number }>()
    const { modal, done } = await started({ handlers: { GET_USER: () => user.promise } })
    expect(modal.store.get(isCloseGuardedAtom)).toBe(false)
    post(modal)
    await settleAll()
    expect([status(modal), login(modal).status]).toEqual(['connecting', 'opening'])
    expect(modal.store.get(isCloseGuardedAtom)).toBe(true)
    user.resolve({ address: testAddress, chainId: 31337 })
    await done
    expect(status(modal)).toBe('connected')
  })

  test('two modals on a page hear each their own window', async () => {
    const first = await started()
    const second = await started({ services: { page: first.modal.page } })
    expect(first.modal.page.opened).toHaveLength(2)
    post(first.modal)
    await second.done
    expect(status(second.modal)).toBe('connected')
    expect(login(first.modal).status).toBe('waiting')
  })
})

test('a provider that the backend does not have is told to the developer: APKT012', async () => {
  const { modal, done } = await started({ handlers: { GET_SOCIAL_REDIRECT_URI: failing(new AppError('NOT_ENABLED')) } })
  await done
  expect(modal.logged.join()).toContain('APKT012')
})

describe('with Farcaster', () => {
  test('the address is shown until it is signed, then the user is connected', async () => {
    const signed = Promise.withResolvers<{ userName: string }>()
    const { modal, done } = await started({ handlers: { CONNECT_FARCASTER: () => signed.promise } }, 'farcaster')
    expect(view(modal)).toBe('ConnectingFarcaster')
    expect(login(modal)).toEqual({ status: 'scanning', provider: 'farcaster', address: testFarcasterUri })
    expect(modal.page.opened).toEqual([])
    signed.resolve({ userName: 'ada' })
    await done
    expect([status(modal), view(modal)]).toEqual(['connected', 'closed'])
    expect(modal.store.get(lastLoginAtom)).toBe('farcaster')
  })

  test('a code that has expired is renewed', async () => {
    let asked = 0
    const { modal, done } = await started(
      {
        handlers: {
          CONNECT_FARCASTER: async () => {
            if (asked++ === 0) throw new AppError('SOCIAL_EXPIRED')
            return { userName: 'ada' }
          },
        },
      },
      'farcaster',
    )
    await done
    expect(failure(modal)).toBe('SOCIAL_EXPIRED')
    await modal.store.set(retrySocialAtom)
    expect(modal.names().filter((name) => name === 'GET_FARCASTER_URI')).toHaveLength(2)
    expect(status(modal)).toBe('connected')
  })

  test('who leaves lets the wallet know', async () => {
    const { modal, done } = await started({ handlers: { CONNECT_FARCASTER: never } }, 'farcaster')
    modal.store.set(backAtom)
    await done
    await settle()
    expect(modal.names().at(-1)).toBe('RPC_ABORT')
    expect([view(modal), login(modal).status]).toEqual(['Connect', 'idle'])
  })

  test.each(['javascript:alert(1)', 'intent://x', ''])('an address like %j is not shown', async (url) => {
    const { modal, done } = await started({ handlers: { GET_FARCASTER_URI: async () => ({ url }) } }, 'farcaster')
    await done
    expect(failure(modal)).toBe('WALLET_INVALID_RESPONSE')
  })
})
