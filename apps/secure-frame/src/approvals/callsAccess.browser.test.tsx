import axe from 'axe-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type CallsScenarioName, callsScenarios } from './callsScenarios.fixture.ts'
import { openScenario } from './openScenario.fixture.ts'
import type { Scenario } from './scenarios.fixture.ts'

const heading = () => page.getByRole('heading', { level: 1 })
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const violations = async (): Promise<string[]> => {
  const { violations: found } = await axe.run(document.body, { runOnly: tags })
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}
const overflows = (): boolean =>
  document.documentElement.scrollWidth > document.documentElement.clientWidth ||
  [...document.querySelectorAll('.wallet-content')].some((content) => content.scrollWidth > content.clientWidth)

beforeEach(() => {
  document.documentElement.lang = 'en'
  document.title = 'Wallet'
})

describe.each(Object.keys(callsScenarios) as CallsScenarioName[])('%s', (name) => {
  test.each([
    ['light', 370, 600, 'ltr'],
    ['dark', 430, 600, 'rtl'],
    // 360 x 600 at 200 %.
    ['light', 180, 300, 'ltr'],
  ] as const)(
    'fits and is readable by everybody: %s, %i x %i, %s',
    // axe is slow on a busy machine.
    { timeout: 60_000 },
    async (mode, width, height, dir) => {
      await page.viewport(width, height)
      document.documentElement.dir = dir
      using _ = openScenario(callsScenarios[name] as Scenario, { mode })
      await expect.element(heading()).toBeVisible()
      const neverEnds = name === 'bundler slow'
      await expect.poll(() => document.querySelector('[part~=skeleton]') === null || neverEnds).toBe(true)
      await expect.poll(violations, { timeout: 20_000 }).toEqual([])
      expect(overflows()).toBe(false)
    },
  )
})

test('every call of a batch is opened and read by keys alone', async () => {
  await page.viewport(370, 600)
  document.documentElement.dir = 'ltr'
  using _ = openScenario(callsScenarios['batch of ten'] as Scenario)
  await expect.element(page.getByText('All or nothing, in this order')).toBeVisible()
  const line = document.querySelectorAll<HTMLElement>('.wallet-calls > li > details > summary')[2]
  line?.focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('−12.5 USDC')).toBeVisible()
  await expect.poll(violations, { timeout: 20_000 }).toEqual([])
})
