/**
 * The built modal in a page with a strict policy and interfering styles, with the wallet on another site: cases that component tests can't
 * cover.
 */
import type { BrowserContext, Frame, Page } from 'playwright'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openStrictSite, type StrictSite } from './strictSite.fixture.ts'

// Real pages on a shared machine.
vi.setConfig({ testTimeout: 30_000 })

let site: StrictSite
beforeAll(async () => {
  site = await openStrictSite('page')
}, 60_000)
afterAll(() => site?.close())

type Visit = AsyncDisposable & { page: Page; context: BrowserContext; asked: string[]; url: string }

const visit = async (viewport = { width: 1000, height: 900 }): Promise<Visit> => {
  // Without motion: Chromium drops clicks on a frame that observes its visibility and has just moved.
  const context = await site.browser.newContext({ viewport, reducedMotion: 'reduce' })
  // Shorter than the test's, so that an action that times out names what it waits for.
  context.setDefaultTimeout(12_000)
  const page = await context.newPage()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const url = site.address({ project: `login-${crypto.randomUUID()}` })
  await page.goto(url)
  await page.waitForLoadState('networkidle')
  return { page, context, asked, url, [Symbol.asyncDispose]: () => context.close() }
}

const logIn = async (page: Page): Promise<void> => {
  await page.click('#open')
  await page.getByLabel('Email address').fill('ada@example.com')
  await page.keyboard.press('Enter')
  await page.frameLocator('iframe').getByLabel('Six-digit code').fill('123456')
  await page.locator('output', { hasText: 'connected' }).waitFor()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}
const walletFrame = (page: Page): Frame => {
  const frame = page.frames().find((one) => one.url().startsWith(site.frameOrigin))
  if (frame === undefined) throw new Error('There is no wallet frame')
  return frame
}
const report = async (page: Page): Promise<{ width: number; height: number; isVisible: boolean; theme: string }> =>
  JSON.parse((await walletFrame(page).locator('output').textContent()) ?? '{}')
const violations = (page: Page): Promise<unknown> => page.evaluate('violations')

test('loading a page asks for its own files alone, and opens no frame', async () => {
  await using visited = await visit()
  const { page, asked } = visited
  expect(asked.every((url) => url.startsWith(site.pageOrigin))).toBe(true)
  expect(asked.filter((url) => /engine|mountViews/.test(url))).toEqual([])
  expect(page.frames()).toHaveLength(1)
  expect(await page.locator('latchkey-modal').count()).toBe(0)
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
})

test('the first gesture loads the rest, within the policy', async () => {
  await using visited = await visit()
  const { page, asked } = visited
  await logIn(page)
  expect(asked.filter((url) => /engine|mountViews/.test(url))).toHaveLength(2)
  expect(await violations(page)).toEqual([])
})

test.each([
  ['a desktop', { width: 1000, height: 900 }, 370, 600],
  ['a phone', { width: 390, height: 844 }, 390, 600],
  ['a short phone', { width: 320, height: 500 }, 320, 412],
])(
  'on %s the wallet has its whole place, and the browser vouches that it is seen',
  async (_, viewport, width, height) => {
    await using visited = await visit(viewport)
    const { page } = visited
    await logIn(page)
    await page.evaluate(() => document.getElementById('sign')?.click())
    await expect.poll(() => report(page)).toMatchObject({ width, height, isVisible: true, theme: 'dark' })
    await walletFrame(page).getByRole('button', { name: 'Confirm' }).click()
    await page.locator('output', { hasText: '0x1234' }).waitFor()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    expect((await report(page)).isVisible).toBe(false)
    expect(await violations(page)).toEqual([])
  },
)

test('the keyboard goes into the wallet, through it, and round to the close button', async () => {
  await using visited = await visit()
  const { page } = visited
  await logIn(page)
  await page.focus('#sign')
  await page.keyboard.press('Enter')
  await expect.poll(() => walletFrame(page).getByRole('button', { name: 'Confirm' }).isEnabled()).toBe(true)
  const focused = async (): Promise<string | null> => {
    const inWallet = await walletFrame(page).evaluate(() => {
      const { activeElement } = document
      return document.hasFocus() ? activeElement?.id || 'wallet' : null
    })
    if (inWallet !== null) return inWallet
    return page.evaluate(() => {
      const active = document.querySelector('latchkey-modal')?.shadowRoot?.activeElement
      return active?.getAttribute('aria-label') ?? document.activeElement?.tagName ?? null
    })
  }
  // The modal hands it over when the wallet is shown.
  await expect.poll(focused).toBe('wallet')
  for (const [key, stop] of [
    ['Tab', 'reject'],
    ['Tab', 'confirm'],
    ['Tab', 'Close'],
    ['Tab', 'reject'],
    ['Shift+Tab', 'Close'],
    ['Shift+Tab', 'wallet'],
    ['Tab', 'confirm'],
  ] as const) {
    await page.keyboard.press(key)
    await expect.poll(focused).toBe(stop)
  }
  await page.keyboard.press('Enter')
  await page.locator('output', { hasText: '0x1234' }).waitFor()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('sign')
})

test('a reload takes the login up again without a gesture and without drawing anything', async () => {
  await using visited = await visit()
  const { page, asked } = visited
  await logIn(page)
  asked.length = 0
  await page.reload()
  await page.locator('output', { hasText: '"connected"' }).waitFor()
  expect(asked.filter((url) => /mountViews/.test(url))).toEqual([])
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.click('#open')
  await page.getByRole('dialog', { name: 'Account' }).waitFor()
})

test('the page’s styles do not reach the modal', async () => {
  await using visited = await visit()
  const { page } = visited
  await page.click('#open')
  const styles = await page.getByRole('button', { name: 'Continue' }).evaluate((button) => {
    const { textTransform, letterSpacing } = getComputedStyle(button)
    return { textTransform, letterSpacing }
  })
  expect(styles).toEqual({ textTransform: 'none', letterSpacing: 'normal' })
})
