import '../approvals/screen/approval.css'
import '../login/login.css'
import './settings/settings.css'
import { AppError } from '@latchkey/protocol'
import axe from 'axe-core'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { AuthorizePage } from './authorize/AuthorizePage.tsx'
import type { AskingApp, AuthorizingState } from './authorize/createAuthorizing.ts'
import type { DeviceAsking, DeviceLinkState } from './deviceLink/createDeviceLink.ts'
import { DeviceLinkPage } from './deviceLink/DeviceLinkPage.tsx'
import type { JoinState } from './joinAccount/createJoin.ts'
import { JoinPage } from './joinAccount/JoinPage.tsx'
import { mountPage } from './link/mountPage.ts'
import { LoadingPage } from './loading/LoadingPage.tsx'
import { settingsAt, settingsScenarios } from './settings/settingsScenarios.fixture.ts'
import type { HandoverState } from './social/createHandover.ts'
import { SocialPage } from './social/SocialPage.tsx'
import type { UndoState } from './undoEmailChange/createUndo.ts'
import { UndoPage } from './undoEmailChange/UndoPage.tsx'

const requestContext: DeviceAsking = {
  dappOrigin: 'https://a-very-long-name-of-a-shop.some-department.example:8443',
  browser: 'Chrome on Linux',
  number: '07',
  askedAt: '2026-01-01T12:00:00.000Z',
  isSameNetwork: false,
}
const away = new AppError('SERVICE_UNREACHABLE')
const email = 'a.very.long.name.indeed@a-long-company.example.com'
const clicks: string[] = []
const still = { subscribe: () => () => undefined }
const deviceLink = (state: DeviceLinkState) => {
  const link = {
    ...still,
    current: () => state,
    read: async () => void clicks.push('read'),
    approve: async () => void clicks.push('approve'),
    pick: async (number: string) => void clicks.push(`pick ${number}`),
    decline: async () => void clicks.push('decline'),
  }
  return <DeviceLinkPage link={link} />
}
const joining = {
  email,
  address: '0x52908400098527886E0F7030069857D2E4169EE7',
  newEmail: `new-${email}`,
  dappOrigin: requestContext.dappOrigin,
  askedAt: requestContext.askedAt,
  isSameNetwork: false,
}
const join = (state: JoinState) => {
  const asked = {
    ...still,
    current: () => state,
    read: async () => void clicks.push('read'),
    agree: async () => void clicks.push('agree'),
  }
  return <JoinPage join={asked} />
}
const undo = (state: UndoState) => (
  <UndoPage undo={{ ...still, current: () => state, undo: async () => void clicks.push('undo') }} />
)
const social = (state: HandoverState) => {
  const handover = {
    ...still,
    current: () => state,
    hand: async () => void clicks.push('hand'),
    agree: async () => void clicks.push('agree'),
    pick: async (number: string) => void clicks.push(`pick ${number}`),
    decline: () => void clicks.push('decline'),
  }
  return <SocialPage handover={handover} />
}
const app: AskingApp = {
  clientId: 'shop',
  projectName: 'A very long name of a shop and its departments',
  origin: requestContext.dappOrigin,
  scopes: ['openid', 'wallets', 'email'],
  mustAsk: false,
  cancelAt: 'https://api.example/oidc/auth/x',
}
const authorize = (state: AuthorizingState, scenario = 'overview') => {
  const authorizing = {
    ...still,
    current: () => state,
    read: async () => void clicks.push('read'),
    allow: async () => void clicks.push('allow'),
    entered: () => undefined,
    cancel: () => void clicks.push('cancel'),
  }
  const { settings } = settingsAt(settingsScenarios[scenario] as never)
  return <AuthorizePage authorizing={authorizing} settings={settings} />
}
const asks = { kind: 'asking', app, busy: false, error: null } as const
const comparing = {
  kind: 'asking',
  origin: requestContext.dappOrigin,
  choices: ['07', '48', '93'],
  isElsewhere: false,
  busy: false,
  error: null,
} as const
const choices = ['07', '48', '93']
const pages: Record<string, ReactNode> = {
  'an app that asks who the user is': authorize(asks),
  'an app that is being allowed': authorize({ ...asks, busy: true }),
  'an app that could not be allowed': authorize({ ...asks, error: away }),
  'an app that asks a user who has to sign in': authorize(asks, 'sign in'),
  'an app whose user is to enter a code': authorize(asks, 'code'),
  'an app that asks while the wallet is away': authorize(asks, 'not opened'),
  'an app that the user goes back to': authorize({ kind: 'leaving', app }),
  'a request of an app that is being read': authorize({ kind: 'reading' }),
  'a request of an app that could not be read': authorize({ kind: 'unread', error: away }),
  'a request of an app that is over': authorize({ kind: 'refused', refusal: 'expired' }),
  'a request that no listed app would send': authorize({ kind: 'refused', refusal: 'app' }),
  'a request to a service that is away': authorize({ kind: 'refused', refusal: 'unavailable' }),
  'no request of an app': authorize({ kind: 'refused', refusal: 'missing' }),
  'a device asks': deviceLink({ kind: 'asking', requestContext, choices, busy: false, error: null }),
  'a device asks that shows no number': deviceLink({
    kind: 'asking',
    requestContext,
    choices: [],
    busy: false,
    error: null,
  }),
  'a device that is being approved': deviceLink({ kind: 'asking', requestContext, choices, busy: true, error: null }),
  'an approval that was lost': deviceLink({ kind: 'asking', requestContext, choices, busy: false, error: away }),
  'a device with another number': deviceLink({ kind: 'mistaken' }),
  'a device of somebody else': deviceLink({ kind: 'declined' }),
  'an approved device': deviceLink({ kind: 'approved', requestContext }),
  'a link that is over': deviceLink({ kind: 'over' }),
  'no link': deviceLink({ kind: 'missing' }),
  'a link that could not be read': deviceLink({ kind: 'unread', error: away }),
  'a link that is being read': deviceLink({ kind: 'reading' }),
  'an address that is asked to join': join({ kind: 'asking', requestContext: joining, busy: false, error: null }),
  'an address that joins': join({ kind: 'asking', requestContext: joining, busy: true, error: null }),
  'a joining that was lost': join({ kind: 'asking', requestContext: joining, busy: false, error: away }),
  'an address that has joined': join({ kind: 'joined' }),
  'a joining that is over': join({ kind: 'over' }),
  'a joining without a link': join({ kind: 'missing' }),
  'a joining that could not be read': join({ kind: 'unread', error: away }),
  'a joining that is being read': join({ kind: 'reading' }),
  'an address to take back': undo({ kind: 'asking', busy: false, error: null, email: null }),
  'an address half back': undo({ kind: 'asking', busy: false, error: away, email }),
  'an address that is back': undo({ kind: 'undone', email }),
  'an undo that is over': undo({ kind: 'over' }),
  'a window that waits for its provider': <LoadingPage />,
  'a sign-in that is handed over': social({ kind: 'handing' }),
  'a sign-in that was handed over': social({ kind: 'handed' }),
  'a sign-in on a new page': social({ kind: 'agreeing', origin: requestContext.dappOrigin, isElsewhere: false }),
  'a sign-in on a page, begun elsewhere': social({
    kind: 'agreeing',
    origin: requestContext.dappOrigin,
    isElsewhere: true,
  }),
  'a sign-in whose page is out of reach': social(comparing),
  'a sign-in that was begun elsewhere': social({ ...comparing, isElsewhere: true }),
  'a sign-in that is being released': social({ ...comparing, busy: true }),
  'a release that was lost': social({ ...comparing, error: away }),
  'a sign-in that was released': social({ kind: 'released', origin: requestContext.dappOrigin }),
  'a sign-in of somebody else': social({ kind: 'declined' }),
  'a sign-in with another number': social({ kind: 'mistaken' }),
  'a sign-in that was declined': social({ kind: 'failed', error: 'access_denied' }),
  'a sign-in that failed': social({ kind: 'failed', error: 'failed' }),
  'a sign-in whose provider has a problem': social({ kind: 'failed', error: 'unavailable' }),
  'a sign-in that is over': social({ kind: 'failed', error: 'expired' }),
  'a result page without a result': social({ kind: 'missing' }),
}

/** The pages with the wallet's own sign-in. */
const signsIn: readonly string[] = [
  'an app that asks a user who has to sign in',
  'an app whose user is to enter a code',
  'an app that asks while the wallet is away',
]

const open = (content: ReactNode) => {
  clicks.length = 0
  const container = document.body.appendChild(document.createElement('div'))
  const unmount = mountPage(container, content)
  return {
    [Symbol.dispose]: () => {
      unmount()
      container.remove()
      document.documentElement.dir = 'ltr'
    },
  }
}

test.each(Object.keys(pages).flatMap((name) => [[name, 1024, 'ltr'] as const, [name, 320, 'rtl'] as const]))(
  '%s, %i px, %s: accessible, and nothing is cut off',
  async (name, width, dir) => {
    await page.viewport(width, 640)
    document.documentElement.dir = dir
    document.documentElement.lang = 'en'
    document.title = 'Wallet'
    using _ = open(pages[name])
    const heading = expect.element(page.getByRole('heading', { level: 1 }))
    // A field of the sign-in takes the focus, where there is one.
    await (signsIn.includes(name) ? heading.toBeInTheDocument() : heading.toHaveFocus())
    const { violations } = await axe.run(document.body, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] })
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  },
)

test('a window that nobody leads on says so after 20 seconds, and what to do', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  using _ = open(pages['a window that waits for its provider'])
  await vi.advanceTimersByTimeAsync(20_000)
  vi.useRealTimers()
  await expect.element(page.getByRole('heading', { name: 'This is taking too long' })).toBeVisible()
  await expect
    .element(page.getByText('Close this window and try again from the site. Nothing was changed.'))
    .toBeVisible()
})

test('an address is taken back by a click alone', async () => {
  using _ = open(pages['an address to take back'])
  expect(clicks).toEqual([])
  await page.getByRole('button', { name: 'Undo the change' }).click()
  expect(clicks).toEqual(['undo'])
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
const isArmed = (name: string): boolean => !button(name).element().hasAttribute('aria-disabled')
const untilArmed = (name: string) => expect.poll(() => isArmed(name), { timeout: 5_000 }).toBe(true)

test('a device is shown with its page, browser and a warning of its network, and approved by the number that the user picks', async () => {
  using _ = open(pages['a device asks'])
  for (const text of ['Chrome on Linux', 'This request comes from a different network'])
    await expect.element(page.getByText(text, { exact: true })).toBeVisible()
  await expect.element(page.getByText('a-very-long-name-of-a-shop.some-department.example:8443')).toBeVisible()
  await untilArmed('48')
  expect(button('Approve').query()).toBeNull()
  expect(clicks).toEqual([])
  await button('48').click()
  expect(clicks).toEqual(['pick 48'])
})

test('a device that shows no number is approved by a click alone', async () => {
  using _ = open(pages['a device asks that shows no number'])
  await untilArmed('Approve')
  expect(clicks).toEqual([])
  await button('Approve').click()
  expect(clicks).toEqual(['approve'])
})

test('an address joins an account by a click alone, under the account that it joins', async () => {
  using _ = open(pages['an address that is asked to join'])
  for (const text of [email, joining.address, joining.newEmail])
    await expect.element(page.getByText(text, { exact: true })).toBeVisible()
  await untilArmed('Use this email')
  expect(clicks).toEqual([])
  await button('Use this email').click()
  expect(clicks).toEqual(['agree'])
})

test('a sign-in is released by the number that the user picks, under its page, and by nothing else', async () => {
  await page.viewport(370, 720)
  using _ = open(pages['a sign-in whose page is out of reach'])
  await expect.element(page.getByText('a-very-long-name-of-a-shop.some-department.example:8443')).toBeVisible()
  await expect.element(page.getByText(/We never help with this by phone or chat/)).toBeVisible()
  await expect.element(page.getByRole('group', { name: 'Which number do you see where you started?' })).toBeVisible()
  expect(clicks).toEqual([])
  await button('Not me').click()
  await untilArmed('48')
  await button('48').click()
  expect(clicks).toEqual(['decline', 'pick 48'])
})

test.each([
  ['a sign-in on a new page', 'Continue', 'agree'],
  ['a sign-in whose page is out of reach', '07', 'pick 07'],
] as const)(
  '%s: a click before the user can have read it does nothing, nor does one of a script',
  async (name, label, said) => {
    await page.viewport(370, 720)
    using _ = open(pages[name])
    await expect.element(button(label)).toBeVisible()
    const element = button(label).element() as HTMLElement
    expect(isArmed(label)).toBe(false)
    element.click()
    await untilArmed(label)
    element.click()
    expect(clicks).toEqual([])
    await button(label).click()
    expect(clicks).toEqual([said])
  },
)

test.each([
  ['the window loses the focus', () => dispatchEvent(new Event('blur'))],
  ['the window changes its size', () => dispatchEvent(new Event('resize'))],
  ['the tab is hidden', () => document.dispatchEvent(new Event('visibilitychange'))],
] as const)('%s: what was armed arms anew', async (_, happens) => {
  await page.viewport(370, 720)
  using screen = open(pages['a sign-in on a new page'])
  await untilArmed('Continue')
  happens()
  await expect.poll(() => isArmed('Continue'), { interval: 5 }).toBe(false)
  await untilArmed('Continue')
  expect(clicks).toEqual([])
  void screen
})

test('a page that was given a result does not say that somebody is signed in', async () => {
  using _ = open(pages['a sign-in that was handed over'])
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('You can close this window')
  expect(document.body.textContent).not.toContain('signed in')
})
