import { AppError } from '@latchkey/protocol'
import axe from 'axe-core'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createSurface } from '../views/Surface.ts'
import type { FoundState, FoundStep } from './createFoundStep.ts'
import { mountLogin } from './mountLogin.tsx'

const email = 'a.very.long.name.indeed@a-long-company.example.com'
const account = { email, providers: [] }
const error = new AppError('SERVICE_UNREACHABLE')
const states: Record<string, FoundState> = {
  'an account with the address': { kind: 'asking', account },
  'an account with the address, of a provider': { kind: 'asking', account: { email, providers: ['google', 'apple'] } },
  'a separate wallet': { kind: 'separating', isBusy: false, error },
  'an account that is new here': { kind: 'confirming', email, isBusy: false, error: null },
  'an account without an address that is new here': { kind: 'confirming', email: null, isBusy: false, error },
  'a confirmed account': { kind: 'confirming', email, isBusy: true, error: null },
  'a login that was not linked': { kind: 'unlinked', error },
}

const open = (state: FoundState, mode: 'light' | 'dark' = 'light', linking: FoundStep['linking'] = 'google') => {
  const surface = createSurface(null)
  surface.change({ theme: { mode, variables: {} } })
  const done: string[] = []
  const step: FoundStep = {
    linking,
    state: () => state,
    subscribe: () => () => undefined,
    prove: () => void done.push('prove'),
    separate: () => void done.push('separate'),
    confirm: () => void done.push('confirm'),
    back: () => void done.push('back'),
    goOn: () => void done.push('go on'),
    wait: () => new Promise<never>(() => undefined),
  }
  const leave = () => void done.push('leave')
  const screen = {
    origin: 'https://dapp.example',
    purpose: { kind: 'login' } as const,
    step: null,
    found: step,
    signIn: null,
    leave,
  }
  const container = document.body.appendChild(document.createElement('div'))
  const unmount = mountLogin(container, {
    surface,
    stage: { screen: () => null, subscribe: () => () => undefined, showOver: () => () => undefined },
    mode: 'inline',
    login: { current: () => screen, subscribe: () => () => undefined },
  })
  return {
    done,
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
  using _ = open(states[name] as FoundState, mode)
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
  const { violations } = await axe.run(document.body, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
})

test('whose Google account it is, its user reads in full, and says yes or no', async () => {
  using screen = open({ kind: 'confirming', email, isBusy: false, error: null })
  await expect.element(page.getByRole('heading', { name: 'Is this your Google account?' })).toBeVisible()
  await expect.element(page.getByText(email)).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: 'Yes, continue' }))
  await userEvent.click(page.getByRole('button', { name: 'No, cancel' }))
  expect(screen.done).toEqual(['confirm', 'leave'])
})

test.each<[string, FoundState, string]>([
  [
    'asks',
    { kind: 'asking', account: { email, providers: ['google'] } },
    `${email} already has a wallet. Sign in once`,
  ],
  [
    'makes a separate wallet',
    { kind: 'separating', isBusy: false, error: null },
    'Email codes will open the new wallet',
  ],
  [
    'is not linked to a wallet with another email',
    { kind: 'unlinked', error: new AppError('LINK_MISMATCH') },
    'This wallet has another email',
  ],
  ['is not linked', { kind: 'unlinked', error }, 'Email codes don’t open this wallet yet'],
])('of a code whose address a wallet has, it says so: %s', async (_, state, words) => {
  await page.viewport(320, 460)
  using _screen = open(state, 'light', 'email')
  await expect.element(page.getByText(words, { exact: false })).toBeVisible()
  const { violations } = await axe.run(document.body, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] })
  expect(violations.map(({ id }) => id)).toEqual([])
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
})
