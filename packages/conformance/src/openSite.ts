import type { Browser, BrowserContext, Page } from 'playwright-core'
import { pageDocument } from './pageKit.ts'

/** One user's browser, with separate storage. The kit's page is served inside it, at any origin. */
export type Site = {
  /** Opens a tab with the kit's page at `origin`. */
  openPage(origin: string, headers?: Readonly<Record<string, string>>): Promise<Page>
  /** Returns a tab for reuse: a new one costs several times as much as a document. */
  leavePage(page: Page): Promise<void>
  context: BrowserContext
  close(): Promise<void>
}

/** Opens a new browser context: empty storage, signed out. */
export const openSite = async (browser: Browser): Promise<Site> => {
  const context = await browser.newContext({ viewport: { width: 1024, height: 768 } })
  const idle: Page[] = []
  return {
    context,
    async openPage(origin, headers = {}) {
      const page = idle.pop() ?? (await context.newPage())
      // Only the document itself: the frame's own requests to the same host must reach its server.
      await page.route(`${origin}/`, (route) =>
        route.fulfill({ contentType: 'text/html; charset=utf-8', body: pageDocument, headers }),
      )
      await page.goto(`${origin}/`)
      return page
    },
    async leavePage(page) {
      await page.unrouteAll()
      page.removeAllListeners('request')
      await page.goto('about:blank')
      idle.push(page)
    },
    close: () => context.close(),
  }
}
