import { type Browser, chromium, type Page } from '@playwright/test'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { chromiumLaunch } from '../../../../scripts/chromiumLaunch.ts'
import { approve, reject } from './approve.ts'

let browser: Browser
beforeAll(async () => {
  browser = await chromium.launch(chromiumLaunch)
})
afterAll(() => browser.close())

/** A wallet with queued requests, whose confirm buttons are enabled after a delay, and the result of each. */
const showRequests = (requests: readonly string[]): void => {
  const decided: string[] = []
  Object.assign(globalThis, { decided })
  const line = [...requests]
  const next = (): void => {
    const request = line.shift()
    document.body.replaceChildren()
    if (request === undefined) return
    const [reject, accept] = ['Reject', 'Sign'].map((name) => {
      const button = Object.assign(document.createElement('button'), { textContent: name })
      button.addEventListener('click', () => {
        decided.push(`${name} ${request}`)
        if (request === 'broken') button.textContent = 'Try again'
        else next()
      })
      return button
    })
    if (reject === undefined || accept === undefined) return
    accept.disabled = true
    setTimeout(() => {
      accept.disabled = false
    }, 100)
    document.body.append(request, reject, accept)
  }
  next()
}

/** A page with a modal like ours: its dialog in a shadow root, the wallet's frame in the light DOM. */
const openPage = async (wallet: string): Promise<Page> => {
  const page = await browser.newPage()
  onTestFinished(() => page.close())
  await page.setContent(`
    <dialog open><button>Confirm</button><button>Reject</button></dialog>
    <iframe srcdoc="<button>Sign</button><button>Reject</button>"></iframe>
    <latchkey-modal></latchkey-modal>`)
  await page.evaluate((html) => {
    const modal = document.querySelector('latchkey-modal')
    if (modal === null) return
    modal.attachShadow({ mode: 'open' }).innerHTML = '<dialog open><slot></slot></dialog>'
    modal.append(Object.assign(document.createElement('iframe'), { srcdoc: html }))
  }, wallet)
  await page.locator('latchkey-modal').frameLocator('iframe').getByRole('button').first().waitFor()
  return page
}

const walletWith = (requests: readonly string[]): string =>
  `<body><script>(${showRequests})(${JSON.stringify(requests)})</script>`

const decidedIn = (page: Page): Promise<string[]> =>
  page
    .locator('latchkey-modal')
    .frameLocator('iframe')
    .locator('body')
    .evaluate(() => (globalThis as unknown as { decided: string[] }).decided)

test('each request in line is approved or rejected once, in the wallet and not in the page', async () => {
  const page = await openPage(walletWith(['first', 'second', 'third']))
  await approve(page, { shows: 'first' })
  await reject(page, { shows: /second/ })
  await approve(page)
  expect(await decidedIn(page)).toEqual(['Sign first', 'Reject second', 'Sign third'])
})

test('a request that fails in the wallet throws what the wallet shows', async () => {
  const page = await openPage(walletWith(['broken']))
  await expect(approve(page, { timeoutMs: 5_000 })).rejects.toThrow(/still in the wallet.*broken.*Try again/s)
})

test('a request that shows something else is not decided', async () => {
  const page = await openPage(walletWith(['Pay Ada']))
  await expect(approve(page, { shows: 'Pay Bob', timeoutMs: 5_000 })).rejects.toThrow('Pay Bob')
  expect(await decidedIn(page)).toEqual([])
})

test('a request that does not fit is scrolled through first', async () => {
  const page = await openPage(
    `<button onclick="this.textContent = this.textContent === 'Sign' ? 'Signed' : 'Sign'; this.hidden = this.textContent === 'Signed'">Scroll to review</button>`,
  )
  await approve(page)
  const wallet = page.locator('latchkey-modal').frameLocator('iframe').locator('body')
  expect(await wallet.textContent()).toContain('Signed')
})

test('a request that is confirmed in a window is approved there', async () => {
  const page = await openPage(
    `<button onclick="const it = window.open(); it.document.write('<button onclick=&quot;opener.approved = true; window.close()&quot;>Confirm</button>')">Open window</button>`,
  )
  await approve(page)
  const wallet = page.locator('latchkey-modal').frameLocator('iframe').locator('body')
  expect(await wallet.evaluate(() => 'approved' in globalThis)).toBe(true)
  expect(page.context().pages()).toEqual([page])
})
