import axe from 'axe-core'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openScreens } from './openScreens.ts'
import type { ScreenAnswer } from './screenMessages.ts'
import { type ScreenScenarioName, screenScenarios } from './screens.fixture.ts'

const names = Object.keys(screenScenarios) as ScreenScenarioName[]

const open = (name: ScreenScenarioName, appearance: { mode: 'light' | 'dark'; language?: string }) => {
  const answers: ScreenAnswer[] = []
  const screens = openScreens({
    window,
    mayReveal: true,
    startKdf: () => {
      throw new Error('Nothing is derived here')
    },
    reply: (answer) => answers.push(answer),
    tell: () => {},
  })
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
  expect(passed).toEqual(['Show what is typed', 'Cancel', 'Continue'])
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Enter the passphrase.')).toBeVisible()
  expect(document.activeElement?.getAttribute('aria-describedby')).toContain('failure')
  await userEvent.click(page.getByRole('button', { name: 'Cancel' }))
  expect(screen.answers).toEqual([{ id: 1, refused: 'USER_REJECTED' }])
})

test('a question is answered once', async () => {
  using screen = open('reveal', { mode: 'light' })
  const done = page.getByRole('button', { name: 'Done' })
  await userEvent.click(done)
  await userEvent.click(done)
  expect(screen.answers).toEqual([{ id: 1, answer: { seen: false } }])
})
