import { type ProjectBrand, readBrand } from '@latchkey/api-client/projectBrand'
import { AppError } from '@latchkey/protocol'
import axe from 'axe-core'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createSurface } from '../views/Surface.ts'
import type { CodeState } from './createCodeStep.ts'
import type { FoundStep } from './createFoundStep.ts'
import { mountLogin } from './mountLogin.tsx'
import type { Purpose } from './presentLogin.ts'

const mailed: CodeState = {
  email: 'a.very.long.name.indeed@a-long-company.example.com',
  link: null,
  isMailed: true,
  busy: null,
  isSolving: false,
  failure: null,
  resendAtMs: 0,
  mails: 1,
}
const link = { number: '07', expiresAtMs: Date.now() + 14 * 60_000 }
const states: Record<string, CodeState> = {
  sending: { ...mailed, isMailed: false, busy: 'sending', mails: 0 },
  solving: { ...mailed, isMailed: false, busy: 'sending', isSolving: true, mails: 0 },
  mailed,
  wrong: { ...mailed, failure: { of: 'code', error: new AppError('OTP_INVALID', { details: { triesLeft: 1 } }) } },
  opening: { ...mailed, busy: 'opening' },
  link: { ...mailed, isMailed: false, mails: 0, link, resendAtMs: Date.now() + 30_000 },
  'link that is over': {
    ...mailed,
    isMailed: false,
    mails: 0,
    link,
    failure: { of: 'link', error: new AppError('LINK_INVALID') },
  },
  'not mailed': { ...mailed, mails: 0, failure: { of: 'mail', error: new AppError('SERVICE_UNREACHABLE') } },
}

/** A vault that asks nothing. */
const stage = { screen: () => null, subscribe: () => () => undefined, showOver: () => () => undefined }

const open = (
  state: CodeState,
  mode: 'light' | 'dark' = 'light',
  purpose: Purpose = { kind: 'login' },
  brand: ProjectBrand | null = null,
  found: FoundStep | null = null,
) => {
  const surface = createSurface(brand)
  surface.change({ claim: { name: 'Arcswap', description: '', url: '', icons: [] } })
  surface.change({ theme: { mode, variables: {} } })
  const submitted: string[] = []
  let left = 0
  const step = {
    state: () => state,
    subscribe: () => () => undefined,
    send: async () => undefined,
    wait: () => new Promise<never>(() => undefined),
    submit: async (code: string) => void submitted.push(code),
  }
  const screen = { origin: 'https://dapp.example', purpose, step, found, signIn: null, leave: () => void left++ }
  const container = document.body.appendChild(document.createElement('div'))
  const unmount = mountLogin(container, {
    surface,
    stage,
    mode: 'inline',
    login: { current: () => screen, subscribe: () => () => undefined },
  })
  return {
    submitted,
    left: () => left,
    [Symbol.dispose]: () => {
      unmount()
      container.remove()
      document.documentElement.dir = 'ltr'
    },
  }
}

test.each(
  Object.keys(states).flatMap((name) => [[name, 'light', 370, 'ltr'] as const, [name, 'dark', 320, 'rtl'] as const]),
)('%s, %s, %i px, %s: accessible, and nothing is cut off', async (name, mode, width, dir) => {
  await page.viewport(width, 460)
  document.documentElement.dir = dir
  document.documentElement.lang = 'en'
  document.title = 'Wallet'
  using _ = open(states[name] as CodeState, mode)
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  const { violations } = await axe.run(document.body, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
})

test('a link that is waited for shows the number to compare, how long it works, and when another may be sent', async () => {
  const nowMs = Date.now()
  const waited = { number: '07', expiresAtMs: nowMs + 13.5 * 60_000 }
  using _ = open({ ...(states.link as CodeState), link: waited, resendAtMs: nowMs + 30_000 })
  await expect.element(page.getByRole('heading', { name: 'Approve this device' })).toHaveFocus()
  await expect.element(page.getByText('07', { exact: true })).toBeVisible()
  await expect.element(page.getByText(/The link works for 14 more minutes/)).toBeVisible()
  await expect.element(page.getByText(/^Resend link in/)).toBeVisible()
  await expect.element(page.getByText(/On the page it opens, pick the number 07$/)).toBeInTheDocument()
})

test('a link that asks a new address to join shows no number, and none can be sent again', async () => {
  const waited = { number: null, expiresAtMs: Date.now() + 19.5 * 60_000 }
  using _ = open({ ...(states.link as CodeState), link: waited, resendAtMs: null })
  await expect.element(page.getByRole('heading', { name: 'Confirm your new email' })).toHaveFocus()
  await expect.element(page.getByText(/The link works for 20 more minutes/)).toBeVisible()
  expect(page.getByText(/^\d\d$/).elements()).toEqual([])
  expect(page.getByText(/^Resend link/).elements()).toEqual([])
})

test('a change of email shows the address that the account is to have, whichever code is asked for', async () => {
  const newEmail = 'ada.lovelace@a-long-company.example.com'
  for (const of of ['old', 'new'] as const) {
    using screen = open(mailed, 'light', { kind: 'change', of, newEmail })
    await expect.element(page.getByText(newEmail)).toBeVisible()
    await expect.element(page.getByRole('textbox', { name: 'Six-digit code' })).toHaveFocus()
    const { violations } = await axe.run(document.body, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] })
    expect(violations.map(({ id }) => id)).toEqual([])
    await page.getByRole('button', { name: 'Cancel' }).click()
    expect(screen.left()).toBe(1)
  }
})

test('the field has the keyboard, six digits are submitted, and another email is a Tab away', async () => {
  using screen = open(mailed)
  await expect.element(page.getByRole('textbox', { name: 'Six-digit code' })).toHaveFocus()
  await userEvent.keyboard('123456')
  expect(screen.submitted).toEqual(['123456'])
  await userEvent.keyboard('{Tab}{Tab}{Enter}')
  expect(screen.left()).toBe(1)
})

/** An account that has the email of a code at Google. */
const requestContext: ReturnType<FoundStep['state']> = {
  kind: 'asking',
  account: { email: 'ada@example.org', providers: ['google'] },
}
const found: FoundStep = {
  linking: 'email',
  state: () => requestContext,
  subscribe: () => () => undefined,
  wait: () => new Promise<never>(() => undefined),
  ...{ prove() {}, separate() {}, confirm() {}, back() {}, goOn() {} },
}

const brand = {
  name: 'Harbour Market',
  color: '#0d7f5f',
  logo: 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAAWElEQVR42u3YMREAMAgEQfqIwwn+u0QENEz25wxs+3EqVxcAAAAAAAAAAAAAAAAA6wB3egAAAAAAAAAAAAAAAAAAAAAAAAA/AJy7AAAAAAAAAAAAAAAAvR6HzMn85s1NrgAAAABJRU5ErkJggg==',
  links: {
    home: 'https://harbour.example',
    terms: 'https://harbour.example/terms',
    support: 'https://harbour.example/help',
  },
}

test.each([
  ['the code', 'light', 370],
  ['the code', 'dark', 1280],
  ['the account that was found', 'dark', 370],
  ['the account that was found', 'light', 1280],
] as const)(
  'a brand that the operator has confirmed takes the place of what the page says: %s, %s, %i px',
  async (screen, mode, width) => {
    await page.viewport(width, 620)
    expect(readBrand(brand)).toEqual(brand)
    using _ = open(mailed, mode, { kind: 'login' }, brand, screen === 'the code' ? null : found)
    await expect.element(page.getByText('Harbour Market', { exact: true })).toBeVisible()
    await expect.element(page.getByText('dapp.example')).toBeVisible()
    expect(page.getByText(/Arcswap|not verified/).elements()).toEqual([])
    expect(document.querySelector<HTMLImageElement>('.wallet-origin img')?.src).toBe(brand.logo)
    const links = page.getByRole('navigation').getByRole('link').elements() as HTMLAnchorElement[]
    expect(links.map(({ href, target, rel }) => [href, target, rel])).toEqual([
      ['https://harbour.example/terms', '_blank', 'noopener noreferrer'],
      ['https://harbour.example/help', '_blank', 'noopener noreferrer'],
    ])
    expect(getComputedStyle(document.documentElement).getPropertyValue('--lk-accent')).toBe('rgb(13 127 95)')
    const { violations } = await axe.run(document.body, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] })
    expect(violations.map(({ id }) => id)).toEqual([])
  },
)

test('without a brand the name of the page is marked as not verified', async () => {
  using _ = open(mailed)
  await expect.element(page.getByText('Arcswap (name not verified)')).toBeVisible()
  expect(page.getByRole('navigation').elements()).toEqual([])
})
