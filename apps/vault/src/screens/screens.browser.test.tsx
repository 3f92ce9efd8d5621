import axe from 'axe-core'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openScreens } from './openScreens.ts'
import type { ScreenAnswer } from './screenMessages.ts'
import { revealedGroups, type ScreenScenarioName, screenScenarios } from './screens.fixture.ts'

const names = Object.keys(screenScenarios) as ScreenScenarioName[]

const openWith = (isOwnWindow: boolean) => {
  const answers: ScreenAnswer[] = []
  const screens = openScreens({
    window,
    isOwnWindow,
    startKdf: () => {
      throw new Error('Nothing is derived here')
    },
    reply: (answer) => answers.push(answer),
    tell: () => {},
  })
  return { answers, screens }
}

const open = (name: ScreenScenarioName, appearance: { mode: 'light' | 'dark'; language?: string }) => {
  const { answers, screens } = openWith(true)
  screens.receive({ type: 'ask', id: 1, ...screenScenarios[name], appearance })
  return {
    answers,
    [Symbol.dispose]: () => {
      screens.receive({ type: 'leave' })
      document.adoptedStyleSheets = []
      document.documentElement.dir = 'ltr'
    },
  }
}

test.each(names.flatMap((name) => [[name, 'light', 370, 'en'] as const, [name, 'dark', 320, 'ar'] as const]))(
  '%s, %s, %i px, %s: accessible, and nothing is cut off',
  async (name, mode, width, language) => {
    await page.viewport(width, 640)
    document.documentElement.lang = 'en'
    document.title = 'Vault'
    using _ = open(name, { mode, language })
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    const { violations } = await axe.run(document.body)
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  },
)

test('by keyboard alone: from the field through its parts to both buttons, and out', async () => {
  using screen = open('enter passphrase', { mode: 'light' })
  const label = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent
  expect(document.activeElement?.id).toBe('passphrase')
  const passed: unknown[] = []
  for (let step = 0; step < 3; step++) {
    await userEvent.keyboard('{Tab}')
    passed.push(label())
  }
  expect(passed).toEqual(['Show what you typed', 'Cancel', 'Continue'])
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Enter the passphrase.')).toBeVisible()
  expect(document.activeElement?.getAttribute('aria-describedby')).toContain('failure')
  await userEvent.click(page.getByRole('button', { name: 'Cancel' }))
  expect(screen.answers).toEqual([{ id: 1, refused: 'USER_REJECTED' }])
})

test('inside another page, the user isn’t asked to give up protection', () => {
  const { answers, screens } = openWith(false)
  screens.receive({
    type: 'ask',
    id: 1,
    ...screenScenarios['confirm the end of a passphrase'],
    appearance: { mode: 'light' },
  })
  expect(answers).toEqual([{ id: 1, refused: 'UNAUTHORIZED' }])
  expect(document.body.querySelector('main')).toBeNull()
})

test('a question is answered once', async () => {
  using screen = open('reveal', { mode: 'light' })
  const done = page.getByRole('button', { name: 'Done' })
  await userEvent.click(done)
  await userEvent.click(done)
  expect(screen.answers).toEqual([{ id: 1, answer: { seen: false } }])
})

test('on a phone the button that shows a secret has its words on one line', async () => {
  await page.viewport(320, 700)
  onTestFinished(() => page.viewport(1280, 900))
  const { screens } = openWith(true)
  onTestFinished(() => screens.receive({ type: 'leave' }))
  const question = { groups: revealedGroups() }
  screens.receive({ type: 'ask', id: 1, kind: 'reveal', question, appearance: { mode: 'light' } })
  const show = page.getByRole('button', { name: 'Show for 60 seconds' }).first().element()
  expect(show.getBoundingClientRect().height).toBe(48)
})

test('until one is shown, no secret is text; it hides after 60 seconds', async () => {
  const decode = vi.spyOn(TextDecoder.prototype, 'decode')
  onTestFinished(() => decode.mockRestore())
  const { screens } = openWith(true)
  onTestFinished(() => screens.receive({ type: 'leave' }))
  const question = { groups: revealedGroups() }
  screens.receive({ type: 'ask', id: 1, kind: 'reveal', question, appearance: { mode: 'light' } })
  expect(document.querySelectorAll('.words li')).toHaveLength(24)
  expect(decode).not.toHaveBeenCalled()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  // All within the press: tests in other frames and tabs take the focus later, which hides the secret too (`screens.spec.ts`).
  const isShown: unknown[] = []
  const look = () => isShown.push(document.body.textContent.includes('abandon'))
  const wait = () => {
    look()
    vi.advanceTimersByTime(59_999)
    look()
    vi.advanceTimersByTime(1)
    look()
  }
  document.addEventListener('click', wait, { once: true })
  await userEvent.click(page.getByRole('button', { name: 'Show for 60 seconds' }).first())
  expect(isShown).toEqual([true, true, false])
  expect(decode).toHaveBeenCalledOnce()
})

test('secrets that may not be shown here are overwritten', () => {
  const { answers, screens } = openWith(false)
  const groups = revealedGroups()
  screens.receive({ type: 'ask', id: 1, kind: 'reveal', question: { groups }, appearance: { mode: 'light' } })
  expect(answers).toEqual([{ id: 1, refused: 'UNAUTHORIZED' }])
  expect(groups.flatMap(({ text }) => [...new Uint8Array(text)]).every((byte) => byte === 0)).toBe(true)
})
