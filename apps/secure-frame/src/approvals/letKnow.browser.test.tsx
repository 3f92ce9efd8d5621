import { mainnet } from '@latchkey/chains'
import axe from 'axe-core'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createSurface } from '../views/Surface.ts'
import type { ApprovalParams } from './approvalRows.ts'
import { approvalSurface } from './approvalSurface.ts'
import { createApprovalQueue } from './createApprovalQueue.ts'
import { createApprovals } from './createApprovals.ts'
import { mountApprovals } from './mountApprovals.tsx'
import { press } from './press.fixture.ts'

const addresses = ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q']
const email = 'a.very.long.name.indeed@a-long-company.example.com'
const tokenOf = (claims: object) => `header.${btoa(JSON.stringify(claims)).replaceAll('=', '')}.signature`
const wallets = [
  `eip155:1:${addresses[0]}`,
  `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${addresses[1]}`,
  `eip155:8453:${addresses[0]}`,
]
const all: ApprovalParams<'letKnow'> = { scopes: ['email', 'wallets'], idToken: tokenOf({ email, wallets }) }

const open = (params: ApprovalParams<'letKnow'>, mode: 'light' | 'dark' = 'light') => {
  const queue = createApprovalQueue()
  const surface = createSurface()
  surface.change({ theme: { mode, variables: {} } })
  const container = document.body.appendChild(document.createElement('div'))
  const unmount = mountApprovals(container, { queue, surface, place: approvalSurface('auto'), approvalWindow: null })
  const approvals = createApprovals({ queue, mount: async () => undefined, toolsFor: () => ({}) as never })
  const caller = { origin: 'https://dapp.example', projectId: 'demo', address: addresses[0] ?? '', smartAccount: null }
  const requestContext = { caller, network: mainnet, claim: null }
  const result = approvals.ask({
    id: 'share',
    method: 'letKnow',
    params,
    requestContext,
    signal: new AbortController().signal,
  })
  result.catch(() => undefined)
  return {
    result,
    [Symbol.dispose]: () => {
      unmount()
      container.remove()
      document.documentElement.dir = 'ltr'
    },
  }
}

test.each([
  ['light', 370, 'ltr'],
  ['dark', 370, 'ltr'],
  ['dark', 320, 'rtl'],
] as const)('what a site may know is listed, %s, %i px, %s', async (mode, width, dir) => {
  await page.viewport(width, 600)
  document.documentElement.dir = dir
  document.documentElement.lang = 'en'
  document.title = 'Wallet'
  using screen = open(all, mode)
  await expect.element(page.getByRole('heading', { name: 'Share your details with dapp.example?' })).toBeVisible()
  for (const text of [email, ...addresses]) await expect.element(page.getByText(text)).toBeVisible()
  const { violations } = await axe.run(document.body, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  await press('Share')
  await expect(screen.result).resolves.toBe('agreed')
})

test('only what is asked for is listed, and declining works at once', async () => {
  using screen = open({ scopes: ['wallets'], idToken: tokenOf({ wallets }) })
  await expect.element(page.getByText(addresses[0] ?? '')).toBeVisible()
  expect(page.getByText(email).elements()).toEqual([])
  await userEvent.click(page.getByRole('button', { name: 'Cancel' }))
  await expect(screen.result).rejects.toMatchObject({ name: 'USER_REJECTED' })
})

test('an account without an address of its own shares none, and is told so, whatever a login provider says', async () => {
  await page.viewport(370, 600)
  using _ = open({ scopes: ['email'], idToken: tokenOf({ sub: 'ada' }) })
  await expect.element(page.getByText('None. Your account has no email address.')).toBeVisible()
  expect(page.getByText('@').elements()).toEqual([])
})
