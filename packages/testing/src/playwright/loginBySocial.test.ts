import { type Browser, chromium, type Page } from '@playwright/test'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { chromiumLaunch } from '../../../../scripts/chromiumLaunch.ts'
import { loginByFarcaster } from './loginByFarcaster.ts'
import { loginBySocial } from './loginBySocial.ts'
import { defineModalStand } from './modalStand.fixture.ts'

let browser: Browser
beforeAll(async () => {
  browser = await chromium.launch(chromiumLaunch)
})
afterAll(() => browser.close())

const address = 'https://provider.example/'

/** A page with a modal, and an emulated provider. `typed` has its input. */
const site = async (providers: readonly [string, string]) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  onTestFinished(() => context.close())
  const typed: string[] = []
  await context.route(`${address}**`, (route) => {
    const done = 'fetch("/typed?" + new URLSearchParams({ by: location.search, email: email.value }))'
    const url = new URL(route.request().url())
    if (url.pathname !== '/typed')
      return route.fulfill({
        contentType: 'text/html',
        body: `<label>Email address <input id="email"></label><button onclick='${done}'>Continue</button>
          <button onclick="this.after(Object.assign(document.createElement('p'), { role: 'status', textContent: 'Approved' })); fetch('/typed?email=ada')">Approve as Ada</button>`,
      })
    typed.push([url.searchParams.get('by') ?? '', url.searchParams.get('email') ?? ''].join(' '))
    return Promise.all([route.fulfill({ body: '' }), finish(page)])
  })
  await page.setContent('<dialog open><button>Continue with Google</button></dialog><latchkey-modal></latchkey-modal>')
  await page.evaluate(({ providers, address }) => Object.assign(globalThis, { providers, address }), {
    providers,
    address,
  })
  await page.evaluate(`(${defineModalStand})(providers, address)`)
  return { page, typed }
}
const finish = (page: Page) => page.evaluate(() => (globalThis as unknown as { finish(): void }).finish())

test('the provider is chosen in the modal that is open, and the user signs in in its window', async () => {
  const { page, typed } = await site(['Google', 'GitHub'])
  await loginBySocial(page, 'Google', 'ada@example.org')
  expect(typed).toEqual(['?Google ada@example.org'])
})

test('a wallet that asks about the site is told yes, once it takes a click', async () => {
  const { page } = await site(['Google', 'X'])
  const asked = page.context().waitForEvent('response', (response) => response.url().endsWith('/typed?by=asked&email='))
  await loginBySocial(page, 'Google', 'ada@example.org', {
    signIn: async (window) => {
      await window.setContent(`<h1>Sign in to dapp.example?</h1><button aria-disabled="true"
        onclick="this.ariaDisabled === 'true' || fetch('/typed?by=asked&email=')">Continue</button>`)
      await window.evaluate(() =>
        setTimeout(() => document.querySelector('button')?.removeAttribute('aria-disabled'), 50),
      )
    },
  })
  await asked
})

test('a provider that is behind "More" is found there', async () => {
  const { page, typed } = await site(['Google', 'X'])
  await loginBySocial(page, 'X', 'ada@example.org')
  expect(typed).toEqual(['?X ada@example.org'])
})

test('elsewhere than on the local stack the test says what the user does', async () => {
  const { page } = await site(['GitHub', 'X'])
  const seen: string[] = []
  await loginBySocial(page, 'GitHub', 'ada@example.org', {
    signIn: async (window, email) => {
      seen.push(new URL(window.url()).search, email)
      await finish(page)
    },
  })
  expect(seen).toEqual(['?GitHub', 'ada@example.org'])
})

test('the link of Farcaster opens beside the page, and is gone when the user has approved', async () => {
  const { page, typed } = await site(['Google', 'Farcaster'])
  await loginByFarcaster(page, 'Ada')
  expect(typed).toEqual([' ada'])
  expect(page.context().pages()).toEqual([page])
})
