import type { ApprovalMode } from '@latchkey/api-client'
import { mainnet } from '@latchkey/chains'
import axe from 'axe-core'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { approvalSurface } from '../approvals/approvalSurface.ts'
import { createApprovalQueue } from '../approvals/createApprovalQueue.ts'
import { createApprovals } from '../approvals/createApprovals.ts'
import { mountApprovals } from '../approvals/mountApprovals.tsx'
import { press } from '../approvals/press.fixture.ts'
import { readSignInText } from '../approvals/signIn/readSignInMessage.ts'
import type { CodeState } from '../login/createCodeStep.ts'
import { mountLogin } from '../login/mountLogin.tsx'
import { createSurface } from '../views/Surface.ts'
import { type WrittenParts, writeSignIn } from './signInMessage.fixture.ts'

const origin = 'https://dapp.example'
const words: WrittenParts = {
  statement: 'I accept the terms of Harbour Market and confirm that I am of age where I live.',
  uri: 'https://dapp.example/checkout/cart?step=sign-in',
  rest: '\nRequest ID: order-4711\nResources:\n- https://dapp.example/terms/of/service/2026-01\n- ipfs://bafybeiemxf5abjwjbikoz4mc3a3dla6ual3jsgpdr4cjr3oz3evfyavhwq/',
}
const mailed: CodeState = {
  email: 'ada@example.org',
  link: null,
  isMailed: true,
  busy: null,
  isSolving: false,
  failure: null,
  resendAtMs: 0,
  mails: 1,
}
const stage = { screen: () => null, subscribe: () => () => undefined, showOver: () => () => undefined }
type Options = { parts?: WrittenParts; mode?: 'light' | 'dark'; approvals?: ApprovalMode }

const faults = async (): Promise<string[]> => {
  const { violations } = await axe.run(document.body, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
const put = (mount: (container: Element) => () => void) => {
  const container = document.body.appendChild(document.createElement('div'))
  const unmount = mount(container)
  return () => {
    unmount()
    container.remove()
    document.documentElement.dir = 'ltr'
  }
}
const surfaceIn = (mode: 'light' | 'dark') => {
  const surface = createSurface()
  surface.change({ claim: { name: 'Harbour Market', description: '', url: '', icons: [] } })
  surface.change({ theme: { mode, variables: {} } })
  return surface
}

/** The screen of a code that also signs a message; records the submitted code, and how it was confirmed. */
const openCode = ({ parts = words, mode = 'light', approvals = 'auto' }: Options = {}) => {
  const message = readSignInText(writeSignIn(parts))
  if (message === null) throw new Error('The message is unusual')
  const said: unknown[] = []
  const step = {
    state: () => mailed,
    subscribe: () => () => undefined,
    send: async () => undefined,
    wait: () => new Promise<never>(() => undefined),
    submit: async (code: string) => void said.push(code),
  }
  const screen = {
    ...{ origin, purpose: { kind: 'login' as const }, step, found: null, leave: () => undefined },
    signIn: { message, confirm: (isShown: boolean) => void said.push(isShown) },
  }
  const login = { current: () => screen, subscribe: () => () => undefined }
  const surface = surfaceIn(mode)
  const drop = put((container) => mountLogin(container, { login, surface, stage, mode: approvals }))
  return { said, [Symbol.dispose]: drop }
}

/** The approval that shares an open session with a page, with a message that is signed with it. */
const openConnect = ({ parts = words, mode = 'light' }: Options = {}) => {
  const queue = createApprovalQueue()
  const surface = surfaceIn(mode)
  const place = approvalSurface('auto')
  const drop = put((container) => mountApprovals(container, { queue, surface, place, approvalWindow: null }))
  const desk = createApprovals({ queue, mount: async () => undefined, toolsFor: () => ({}) as never })
  const caller = { origin, projectId: 'demo', address: `0x${'11'.repeat(20)}`, smartAccount: null }
  const result = desk.ask({
    id: 'connect',
    method: 'connect',
    params: { email: 'ada@example.org', signIn: writeSignIn(parts) },
    requestContext: { caller, network: mainnet, claim: surface.state().claim },
    signal: new AbortController().signal,
  })
  result.catch(() => undefined)
  return { result, [Symbol.dispose]: drop }
}

const field = page.getByRole('textbox', { name: 'Six-digit code' })
const statement = page.getByText(words.statement ?? '', { exact: true })

describe.each([
  ['a code', openCode],
  ['a connection', openConnect],
] as const)('the message that is signed with %s', (_, open) => {
  test.each([
    ['light', 370, 'ltr'],
    ['dark', 370, 'ltr'],
    ['dark', 320, 'rtl'],
  ] as const)('shows all that the page has chosen, %s, %i px, %s', async (mode, width, dir) => {
    await page.viewport(width, 620)
    document.documentElement.dir = dir
    document.documentElement.lang = 'en'
    document.title = 'Wallet'
    using _ = open({ mode })
    for (const text of [
      'This also signs a message for dapp.example.',
      words.statement ?? '',
      words.uri ?? '',
      'order-4711',
      'https://dapp.example/terms/of/service/2026-01',
      'ipfs://bafybeiemxf5abjwjbikoz4mc3a3dla6ual3jsgpdr4cjr3oz3evfyavhwq/',
    ])
      await expect.element(page.getByText(text, { exact: true })).toBeInTheDocument()
    await page.getByText('Full message').click()
    await expect.element(page.getByText(/\(your wallet address\)/)).toBeInTheDocument()
    expect(await faults()).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  })
})

describe('a code', () => {
  test('confirms the words that were in front of the user, also where it is pasted at once', async () => {
    await page.viewport(370, 900)
    using screen = openCode()
    await expect.element(statement).toBeVisible()
    await userEvent.click(field)
    await userEvent.keyboard('123456')
    await expect.poll(() => screen.said).toEqual([true, '123456'])
  })

  test('logs in all the same where the words were never in sight, and confirms nothing', async () => {
    await page.viewport(370, 300)
    using screen = openCode()
    await expect.element(statement).toBeInTheDocument()
    await userEvent.keyboard('123456')
    await expect.poll(() => screen.said, { timeout: 5_000 }).toEqual([false, '123456'])
  })

  test('confirms no words under something that covers them', async () => {
    await page.viewport(370, 900)
    using screen = openCode()
    await expect.element(statement).toBeVisible()
    const cover = document.body.appendChild(document.createElement('div'))
    cover.style.cssText = 'position: fixed; inset: 50% 0 0; background: white; pointer-events: none; z-index: 9'
    await userEvent.click(field)
    await userEvent.keyboard('123456')
    await expect.poll(() => screen.said, { timeout: 5_000 }).toEqual([false, '123456'])
    cover.remove()
  })

  test('confirms no words where approvals have a window, and a message without any everywhere', async () => {
    await page.viewport(370, 900)
    for (const [parts, isConfirmed] of [
      [words, false],
      [{}, true],
    ] as const) {
      using screen = openCode({ parts, approvals: 'popup' })
      await expect.element(page.getByText('Full message')).toBeVisible()
      await userEvent.click(field)
      await userEvent.keyboard('123456')
      await expect.poll(() => screen.said).toEqual([isConfirmed, '123456'])
    }
  })
})

test('a connection is agreed to once its words have been on screen', async () => {
  await page.viewport(370, 420)
  using screen = openConnect()
  await expect.element(page.getByText('This also signs a message for dapp.example.')).toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Scroll to review' })).toBeVisible()
  await press('Connect')
  await expect(screen.result).resolves.toBe('connected')
})

test('a connection with a message that has to be approved by itself is not asked for', async () => {
  using screen = openConnect({ parts: { rest: '\nResources:\n- urn:recap:e30' } })
  await expect(screen.result).rejects.toMatchObject({ name: 'INVALID_PARAMS' })
})
