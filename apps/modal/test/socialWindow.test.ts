/**
 * Login providers in real windows: another site's provider, the wallet's page behind it, and the browsers' handling of windows. The
 * scripted wallet controls the windows; the project id selects the script.
 */
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openStrictSite, type StrictSite } from './strictSite.fixture.ts'

// Real windows on a shared machine.
vi.setConfig({ testTimeout: 30_000 })

let site: StrictSite
beforeAll(async () => {
  site = await openStrictSite('social-window')
}, 60_000)
afterAll(() => site?.close())

type Visit = AsyncDisposable & { page: Page; windows: Page[] }

/** A user in front of the modal. `script` runs in the page first. */
const visit = async (scenario: string, script?: () => void): Promise<Visit> => {
  const context = await site.browser.newContext({ viewport: { width: 1000, height: 900 } })
  const page = await context.newPage()
  if (script !== undefined) await page.addInitScript(script)
  const windows: Page[] = []
  page.on('popup', (window) => windows.push(window))
  await page.goto(site.address({ project: `${scenario}-${crypto.randomUUID()}`, social: 'google' }))
  await page.click('#open')
  return { page, windows, [Symbol.asyncDispose]: () => context.close() }
}
const begin = (page: Page) => page.getByRole('button', { name: 'Continue with Google' }).click()
const heading = (page: Page, words: string) => page.getByRole('heading', { name: words }).waitFor()
const connected = (page: Page) => page.locator('output', { hasText: '"status":"connected"' }).waitFor()

test('a window goes to the provider and comes back, the user is connected, and the window is gone', async () => {
  await using visited = await visit('consent')
  const { page, windows } = visited
  await begin(page)
  await connected(page)
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await expect.poll(() => windows.map((window) => window.isClosed())).toEqual([true])
  expect(await page.evaluate('violations')).toEqual([])
})

test('a user who declines there is told so here, and tries again', async () => {
  await using visited = await visit('deny')
  const { page, windows } = visited
  await begin(page)
  await heading(page, 'You didn’t sign in to Google')
  await expect.poll(() => windows[0]?.isClosed()).toBe(true)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => windows.length).toBe(2)
  await heading(page, 'You didn’t sign in to Google')
})

test('a window that the user closes: the modal says how to go on', async () => {
  await using visited = await visit('leave')
  const { page } = visited
  await begin(page)
  await heading(page, 'The Google window was closed')
  expect(await page.getByRole('status', { name: 'Your number is 42' }).textContent()).toBe('42')
  await page.getByRole('button', { name: 'Use another method' }).click()
  await page.getByLabel('Email address').waitFor()
})

test('a provider that keeps its window apart: the wallet hears by itself when the number was compared', async () => {
  await using visited = await visit('apart')
  const { page, windows } = visited
  await begin(page)
  // Under a browser that is driven every page has the focus: the window looks closed.
  await heading(page, 'The Google window was closed')
  expect(windows[0]?.isClosed()).toBe(false)
  await page.evaluate(
    `document.querySelector('iframe').contentWindow.postMessage('test:release', '${site.frameOrigin}')`,
  )
  await connected(page)
})

test('what a provider posts in the wallet’s name is nobody’s', async () => {
  await using visited = await visit('impostor', () => {
    addEventListener('message', ({ data }) => data?.resultUri && document.body.append(`heard ${data.resultUri}`))
  })
  const { page } = visited
  await begin(page)
  await page.getByText('heard').waitFor()
  await heading(page, 'Continue in the Google window')
  expect(await page.locator('output').textContent()).not.toContain('"status":"connected"')
})

test('a window that the browser blocks is opened by the next click, and reports back', async () => {
  await using visited = await visit('consent', () => {
    const { open } = globalThis
    globalThis.open = () => {
      globalThis.open = open
      return null
    }
  })
  const { page } = visited
  await begin(page)
  await heading(page, 'Google opens in a new window')
  await page.getByRole('link', { name: 'Open Google' }).click()
  await connected(page)
})

test('where a script may open no window, the link itself leads there, and the wallet waits by itself', async () => {
  await using visited = await visit('consent', () => {
    globalThis.open = () => null
  })
  const { page } = visited
  await begin(page)
  const opening = page.context().waitForEvent('page')
  await page.getByRole('link', { name: 'Open Google' }).click()
  const shown = await opening
  await expect.poll(() => shown.title()).toBe('apart')
  await heading(page, 'Finish signing in to Google')
  await page.evaluate(
    `document.querySelector('iframe').contentWindow.postMessage('test:release', '${site.frameOrigin}')`,
  )
  await connected(page)
})

test('a dapp without social logins loads nothing of them', async () => {
  const context = await site.browser.newContext()
  await using _ = { [Symbol.asyncDispose]: () => context.close() }
  const asked: string[] = []
  const page = await context.newPage()
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(site.address({ project: `consent-${crypto.randomUUID()}` }))
  await page.click('#open')
  await page.getByLabel('Email address').waitFor()
  await page.waitForLoadState('networkidle')
  expect(asked.filter((url) => /assets\/\w*(?:Social|Farcaster)/.test(url))).toEqual([])
  expect(await page.getByRole('group', { name: 'Login providers' }).count()).toBe(0)
})
